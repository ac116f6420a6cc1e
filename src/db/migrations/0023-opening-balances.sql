-- What an address held on the chain before it was assigned: no deposit and no balance, but the chain shows it (I-10).

-- One row for each address that was assigned while its chain had blocks. `height`: the last block before the assignment.
create table opening (
  address_id text primary key references address (id),
  network text not null,
  height integer not null check (height >= 0),
  is_read integer not null check (is_read in (0, 1))
) strict, without rowid;
create index opening_unread on opening (network, address_id) where is_read = 0;
create index opening_by_height on opening (network, height);

-- Other amounts than 0, without what state changes gave: those are in the journal. `sign` is -1 when such coin was spent.
create table opening_balance (
  address_id text not null references opening (address_id),
  asset text not null,
  raw text not null check (raw not glob '*[^0-9]*' and raw <> ''),
  sign integer not null check (sign in (-1, 1)),
  primary key (address_id, asset)
) strict, without rowid;

-- Of an older world: what the chains hold beyond the records is read once, at its first start. Block 0 gave the first tenant's
-- vault and gas station what they began with.
insert into opening (address_id, network, height, is_read)
  select a.id, a.network, t.height, 0
  from address a join tenant o on o.id = a.tenant_id
    join (select network, max(height) as height from chain_tail group by network) t on t.network = a.network
  where o.number > 1 or a.category in ('user', 'uda');
