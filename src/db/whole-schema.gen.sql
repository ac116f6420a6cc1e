CREATE TABLE schema_version (version integer not null) strict;
CREATE TABLE world (
  id integer primary key check (id = 1),
  seed text not null,
  environment text not null check (environment in ('sandbox', 'production')),
  clock_mode text not null check (clock_mode in ('running', 'frozen')),
  clock_now integer not null
, clock_offset integer not null default 0) strict;
CREATE TABLE counter (kind text primary key, value integer not null) strict, without rowid;
CREATE TABLE setting (name text primary key, value text not null) strict, without rowid;
CREATE TABLE rate (symbol text primary key, price text not null) strict, without rowid;
CREATE TABLE network_setting (
  network text primary key,
  confirmations integer not null check (confirmations between 1 and 1000),
  mining text not null check (mining in ('instant', 'interval', 'manual')),
  block_time_ms integer not null check (block_time_ms > 0)
, unlock_all integer not null default 0 check (unlock_all in (0, 1)), safe_lag_ms integer check (safe_lag_ms >= 0), finalized_lag_ms integer check (finalized_lag_ms >= safe_lag_ms), l1_gas_price text check (l1_gas_price not glob '*[^0-9]*' and l1_gas_price <> ''), empty_blocks integer not null default 64 check (empty_blocks between 0 and 10000)) strict, without rowid;
CREATE TABLE agenda (
  id integer primary key autoincrement,
  due_at integer not null,
  job text not null,
  ref text not null,
  unique (job, ref)
) strict;
CREATE TABLE history (
  id integer primary key,
  noun text not null,
  record_id text not null,
  move text not null,
  from_state text not null,
  to_state text not null,
  at integer not null
) strict;
CREATE INDEX history_by_record on history (noun, record_id);
CREATE TABLE tenant (
  id text primary key,
  number integer not null unique,
  name text not null,
  tier text not null check (tier in ('standard', 'pro', 'enterprise')),
  rate_limit integer not null check (rate_limit > 0),
  created_at integer not null,
  deleted_at integer
) strict, without rowid;
CREATE TABLE api_key (
  id text primary key,
  tenant_id text not null references tenant (id),
  hash text not null unique,
  created_at integer not null,
  revoked_at integer
) strict, without rowid;
CREATE TABLE tenant_network (
  tenant_id text not null references tenant (id),
  network text not null,
  asset text not null,
  enabled integer not null check (enabled in (0, 1)),
  primary key (tenant_id, network, asset)
) strict, without rowid;
CREATE TABLE wallet_pool (
  tenant_id text not null references tenant (id),
  network text not null,
  next_index integer not null,
  remaining integer not null check (remaining >= 0),
  primary key (tenant_id, network)
) strict, without rowid;
CREATE TABLE vault (
  id text primary key,
  tenant_id text not null references tenant (id),
  label text not null,
  created_at integer not null
) strict, without rowid;
CREATE INDEX vault_by_tenant on vault (tenant_id, id);
CREATE TABLE address (
  id text primary key,
  tenant_id text not null references tenant (id),
  network text not null,
  address text not null,
  category text not null check (category in ('user', 'vault', 'gas_station', 'uda')),
  owner text not null,
  holder_id text not null,
  derivation text not null,
  created_at integer not null,
  unique (network, address)
) strict, without rowid;
CREATE INDEX address_by_owner on address (tenant_id, category, owner, created_at, id);
CREATE INDEX address_by_holder on address (holder_id, network);
CREATE INDEX address_by_text on address (address, tenant_id);
CREATE TABLE movement (
  id integer primary key,
  address_id text not null references address (id),
  network text not null,
  asset text not null,
  kind text not null check (kind in ('in', 'out', 'gas', 'grant')),
  raw text not null check (raw not glob '*[^0-9]*' and raw <> ''),
  tx_hash text not null,
  ordinal integer not null,
  block_height integer not null,
  state text not null check (state in ('pending', 'confirmed', 'orphaned'))
) strict;
CREATE INDEX movement_pending on movement (network, block_height) where state = 'pending';
CREATE INDEX movement_by_address on movement (address_id, asset, state);
CREATE TABLE balance (
  address_id text not null references address (id),
  asset text not null,
  confirmed text not null check (confirmed not glob '*[^0-9]*' and confirmed <> ''),
  held text not null check (held not glob '*[^0-9]*' and held <> ''),
  primary key (address_id, asset)
) strict, without rowid;
CREATE TABLE hold (
  transaction_id text primary key,
  address_id text not null references address (id),
  asset text not null,
  raw text not null check (raw not glob '*[^0-9]*' and raw <> ''),
  state text not null check (state in ('open', 'posted', 'voided'))
, whole integer not null default 0 check (whole in (0, 1))) strict, without rowid;
CREATE TABLE attempt (
  id integer primary key,
  network text not null,
  sender text not null,
  derivation text not null,
  nonce integer not null,
  purpose text not null check (purpose in ('payout', 'transfer', 'refill', 'sweep', 'fill', 'delegate')),
  subject text not null,
  kind text not null check (kind in ('pay', 'replacement', 'cancel')),
  plan text not null,
  raw text not null,
  hash text not null,
  state text not null check (state in ('prepared', 'signed', 'sent', 'mined', 'confirmed', 'failed', 'void', 'lost')),
  sends integer not null,
  sent_at integer,
  block_height integer,
  error text not null
, effect text) strict;
CREATE INDEX attempt_by_lane on attempt (network, sender, nonce);
CREATE INDEX attempt_by_subject on attempt (purpose, subject);
CREATE INDEX attempt_by_hash on attempt (network, hash);
CREATE INDEX attempt_mined on attempt (network, block_height) where state = 'mined';
CREATE TABLE transaction_record (
  id text primary key,
  tenant_id text not null references tenant (id),
  owner text not null,
  source_id text not null,
  tx_hash text not null,
  type text not null check (type in ('deposit', 'payout', 'vault_transfer', 'external_transfer', 'internal_transfer', 'refill', 'settlement')),
  side text not null check (side in ('in', 'out', 'internal')),
  status text not null check (status in ('created', 'prepared', 'signed', 'broadcasted', 'confirmed', 'failed', 'rejected', 'expired')),
  memo text not null,
  meta text,
  error text not null,
  network text not null,
  asset text not null,
  symbol text not null,
  raw text not null check (raw not glob '*[^0-9]*' and raw <> ''),
  usd text not null,
  fee_raw text not null check (fee_raw not glob '*[^0-9]*' and fee_raw <> ''),
  block_height integer,
  from_address text not null,
  to_address text not null,
  from_category text not null check (from_category in ('user', 'vault', 'gas_station', 'uda', 'external')),
  to_category text not null check (to_category in ('user', 'vault', 'gas_station', 'uda', 'external')),
  from_address_id text not null,
  created_at integer not null,
  prepared_at integer,
  signed_at integer,
  broadcasted_at integer,
  confirmed_at integer,
  failed_at integer,
  rejected_at integer,
  expired_at integer,
  updated_at integer not null
) strict, without rowid;
CREATE INDEX transaction_by_tenant on transaction_record (tenant_id, created_at, id);
CREATE INDEX transaction_by_source on transaction_record (source_id);
CREATE INDEX transaction_by_hash on transaction_record (tx_hash);
CREATE INDEX transaction_open_refill on transaction_record (network, to_address) where type = 'refill';
CREATE INDEX transaction_waiting on transaction_record (from_address_id, created_at, id) where status = 'created';
CREATE TABLE deposit (
  id text primary key,
  tenant_id text not null references tenant (id),
  address_id text not null references address (id),
  transaction_id text not null,
  network text not null,
  tx_hash text not null,
  ordinal integer not null,
  asset text not null,
  symbol text not null,
  raw text not null check (raw not glob '*[^0-9]*' and raw <> ''),
  usd text not null,
  from_address text not null,
  to_address text not null,
  from_category text not null check (from_category in ('user', 'vault', 'gas_station', 'uda', 'external')),
  to_category text not null check (to_category in ('user', 'vault', 'gas_station', 'uda')),
  owner text not null,
  uda_id text,
  block_height integer not null,
  block_hash text not null,
  block_time integer not null,
  state text not null check (state in ('seen', 'confirmed', 'orphaned')),
  created_at integer not null,
  confirmed_at integer,
  unique (network, tx_hash, ordinal, asset, to_address, raw)
) strict, without rowid;
CREATE INDEX deposit_by_tenant on deposit (tenant_id, block_time, id);
CREATE INDEX deposit_by_hash on deposit (tx_hash, tenant_id);
CREATE INDEX deposit_seen on deposit (network, block_height) where state = 'seen';
CREATE TABLE chain_tail (
  network text not null,
  height integer not null,
  hash text not null,
  parent_hash text not null,
  timestamp integer not null,
  primary key (network, height)
) strict, without rowid;
CREATE TABLE uda (
  id text primary key,
  tenant_id text not null references tenant (id),
  owner text not null,
  status text not null check (status in ('active', 'retired')),
  address text not null unique,
  derivation text not null,
  destination_address text not null,
  destination_network text not null,
  destination_asset text not null,
  accepted_tokens text not null,
  created_at integer not null,
  unique (tenant_id, owner)
) strict, without rowid;
CREATE INDEX uda_by_tenant on uda (tenant_id, created_at, id);
CREATE TABLE delegation (
  uda_id text not null references uda (id),
  network text not null,
  wanted text not null check (wanted in ('delegated', 'revoked')),
  state text not null check (state in ('pending', 'sent', 'verified', 'failed')),
  tries integer not null,
  tx_hash text not null,
  error text not null,
  primary key (uda_id, network)
) strict, without rowid;
CREATE TABLE payout (
  id text primary key,
  tenant_id text not null references tenant (id),
  vault_id text not null references vault (id),
  address_id text not null references address (id),
  transaction_id text not null,
  network text not null,
  asset text not null,
  symbol text not null,
  raw text not null check (raw not glob '*[^0-9]*' and raw <> ''),
  amount text not null,
  usd_amount text not null,
  rate text not null,
  to_address text not null,
  reference_id text not null,
  remark text not null,
  status text not null check (status in ('queued', 'processing', 'confirmed', 'failed', 'expired')),
  tx_hash text not null,
  error text not null,
  created_at integer not null,
  confirmed_at integer,
  expires_at integer,
  unique (vault_id, reference_id)
) strict, without rowid;
CREATE INDEX payout_by_tenant on payout (tenant_id, created_at, id);
CREATE INDEX payout_queued on payout (address_id, created_at, id) where status = 'queued';
CREATE TABLE settlement (
  id text primary key,
  tenant_id text not null references tenant (id),
  uda_id text not null references uda (id),
  deposit_id text not null unique references deposit (id),
  owner text not null,
  status text not null check (status in ('created', 'routing', 'completed', 'failed', 'retrying')),
  error text not null,
  source_network text not null,
  source_asset text not null,
  source_address text not null,
  source_raw text not null check (source_raw not glob '*[^0-9]*' and source_raw <> ''),
  source_tx_hash text not null,
  source_confirmed_at integer not null,
  destination_network text not null,
  destination_asset text not null,
  destination_address text not null,
  destination_raw text not null check (destination_raw not glob '*[^0-9]*' and destination_raw <> ''),
  quoted_raw text not null check (quoted_raw not glob '*[^0-9]*' and quoted_raw <> ''),
  destination_tx_hash text not null,
  fee_platform text not null check (fee_platform not glob '*[^0-9]*' and fee_platform <> ''),
  fee_provider text not null check (fee_provider not glob '*[^0-9]*' and fee_provider <> ''),
  provider text not null,
  scenario text not null,
  attempts integer not null,
  announced integer not null check (announced in (0, 1)),
  created_at integer not null,
  updated_at integer not null,
  settled_at integer
) strict, without rowid;
CREATE INDEX settlement_by_uda on settlement (uda_id, created_at, id);
CREATE INDEX settlement_by_source on settlement (source_tx_hash, tenant_id);
CREATE TABLE claim (
  id text primary key,
  settlement_id text not null unique references settlement (id),
  tenant_id text not null,
  uda_id text not null,
  network text not null,
  asset text not null,
  payments text not null,
  state text not null check (state in ('pending', 'sent', 'confirmed', 'failed')),
  tries integer not null,
  tx_hash text not null,
  error text not null,
  created_at integer not null
) strict, without rowid;
CREATE TABLE event (
  sequence integer primary key autoincrement,
  id text not null unique,
  tenant_id text not null,
  type text not null,
  time integer not null,
  micros integer not null,
  resource_id text not null,
  group_key text not null,
  record text not null,
  body text,
  drained integer not null check (drained in (0, 1))
, test integer not null default 0 check (test in (0, 1)), sent text) strict;
CREATE INDEX event_undrained on event (sequence) where drained = 0;
CREATE INDEX event_by_resource on event (resource_id, sequence);
CREATE INDEX event_by_type on event (type, sequence);
CREATE TABLE webhook_endpoint (
  id text primary key,
  tenant_id text not null references tenant (id),
  url text not null,
  event_types text not null,
  secret text not null,
  previous_secret text not null,
  previous_until integer,
  active integer not null check (active in (0, 1)),
  created_at integer not null,
  deleted_at integer
, both_signatures integer not null default 0 check (both_signatures in (0, 1)), disable_after integer not null default 0 check (disable_after >= 0), heed_gone integer not null default 0 check (heed_gone in (0, 1)), heed_retry_after integer not null default 0 check (heed_retry_after in (0, 1)), dead_in_a_row integer not null default 0, switched_off text not null default '') strict, without rowid;
CREATE INDEX webhook_endpoint_by_tenant on webhook_endpoint (tenant_id, id);
CREATE TABLE delivery (
  id integer primary key autoincrement,
  event_sequence integer not null references event (sequence),
  endpoint_id text not null references webhook_endpoint (id),
  group_key text not null,
  state text not null check (state in ('due', 'sending', 'delivered', 'dead')),
  attempts integer not null,
  next_attempt_at integer
, held_by text not null default '' check (held_by in ('', 'delay', 'reorder')), ladder_start integer not null default 0, reason text not null default '', held_fault text not null default '') strict;
CREATE INDEX delivery_by_event on delivery (event_sequence);
CREATE INDEX delivery_first_in_group on delivery (endpoint_id, group_key, id) where attempts = 0;
CREATE TABLE delivery_attempt (
  delivery_id integer not null references delivery (id),
  number integer not null,
  at integer not null,
  headers text not null,
  status integer,
  duration_ms integer,
  error text not null,
  response text not null, fault text not null default '', fault_id text not null default '',
  primary key (delivery_id, number)
) strict, without rowid;
CREATE TABLE idempotency_key (
  tenant_id text not null references tenant (id),
  operation text not null,
  key text not null,
  request_hash text not null,
  status integer not null,
  body text not null,
  expires_at integer not null,
  primary key (tenant_id, operation, key)
) strict, without rowid;
CREATE TABLE fault (
  id text primary key,
  gate text not null,
  effect text not null,
  match text not null,
  skip integer not null,
  times integer,
  params text not null,
  seen integer not null,
  hits integer not null
) strict, without rowid;
CREATE TABLE chain_genesis (
  network text primary key,
  digest text not null,
  engine text not null
) strict, without rowid;
CREATE TABLE block (
  id integer primary key autoincrement,
  network text not null,
  height integer not null check (height > 0),
  timestamp integer not null,
  prev_randao text not null,
  base_fee text not null check (base_fee not glob '*[^0-9]*' and base_fee <> ''),
  transactions text not null,
  state text not null check (state in ('intent', 'done', 'orphaned')),
  hash text,
  parent_hash text,
  check ((state = 'intent') = (hash is null) and (hash is null) = (parent_hash is null))
) strict;
CREATE UNIQUE INDEX block_canonical on block (network, height) where state = 'done';
CREATE UNIQUE INDEX block_intent on block (network, height) where state = 'intent';
CREATE UNIQUE INDEX block_by_hash on block (network, hash);
CREATE TABLE chain_transaction (
  network text not null,
  hash text not null,
  raw text not null,
  sequence integer not null,
  state text not null check (state in ('waiting', 'mined', 'gone')), sender text,
  primary key (network, hash)
) strict, without rowid;
CREATE INDEX chain_transaction_waiting on chain_transaction (network, sequence) where state = 'waiting';
CREATE INDEX movement_by_transaction on movement (tx_hash, network, address_id);
CREATE INDEX attempt_open on attempt (network, sender) where state in ('prepared', 'signed', 'sent', 'mined');
CREATE INDEX address_by_tenant on address (tenant_id, category, created_at, id);
CREATE INDEX payout_by_vault on payout (vault_id, created_at, id);
CREATE INDEX payout_pending on payout (vault_id, created_at, id) where status = 'queued';
CREATE INDEX transaction_by_sender on transaction_record (from_address, network, id);
CREATE INDEX transaction_by_receiver on transaction_record (to_address, network, id);
CREATE INDEX deposit_listed on deposit (tenant_id, block_time, id, state) where state <> 'orphaned';
CREATE INDEX delivery_overtaken on delivery (endpoint_id, id) where held_by = 'reorder';
CREATE TABLE owed_block (
  network text primary key,
  blocks integer not null check (blocks > 0)
) strict, without rowid;
CREATE TABLE held_block (
  network text primary key,
  until integer not null,
  fault text not null
) strict, without rowid;
CREATE INDEX attempt_void on attempt (network, sender, nonce) where state = 'void';
CREATE TABLE incident (
  id integer primary key,
  kind text not null,
  network text not null,
  ref text not null,
  detail text not null,
  at integer not null,
  unique (kind, ref)
) strict;
CREATE INDEX delivery_open on delivery (id) where state in ('due', 'sending');
CREATE INDEX settlement_open on settlement (id) where status in ('created', 'routing', 'retrying');
CREATE INDEX claim_pending on claim (id) where state = 'pending';
CREATE INDEX delegation_open on delegation (uda_id, network) where state <> 'verified';
CREATE TABLE next_block (
  network text primary key,
  base_fee text not null check (base_fee not glob '*[^0-9]*' and base_fee <> ''),
  once_base_fee text check (once_base_fee not glob '*[^0-9]*' and once_base_fee <> ''),
  once_prev_randao text
, mode text not null default 'fixed' check (mode in ('fixed', 'dynamic'))) strict, without rowid;
CREATE TABLE chain_act (
  id integer primary key autoincrement,
  network text not null,
  height integer not null check (height >= 0),
  kind text not null check (kind in ('give', 'code', 'storage')),
  address text not null,
  detail text not null
) strict;
CREATE INDEX chain_act_by_height on chain_act (network, height, id);
CREATE INDEX agenda_by_due on agenda (due_at, (case job when 'deliver' then cast(ref as integer) else 0 end), id);
CREATE TRIGGER payout_moves before update of status on payout when new.status <> old.status and (case old.status
    when 'queued' then new.status not in ('processing', 'expired')
    when 'processing' then new.status not in ('queued', 'confirmed', 'failed', 'expired')
    else 1 end)
