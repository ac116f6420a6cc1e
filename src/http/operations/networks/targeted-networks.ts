// The networks of the catalogue with their current confirmation targets.
import type { Network } from "../../../domain/network/network.ts";
import { networkSetting } from "../../../domain/network/store.ts";
import type { World } from "../../../domain/world.ts";
import { required } from "../../../kernel/assert.ts";
import type { TargetedNetwork } from "../../../present/network.ts";

/** In the order of network ids. */
export function targetedNetworks(world: World): TargetedNetwork[] {
  return world.catalogue.networks.map((network) => ({ network, confirmations: targetOf(world, network) }));
}

function targetOf(world: World, { symbol }: Network): number {
  return required(networkSetting(world.db, symbol), "the setting of a network", { symbol }).confirmations;
}
