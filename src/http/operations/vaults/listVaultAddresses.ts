// GET /vault/{vault_id}/addresses: one address per network, in the catalogue's order (H-64, S-426, S-427).
import { addressesOfHolder } from "../../../domain/address/store.ts";
import { presentVaultAddress } from "../../../present/vault.ts";
import type { Handler } from "../../handler.ts";
import { vaultOfPath } from "./vault-of-path.ts";

export const listVaultAddresses: Handler<"listVaultAddresses"> = ({ path, tenant }, { world, view }) => {
  const vault = vaultOfPath(world, tenant, path.vault_id);
  const byNetwork = new Map(addressesOfHolder(world.db, vault.id).map((row) => [row.network, row]));
  const rows = world.catalogue.networks.map(({ symbol }) => byNetwork.get(symbol)).filter((row) => row !== undefined);
  return { status: 200, data: rows.map((row) => presentVaultAddress(view, row)) };
};
