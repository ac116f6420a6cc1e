-- What is open, and what failed, of tables that grow: found without reading what has ended, however much of it there is.

create index hold_open on hold (address_id) where state = 'open';
create index transaction_open on transaction_record (id) where status in ('created', 'prepared', 'signed');
create index claim_open on claim (id) where state in ('pending', 'sent');
create index settlement_failed on settlement (source_address, source_network) where status = 'failed';
