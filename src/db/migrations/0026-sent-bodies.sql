-- The bytes that deliveries of an event send where a reading of the specification writes them otherwise; null: they are its body.
alter table event add column sent text;
