-- What the next block of a network is told by an operator: the base fee from now on, and what holds for one block alone.

create table next_block (
  network text primary key,
  base_fee text not null check (base_fee not glob '*[^0-9]*' and base_fee <> ''),
  once_base_fee text check (once_base_fee not glob '*[^0-9]*' and once_base_fee <> ''),
  once_prev_randao text
) strict, without rowid;
