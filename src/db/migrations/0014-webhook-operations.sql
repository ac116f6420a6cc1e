-- Rotation of a secret with both signatures, and events that only try an endpoint out.

alter table webhook_endpoint add column both_signatures integer not null default 0 check (both_signatures in (0, 1));
alter table event add column test integer not null default 0 check (test in (0, 1));
