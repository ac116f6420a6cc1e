-- Deliveries under faults and after replays: what holds one back, which fault acted on an attempt, and where its ladder began.

alter table delivery add column held_by text not null default '' check (held_by in ('', 'delay', 'reorder'));
alter table delivery add column ladder_start integer not null default 0;
alter table delivery_attempt add column fault text not null default '';

create index delivery_overtaken on delivery (endpoint_id, id) where held_by = 'reorder';
