// What every page of the explorer needs: the world, one of its networks, and what the visitor may see.
import type { Chain } from "../../chains/chain.ts";
import type { Network } from "../../domain/network/network.ts";
import { networkSetting } from "../../domain/network/store.ts";
import type { World } from "../../domain/world.ts";
import { required } from "../../kernel/assert.ts";
import type { Names } from "./names.ts";

export type Context = {
  readonly world: World;
  readonly network: Network;
  readonly chain: Chain;
  /** False without the admin token where one is set: then the chain is shown, but no data of tenants. */
  readonly showsRecords: boolean;
  readonly names: Names;
};

/** Confirmations of a block, counting itself, and how many its network requires. */
export type Confirmations = { count: number; wanted: number };

export function confirmationsOf({ world, network, chain }: Context, height: number): Confirmations {
  const setting = required(networkSetting(world.db, network.symbol), "network setting", { network: network.symbol });
  return { count: Math.max(0, chain.head.number - height + 1), wanted: setting.confirmations };
}
