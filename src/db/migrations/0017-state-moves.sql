-- Which state may follow which, said by the database itself: any other update aborts, whoever makes it (R-091, R-070). The pairs
-- are those of the machines in the code; a test tries every pair. And of a movement nothing but its state ever changes (R-067).

create trigger payout_moves before update of status on payout when new.status <> old.status and (case old.status
    when 'queued' then new.status not in ('processing', 'expired')
    when 'processing' then new.status not in ('queued', 'confirmed', 'failed', 'expired')
    else 1 end)
begin
  select raise(abort, 'payout: the table of moves has no such pair of states');
end;

create trigger transaction_moves before update of status on transaction_record when new.status <> old.status and (case old.status
    when 'created' then new.status not in ('prepared', 'failed', 'rejected', 'expired')
    when 'prepared' then new.status not in ('signed', 'created', 'failed', 'expired')
    when 'signed' then new.status not in ('broadcasted', 'created', 'failed', 'expired')
    when 'broadcasted' then new.status not in ('confirmed', 'failed', 'expired')
    when 'failed' then new.status not in ('broadcasted')
    else 1 end)
begin
  select raise(abort, 'transaction: the table of moves has no such pair of states');
end;

create trigger settlement_moves before update of status on settlement when new.status <> old.status and (case old.status
    when 'created' then new.status not in ('routing', 'retrying', 'failed')
    when 'routing' then new.status not in ('retrying', 'completed', 'failed')
    when 'failed' then new.status not in ('retrying')
    when 'retrying' then new.status not in ('routing', 'failed')
    else 1 end)
begin
  select raise(abort, 'settlement: the table of moves has no such pair of states');
end;

create trigger uda_moves before update of status on uda when new.status <> old.status and (case old.status
    when 'active' then new.status not in ('retired')
    when 'retired' then new.status not in ('active')
    else 1 end)
begin
  select raise(abort, 'uda: the table of moves has no such pair of states');
end;

create trigger deposit_moves before update of state on deposit when new.state <> old.state and (case old.state
    when 'seen' then new.state not in ('confirmed', 'orphaned')
    when 'orphaned' then new.state not in ('seen')
    else 1 end)
begin
  select raise(abort, 'deposit: the table of moves has no such pair of states');
end;

create trigger attempt_moves before update of state on attempt when new.state <> old.state and (case old.state
    when 'prepared' then new.state not in ('signed', 'void', 'lost')
    when 'signed' then new.state not in ('sent', 'mined', 'void', 'lost')
    when 'sent' then new.state not in ('mined', 'lost')
    when 'mined' then new.state not in ('sent', 'confirmed', 'failed')
    when 'lost' then new.state not in ('mined')
    else 1 end)
begin
  select raise(abort, 'attempt: the table of moves has no such pair of states');
end;

create trigger delivery_moves before update of state on delivery when new.state <> old.state and (case old.state
    when 'due' then new.state not in ('sending', 'dead')
    when 'sending' then new.state not in ('delivered', 'due', 'dead')
    when 'delivered' then new.state not in ('due')
    when 'dead' then new.state not in ('due')
    else 1 end)
begin
  select raise(abort, 'delivery: the table of moves has no such pair of states');
end;

create trigger hold_moves before update of state on hold when new.state <> old.state and (case old.state
    when 'open' then new.state not in ('posted', 'voided')
    else 1 end)
begin
  select raise(abort, 'hold: the table of moves has no such pair of states');
end;

create trigger movement_moves before update of state on movement when new.state <> old.state and (case old.state
    when 'pending' then new.state not in ('confirmed', 'orphaned')
    else 1 end)
begin
  select raise(abort, 'movement: the table of moves has no such pair of states');
end;

create trigger movement_stays before update of id, address_id, network, asset, kind, raw, tx_hash, ordinal, block_height on movement
begin
  select raise(abort, 'a movement that was written never changes');
end;
