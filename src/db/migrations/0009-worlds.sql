-- What a world needs to be opened again: how far its clock is from the wall, and the blocks it still owes.

alter table world add column clock_offset integer not null default 0;

create table owed_block (
  network text primary key,
  blocks integer not null check (blocks > 0)
) strict, without rowid;
