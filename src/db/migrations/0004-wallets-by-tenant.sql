-- The wallets and gas stations of a tenant in their default order, whoever owns them (H-59, H-72).

create index address_by_tenant on address (tenant_id, category, created_at, id);
