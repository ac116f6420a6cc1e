-- Accounts that clients impersonate, and the transactions that they sent from them: `raw` holds unsigned bytes then, and
-- `sender` says whose they are.
alter table chain_transaction add column sender text;

create table unlocked_account (
  network text not null,
  address text not null,
  primary key (network, address)
) strict, without rowid;
alter table network_setting add column unlock_all integer not null default 0 check (unlock_all in (0, 1));
