// GET /vault/{vault_id}/addresses: one address per network, in the catalogue's order (H-64, S-426, S-427).
import { addressOfHolderOn } from "../../../domain/address/store.ts";
import { presentVaultAddress } from "../../../present/vault.ts";
import type { Handler } from "../../handler.ts";
import { vaultOfPath } from "./vault-of-path.ts";

export const listVaultAddresses: Handler<"listVaultAddresses"> = ({ path, tenant }, { world, view }) => {
  const vault = vaultOfPath(world, tenant, path.vault_id);
  const rows = world.catalogue.networks
    .map((network) => addressOfHolderOn(world.db, vault.id, network.symbol))
    .filter((row) => row !== undefined);
  return { status: 200, data: rows.map((row) => presentVaultAddress(view, row)) };
};
