-- What nobody can ask for any more: the snapshot of an event whose bytes are fixed, and stored answers that have run out.

update event set record = '' where drained = 1 and record <> '{}';
create index idempotency_by_end on idempotency_key (expires_at);
