-- A fault kept a due block from being mined or filled (gate chain.mine): when the next one is due, and which fault it was.

create table held_block (
  network text primary key,
  until integer not null,
  fault text not null
) strict, without rowid;
