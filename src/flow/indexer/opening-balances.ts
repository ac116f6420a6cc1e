// Reads what addresses held on their chains before they were assigned, first thing after the assignment (I-10).
import type { Chains } from "../../chains/chain.ts";
import { readBalances } from "../../chains/token.ts";
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
    for (const group of Map.groupBy(batch, ({ network, height }) => `${network} ${height}`).values())
      read.push(...(await openingBalances(world, chains, group)));
    world.db.transaction(() => {
      for (const [id, balances] of read) storeOpening(world.db, id, balances);
    });
  }
}

/** The opening balances, by address id, of addresses that were assigned after the same block of a network. */
async function openingBalances(
  { db }: World,
  chains: Chains,
  group: readonly UnreadOpening[],
): Promise<[string, Map<string, bigint>][]> {
  const [{ network, height }] = group as [UnreadOpening];
  const chain = chains.get(network);
  const assets = [NATIVE, ...chain.definition.tokens.map((token) => token.address.toLowerCase())];
  const wanted = group.flatMap(({ address }) => assets.map((token) => ({ token, account: address })));
  const held = await readBalances(chain, wanted, height === chain.head.number ? "latest" : height);
  return group.map((opening, index) => {
    const ofAddress = held.slice(index * assets.length, (index + 1) * assets.length);
    return [opening.id, beyondRecords(db, opening, new Map(assets.map((asset, at) => [asset, ofAddress[at] ?? 0n])))];
  });
}

/** Base units by asset key: what the chain has at that height beyond the records and the journaled state changes. */
function beyondRecords(
  db: World["db"],
  { id, network, address, height }: UnreadOpening,
  balances: ReadonlyMap<string, bigint>,
): Map<string, bigint> {
  const moved = movedUpTo(db, network, id, height);
  const openings = new Map<string, bigint>();
  for (const [asset, held] of balances) {
    const given = asset === NATIVE ? givenUpTo(db, network, address, height) : 0n;
    const raw = held - given - (moved.get(asset) ?? 0n);
    // What is missing of recorded amounts is no opening balance: the invariants have to name it.
    openings.set(asset, raw < 0n && moved.has(asset) ? 0n : raw);
  }
  return openings;
}
