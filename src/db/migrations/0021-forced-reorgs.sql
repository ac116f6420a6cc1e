-- A forced reorg can remove a final attempt, and another transaction can take its nonce: then the attempt has lost (R-016).
drop trigger attempt_moves;
create trigger attempt_moves before update of state on attempt when new.state <> old.state and (case old.state
    when 'prepared' then new.state not in ('signed', 'void', 'lost')
    when 'signed' then new.state not in ('sent', 'mined', 'void', 'lost')
    when 'sent' then new.state not in ('mined', 'lost')
    when 'mined' then new.state not in ('sent', 'confirmed', 'failed')
    when 'confirmed' then new.state not in ('lost')
    when 'failed' then new.state not in ('lost')
    when 'lost' then new.state not in ('mined')
    else 1 end)
begin
  select raise(abort, 'attempt: the table of moves has no such pair of states');
end;
