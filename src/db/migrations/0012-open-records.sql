-- What a start looks for: records that are open, whatever the number of those that have ended.

create index delivery_open on delivery (id) where state in ('due', 'sending');
create index settlement_open on settlement (id) where status in ('created', 'routing', 'retrying');
create index claim_pending on claim (id) where state = 'pending';
create index delegation_open on delegation (uda_id, network) where state <> 'verified';
