-- What each provider said that a settlement asked, with the number of transitions that the settlement had made by then; and gas stations in the order of ids.
create table provider_answer (
  id integer primary key,
  settlement_id text not null references settlement (id),
  attempt integer not null check (attempt >= 0),
  provider text not null,
  answer text not null check (answer in ('accepted', 'refused', 'failed')),
  reason text not null,
  moves_before integer not null,
  at integer not null
) strict;
create index provider_answer_by_settlement on provider_answer (settlement_id, id);
create index gas_station_by_id on address (id) where category = 'gas_station';
