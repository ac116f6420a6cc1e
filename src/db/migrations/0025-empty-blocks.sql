-- Interval mining: how many slots after a block with transactions get an empty block, and how many of them are left.

alter table network_setting add column empty_blocks integer not null default 64 check (empty_blocks between 0 and 10000);

create table empty_slot (
  network text primary key,
  slots integer not null check (slots > 0)
) strict, without rowid;
