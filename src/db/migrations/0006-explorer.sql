-- What the explorer asks of an address: the unified transactions it paid or was paid by, newest first.
create index transaction_by_sender on transaction_record (from_address, network, id);
create index transaction_by_receiver on transaction_record (to_address, network, id);