begin
  select raise(abort, 'payout: the table of moves has no such pair of states');
end;
CREATE TRIGGER transaction_moves before update of status on transaction_record when new.status <> old.status and (case old.status
    when 'created' then new.status not in ('prepared', 'failed', 'rejected', 'expired')
    when 'prepared' then new.status not in ('signed', 'created', 'failed', 'expired')
    when 'signed' then new.status not in ('broadcasted', 'created', 'failed', 'expired')
    when 'broadcasted' then new.status not in ('confirmed', 'failed', 'expired')
    when 'failed' then new.status not in ('broadcasted')
    else 1 end)
begin
  select raise(abort, 'transaction: the table of moves has no such pair of states');
end;
CREATE TRIGGER settlement_moves before update of status on settlement when new.status <> old.status and (case old.status
    when 'created' then new.status not in ('routing', 'retrying', 'failed')
    when 'routing' then new.status not in ('retrying', 'completed', 'failed')
    when 'failed' then new.status not in ('retrying')
    when 'retrying' then new.status not in ('routing', 'failed')
    else 1 end)
begin
  select raise(abort, 'settlement: the table of moves has no such pair of states');
end;
CREATE TRIGGER uda_moves before update of status on uda when new.status <> old.status and (case old.status
    when 'active' then new.status not in ('retired')
    when 'retired' then new.status not in ('active')
    else 1 end)
