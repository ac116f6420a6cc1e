-- Of what is due at one instant, deliveries come last and in the order of their events: their attempts end beside the loop,
-- so the order in which their retries were planned is a matter of luck.
drop index agenda_by_due;
create index agenda_by_due on agenda (due_at, (case job when 'deliver' then cast(ref as integer) else 0 end), id);
