// A tenant is born while the sandbox runs: its gas stations get their coins on the chains first (H-05).
import type { Hex } from "../../chains/chain.ts";
import {
  gasStationAddress,
  gasStationFunding,
  type ProvisionedTenant,
  provisionTenant,
  type TenantInput,
} from "../../domain/provision.ts";
import { nextTenantNumber } from "../../domain/tenant/store.ts";
import type { FlowDependencies } from "../dependencies.ts";

export type NewTenant = Omit<TenantInput, "environment">;

/** Funds the gas stations of a new tenant, then provisions it. Work of the loop: its number must still be free at the end. */
export async function createTenant(parts: FlowDependencies, order: NewTenant): Promise<ProvisionedTenant> {
  const { world, chains, environment } = parts;
  const number = nextTenantNumber(world.db);
  for (const network of world.catalogue.networks) {
    const station = gasStationAddress(world, number, network);
    const chain = chains.get(network.symbol);
    // An order that the disk cut off halfway has funded some of them already.
    const has = BigInt(await chain.request<Hex>("eth_getBalance", [station, "latest"]));
    const lacks = gasStationFunding(network) - has;
    if (lacks > 0n) await chain.grant(station as Hex, lacks);
  }
  return world.db.transaction(() => provisionTenant(world, { ...order, environment }));
}
