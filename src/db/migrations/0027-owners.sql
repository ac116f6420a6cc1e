-- What an owner has is asked for after every step of a hunt: it must not cost more with every world that was played before.
create index deposit_by_owner on deposit (tenant_id, owner, id);
create index settlement_by_owner on settlement (tenant_id, owner, id);
create index delivery_dead on delivery (id) where state = 'dead';
