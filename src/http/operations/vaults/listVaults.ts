// GET /vault: the tenant's vaults, oldest first (H-63, S-425).
import { listVaults as list } from "../../../domain/vault/store.ts";
import { presentVault } from "../../../present/vault.ts";
import type { Handler } from "../../handler.ts";

export const listVaults: Handler<"listVaults"> = ({ tenant }, { world }) => ({
  status: 200,
  data: list(world.db, tenant.id).map(presentVault),
});