begin
  select raise(abort, 'uda: the table of moves has no such pair of states');
end;
CREATE TRIGGER deposit_moves before update of state on deposit when new.state <> old.state and (case old.state
    when 'seen' then new.state not in ('confirmed', 'orphaned')
    when 'orphaned' then new.state not in ('seen')
    else 1 end)
begin
  select raise(abort, 'deposit: the table of moves has no such pair of states');
end;
CREATE TRIGGER delivery_moves before update of state on delivery when new.state <> old.state and (case old.state
    when 'due' then new.state not in ('sending', 'dead')
    when 'sending' then new.state not in ('delivered', 'due', 'dead')
    when 'delivered' then new.state not in ('due')
    when 'dead' then new.state not in ('due')
    else 1 end)
begin
  select raise(abort, 'delivery: the table of moves has no such pair of states');
end;
CREATE TRIGGER hold_moves before update of state on hold when new.state <> old.state and (case old.state
    when 'open' then new.state not in ('posted', 'voided')
    else 1 end)
begin
  select raise(abort, 'hold: the table of moves has no such pair of states');
end;
CREATE TRIGGER movement_moves before update of state on movement when new.state <> old.state and (case old.state
    when 'pending' then new.state not in ('confirmed', 'orphaned')
    else 1 end)
begin
  select raise(abort, 'movement: the table of moves has no such pair of states');
