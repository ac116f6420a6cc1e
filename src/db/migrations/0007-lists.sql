-- The lists in their default order: read and counted from the index alone, however many rows there are.

create index deposit_listed on deposit (tenant_id, block_time, id, state) where state <> 'orphaned';
