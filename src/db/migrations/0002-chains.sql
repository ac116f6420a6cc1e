-- The chains' journal: what every engine was told, in order, so that a fresh process can be told the same (R-161…R-169).

create table chain_genesis (
  network text primary key,
  digest text not null,
  engine text not null
) strict, without rowid;

-- `transactions` is a JSON list of hashes: what was meant to be mined while `intent`, what was mined afterwards.
create table block (
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
create unique index block_canonical on block (network, height) where state = 'done';
create unique index block_intent on block (network, height) where state = 'intent';
create unique index block_by_hash on block (network, hash);

create table chain_transaction (
  network text not null,
  hash text not null,
  raw text not null,
  sequence integer not null,
  state text not null check (state in ('waiting', 'mined', 'gone')),
  primary key (network, hash)
) strict, without rowid;
create index chain_transaction_waiting on chain_transaction (network, sequence) where state = 'waiting';

create table chain_grant (
  id integer primary key autoincrement,
  network text not null,
  height integer not null check (height >= 0),
  address text not null,
  amount text not null check (amount not glob '*[^0-9]*' and amount <> '')
) strict;
create index chain_grant_by_height on chain_grant (network, height, id);
