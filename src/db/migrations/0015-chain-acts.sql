-- What an operator changed in a chain's state without a transaction, with its place in the order (R-025, R-168): made while
-- the head stood at `height`. Grants of native coin were the first of them.

create table chain_act (
  id integer primary key autoincrement,
  network text not null,
  height integer not null check (height >= 0),
  kind text not null check (kind in ('give', 'code', 'storage')),
  address text not null,
  detail text not null
) strict;
insert into chain_act (id, network, height, kind, address, detail)
  select id, network, height, 'give', address, json_object('amount', amount) from chain_grant order by id;
drop table chain_grant;
create index chain_act_by_height on chain_act (network, height, id);
