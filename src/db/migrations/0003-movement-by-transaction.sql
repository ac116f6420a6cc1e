-- A movement that was confirmed is never written again, whatever the chain does: each is looked up by its transaction.

create index movement_by_transaction on movement (tx_hash, network, address_id);
