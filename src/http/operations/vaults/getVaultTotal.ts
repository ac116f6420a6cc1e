// GET /vault/{vault_id}/total: what a vault is worth in USD, over all networks and assets (H-14, H-67, S-431).
import { addressesOfHolder } from "../../../domain/address/store.ts";
import { holdingsOf } from "../../../domain/movement/holdings.ts";
import { totalUsd } from "../../../domain/network/price.ts";
import { presentVaultTotal } from "../../../present/vault.ts";
import type { Handler } from "../../handler.ts";
import { vaultOfPath } from "./vault-of-path.ts";

export const getVaultTotal: Handler<"getVaultTotal"> = ({ path, tenant }, { world }) => {
  const vault = vaultOfPath(world, tenant, path.vault_id);
  const held = addressesOfHolder(world.db, vault.id).flatMap((row) => holdingsOf(world, row));
  return { status: 200, data: presentVaultTotal(vault, totalUsd(world.db, held)) };
};