end;
CREATE TRIGGER movement_stays before update of id, address_id, network, asset, kind, raw, tx_hash, ordinal, block_height on movement
begin
  select raise(abort, 'a movement that was written never changes');
end;
CREATE INDEX delivery_open_by_endpoint on delivery (endpoint_id, id) where state in ('due', 'sending');
CREATE INDEX hold_open on hold (address_id) where state = 'open';
CREATE INDEX transaction_open on transaction_record (id) where status in ('created', 'prepared', 'signed');
CREATE INDEX claim_open on claim (id) where state in ('pending', 'sent');
CREATE INDEX settlement_failed on settlement (source_address, source_network) where status = 'failed';
CREATE INDEX idempotency_by_end on idempotency_key (expires_at);
CREATE TRIGGER attempt_moves before update of state on attempt when new.state <> old.state and (case old.state
    when 'prepared' then new.state not in ('signed', 'void', 'lost')
    when 'signed' then new.state not in ('sent', 'mined', 'void', 'lost')
    when 'sent' then new.state not in ('mined', 'lost')
    when 'mined' then new.state not in ('sent', 'confirmed', 'failed')
    when 'confirmed' then new.state not in ('lost')
    when 'failed' then new.state not in ('lost')
    when 'lost' then new.state not in ('mined')
    else 1 end)
