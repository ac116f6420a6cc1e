-- What an endpoint may be told to make of bad answers (R-134, R-143), all of it off by default, and why a delivery is dead (R-133).

alter table webhook_endpoint add column disable_after integer not null default 0 check (disable_after >= 0);
alter table webhook_endpoint add column heed_gone integer not null default 0 check (heed_gone in (0, 1));
alter table webhook_endpoint add column heed_retry_after integer not null default 0 check (heed_retry_after in (0, 1));
-- Deliveries that ended dead since the last one that arrived, and why the policy switched the endpoint off ("" = it did not).
alter table webhook_endpoint add column dead_in_a_row integer not null default 0;
alter table webhook_endpoint add column switched_off text not null default '';
alter table delivery add column reason text not null default '';

-- Which deliveries of an endpoint are open, whatever the number of those that have ended or belong to others.
create index delivery_open_by_endpoint on delivery (endpoint_id, id) where state in ('due', 'sending');
