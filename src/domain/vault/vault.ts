// A vault: the tenant's hot wallet, with one address on each network (H-04, H-14).
export type VaultRow = { id: string; tenant_id: string; label: string; created_at: number };
