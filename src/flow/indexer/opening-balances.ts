// Reads what addresses held on their chains before they were assigned, first thing after the assignment (I-10).
import type { Chain, Chains } from "../../chains/chain.ts";
import { readBalance } from "../../chains/token.ts";
import { givenUpTo, storeOpening, type UnreadOpening, unreadOpenings } from "../../domain/address/opening.ts";
import { movedUpTo } from "../../domain/movement/store.ts";
import { NATIVE } from "../../domain/network/network.ts";
import type { World } from "../../domain/world.ts";

/** Addresses that are read at a time, and stored in one transaction. */
const BATCH = 100;

/** Undefined when no address waits for it; else the reading of all that do. Runs in the loop, so no block is mined meanwhile. */
export function readingOpenings(world: World, chains: Chains): Promise<void> | undefined {
  const unread = unreadOpenings(world.db, BATCH);
  return unread.length === 0 ? undefined : readOpenings(world, chains, unread);
}

async function readOpenings(world: World, chains: Chains, first: readonly UnreadOpening[]): Promise<void> {
  for (let batch = first; batch.length > 0; batch = unreadOpenings(world.db, BATCH)) {
    const read: [string, Map<string, bigint>][] = [];
    for (const opening of batch)
      read.push([opening.id, await openingBalances(world, chains.get(opening.network), opening)]);
    world.db.transaction(() => {
      for (const [id, balances] of read) storeOpening(world.db, id, balances);
    });
  }
}

/** Base units by asset key, as of block `height`: what the chain has beyond the records and the journaled state changes. */
async function openingBalances(
  { db }: World,
  chain: Chain,
  { id, network, address, height }: UnreadOpening,
): Promise<Map<string, bigint>> {
  const moved = movedUpTo(db, network, id, height);
  const block = height === chain.head.number ? "latest" : height;
  const openings = new Map<string, bigint>();
  for (const asset of [NATIVE, ...chain.definition.tokens.map((token) => token.address.toLowerCase())]) {
    const held = await readBalance(chain, asset, address, block);
    const given = asset === NATIVE ? givenUpTo(db, network, address, height) : 0n;
    const raw = held - given - (moved.get(asset) ?? 0n);
    // What is missing of recorded amounts is no opening balance: the invariants have to name it.
    openings.set(asset, raw < 0n && moved.has(asset) ? 0n : raw);
  }
  return openings;
}
