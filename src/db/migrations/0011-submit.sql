-- What a send under way meets, decided before it, so that counts and bytes stay the same over a restart (gate chain.submit).
alter table attempt add column effect text;

-- Nonces that were given back: the lane uses them first (R-077).
create index attempt_void on attempt (network, sender, nonce) where state = 'void';

-- What books and chains did not agree on, for people to look at (R-080, R-084). One row for each kind and thing.
create table incident (
  id integer primary key,
  kind text not null,
  network text not null,
  ref text not null,
  detail text not null,
  at integer not null,
  unique (kind, ref)
) strict;
