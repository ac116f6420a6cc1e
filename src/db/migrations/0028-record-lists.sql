-- Lists over all tenants, newest first: by owner, by the start of what a person has in hand, and by ends that are rare (decision 0050).
-- An owner alone is enough to find its rows: two tenants that name one owner alike are a few rows more.
drop index deposit_by_owner;
create index deposit_by_owner on deposit (owner, id);
drop index settlement_by_owner;
create index settlement_by_owner on settlement (owner, id);
create index transaction_by_owner on transaction_record (owner, id) where owner <> '';
create index wallet_by_owner on address (owner, id) where category = 'user';
create index uda_by_owner on uda (owner, id);
create index payout_by_reference on payout (reference_id, id);
create index vault_by_label on vault (label, id);
create index settlement_by_destination on settlement (destination_tx_hash) where destination_tx_hash <> '';
create index claim_by_hash on claim (tx_hash) where tx_hash <> '';
-- These hold a row only when something went wrong, or for as long as it is open.
create index deposit_orphaned on deposit (id) where state = 'orphaned';
create index transaction_failed on transaction_record (id) where status in ('failed', 'rejected', 'expired');
create index payout_failed on payout (id) where status in ('failed', 'expired');
create index payout_open on payout (id) where status in ('queued', 'processing');
create index settlement_ended_badly on settlement (id) where status = 'failed';
create index claim_failed on claim (id) where state = 'failed';
-- A block that a reorg removed, by its place; and a tenant by its name.
create index block_orphaned on block (network, height) where state = 'orphaned';
create index tenant_by_name on tenant (name);
