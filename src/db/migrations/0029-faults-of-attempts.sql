-- Which fault touched an attempt to deliver a webhook, and which one holds a delivery back; '' for none, and for what happened before.
alter table delivery_attempt add column fault_id text not null default '';
alter table delivery add column held_fault text not null default '';
