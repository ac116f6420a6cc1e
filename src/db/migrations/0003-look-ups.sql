-- Look-ups that every block and every payment makes, so that they stay quick however long the history is.

-- A movement that was confirmed is never written again, whatever the chain does.
create index movement_by_transaction on movement (tx_hash, network, address_id);

-- What a sender's attempts may still cost, until the cost is in its confirmed balance.
create index attempt_open on attempt (network, sender) where state in ('prepared', 'signed', 'sent', 'mined');
