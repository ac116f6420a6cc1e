-- A hold of all that an address has is measured when its payment is taken up (R-095); payouts are listed by vault.

alter table hold add column whole integer not null default 0 check (whole in (0, 1));

create index payout_by_vault on payout (vault_id, created_at, id);
create index payout_pending on payout (vault_id, created_at, id) where status = 'queued';
