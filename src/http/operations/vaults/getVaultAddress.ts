// GET /vault/{vault_id}/addresses/{network}: the one address of a vault on a network (H-65, S-428).
import { addressOfHolderOn } from "../../../domain/address/store.ts";
import { unknownNetwork } from "../../../domain/network/nearest-network.ts";
import { Problem } from "../../../kernel/problem.ts";
import { presentVaultAddress } from "../../../present/vault.ts";
import type { Handler } from "../../handler.ts";
import { vaultOfPath } from "./vault-of-path.ts";

export const getVaultAddress: Handler<"getVaultAddress"> = ({ path, tenant }, { world, view }) => {
  const vault = vaultOfPath(world, tenant, path.vault_id);
  const network = world.catalogue.byId(path.network) ?? world.catalogue.bySymbol(path.network);
  if (network === undefined) throw new Problem("networkNotFound", unknownNetwork(world.catalogue, path.network));
  const row = addressOfHolderOn(world.db, vault.id, network.symbol);
  if (row === undefined) throw new Problem("networkNotFound", `this vault has no address on network ${path.network}`);
  return { status: 200, data: presentVaultAddress(view, row) };
};