begin
  select raise(abort, 'attempt: the table of moves has no such pair of states');
end;
CREATE TABLE unlocked_account (
  network text not null,
  address text not null,
  primary key (network, address)
) strict, without rowid;
CREATE TABLE opening (
  address_id text primary key references address (id),
  network text not null,
  height integer not null check (height >= 0),
  is_read integer not null check (is_read in (0, 1))
) strict, without rowid;
CREATE INDEX opening_unread on opening (network, address_id) where is_read = 0;
CREATE INDEX opening_by_height on opening (network, height);
CREATE TABLE opening_balance (
  address_id text not null references opening (address_id),
  asset text not null,
  raw text not null check (raw not glob '*[^0-9]*' and raw <> ''),
  sign integer not null check (sign in (-1, 1)),
  primary key (address_id, asset)
) strict, without rowid;
CREATE TABLE empty_slot (
  network text primary key,
  slots integer not null check (slots > 0)
) strict, without rowid;
CREATE INDEX delivery_dead on delivery (id) where state = 'dead';
CREATE INDEX deposit_by_owner on deposit (owner, id);
CREATE INDEX settlement_by_owner on settlement (owner, id);
CREATE INDEX transaction_by_owner on transaction_record (owner, id) where owner <> '';
CREATE INDEX wallet_by_owner on address (owner, id) where category = 'user';
CREATE INDEX uda_by_owner on uda (owner, id);
CREATE INDEX payout_by_reference on payout (reference_id, id);
CREATE INDEX vault_by_label on vault (label, id);
CREATE INDEX settlement_by_destination on settlement (destination_tx_hash) where destination_tx_hash <> '';
CREATE INDEX claim_by_hash on claim (tx_hash) where tx_hash <> '';
CREATE INDEX deposit_orphaned on deposit (id) where state = 'orphaned';
CREATE INDEX transaction_failed on transaction_record (id) where status in ('failed', 'rejected', 'expired');
CREATE INDEX payout_failed on payout (id) where status in ('failed', 'expired');
CREATE INDEX payout_open on payout (id) where status in ('queued', 'processing');
CREATE INDEX settlement_ended_badly on settlement (id) where status = 'failed';
CREATE INDEX claim_failed on claim (id) where state = 'failed';
CREATE INDEX block_orphaned on block (network, height) where state = 'orphaned';
CREATE INDEX tenant_by_name on tenant (name);
CREATE TABLE provider_answer (
  id integer primary key,
  settlement_id text not null references settlement (id),
  attempt integer not null check (attempt >= 0),
  provider text not null,
  answer text not null check (answer in ('accepted', 'refused', 'failed')),
  reason text not null,
  moves_before integer not null,
  at integer not null
) strict;
CREATE INDEX provider_answer_by_settlement on provider_answer (settlement_id, id);
CREATE INDEX gas_station_by_id on address (id) where category = 'gas_station';
insert into schema_version (version) values (1);
insert into schema_version (version) values (2);
insert into schema_version (version) values (3);
insert into schema_version (version) values (4);
insert into schema_version (version) values (5);
insert into schema_version (version) values (6);
insert into schema_version (version) values (7);
insert into schema_version (version) values (8);
insert into schema_version (version) values (9);
insert into schema_version (version) values (10);
insert into schema_version (version) values (11);
insert into schema_version (version) values (12);
insert into schema_version (version) values (13);
insert into schema_version (version) values (14);
insert into schema_version (version) values (15);
insert into schema_version (version) values (16);
insert into schema_version (version) values (17);
insert into schema_version (version) values (18);
insert into schema_version (version) values (19);
insert into schema_version (version) values (20);
insert into schema_version (version) values (21);
insert into schema_version (version) values (22);
insert into schema_version (version) values (23);
insert into schema_version (version) values (24);
insert into schema_version (version) values (25);
insert into schema_version (version) values (26);
insert into schema_version (version) values (27);
insert into schema_version (version) values (28);
insert into schema_version (version) values (29);
insert into schema_version (version) values (30);
insert into sqlite_sequence (name, seq) values ('chain_act', 0);
