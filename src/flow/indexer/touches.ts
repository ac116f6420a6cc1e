// Whether a block concerns the platform: then its records wait for confirmations, and the block gets confirmation blocks.
import { watchedAt } from "../../domain/address/store.ts";
import { attemptOf } from "../../domain/attempt/store.ts";
import type { World } from "../../domain/world.ts";
import type { BlockFacts } from "./read.ts";

/** True when a transaction of the block is an attempt of the platform, or moves value of an address that it watches. */
export function touchesPlatform(world: World, { network, transactions }: BlockFacts): boolean {
  const isWatched = (address: string): boolean => watchedAt(world.db, network, address) !== undefined;
  return transactions.some(
    ({ hash, from, legs }) =>
      attemptOf(world.db, network, { hash, from }) !== undefined ||
      isWatched(from) ||
      legs.some((leg) => isWatched(leg.from) || isWatched(leg.to)),
  );
}
