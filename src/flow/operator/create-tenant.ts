// Creating a tenant at run time: its gas stations are funded on the chains first (H-05).
import type { Hex } from "../../chains/chain.ts";
import { givenUpTo } from "../../domain/address/opening.ts";
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

/** Funds the gas stations of a new tenant, then provisions it. Runs inside `loop.exclusive`: its number must still be free at the end. */
export async function createTenant(dependencies: FlowDependencies, input: NewTenant): Promise<ProvisionedTenant> {
  const { world, chains, environment } = dependencies;
  const number = nextTenantNumber(world.db);
  for (const network of world.catalogue.networks) {
    const station = gasStationAddress(world, number, network);
    const chain = chains.get(network.symbol);
    // A call interrupted by a storage fault may have funded some of them already. What others sent there is no funding (I-10).
    const lacks = gasStationFunding(network) - givenUpTo(world.db, network.symbol, station, chain.head.number);
    if (lacks > 0n) await chain.grant(station as Hex, lacks);
  }
  return world.db.transaction(() => provisionTenant(world, { ...input, environment }));
}
