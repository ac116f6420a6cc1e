// When blocks are due: at once, on a grid of block times, or never; and only while they are needed.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Chain, Chains } from "../../src/chains/chain.ts";
import { updateConfirmations, updateMining } from "../../src/domain/network/store.ts";
import { AT_ONCE, MiningSchedule, nextSlot } from "../../src/flow/mining/mining-schedule.ts";
import { EPOCH_MS } from "../../src/kernel/clock.ts";
import { type AWorld, aWorld, type WorldFacts } from "../support/worlds/a-world.ts";

type FakeChain = { waiting: number; head: { number: number; timestamp: number } };

function aMining(facts: WorldFacts = {}) {
  const world = aWorld({ blockTimeMs: 12_000, ...facts });
  const fakes: Record<string, FakeChain> = {};
  const all = world.catalogue.networks.map(({ symbol }) => {
    const fake = { definition: { symbol }, waiting: 0, head: { number: 5, timestamp: EPOCH_MS / 1_000 } };
    fakes[symbol] = fake;
    return fake as unknown as Chain;
  });
  const chains = { all } as unknown as Chains;
  return { world, chains: fakes as Record<"ethereum" | "bsc", FakeChain>, mining: new MiningSchedule(world, chains) };
}

const OURS = { transactions: 1, ours: true };
const FOREIGN = { transactions: 1, ours: false };
const EMPTY = { transactions: 0, ours: false };
/** Interval mining without blocks that nobody asked for. */
const bareInterval = (world: AWorld, network = "ethereum") =>
  updateMining(world.db, { network, mining: "interval", block_time_ms: 12_000, empty_blocks: 0 });

/** How many blocks are mined until nothing is due. */
function owed(mining: MiningSchedule): number {
  let blocks = 0;
  for (let next = mining.nextBlock(); next !== undefined; next = mining.nextBlock()) {
    blocks += 1;
    mining.mined(next.network, EMPTY);
  }
  return blocks;
}

describe("instant mining", () => {
  test("has a block due at once as soon as a transaction is pending, and none otherwise", () => {
    const { world, chains, mining } = aMining();
    expect([mining.nextBlock(), mining.planned()]).toEqual([undefined, []]);
    chains.bsc.waiting = 1;
    expect(mining.nextBlock()).toEqual({ at: AT_ONCE, network: "bsc" });
    expect(mining.planned()).toEqual([{ at: world.clock.now(), network: "bsc" }]);
  });

  test.each([1, 2, 5])("mines until a block has its %i confirmations, then stops", (confirmations) => {
    const { chains, mining } = aMining({ confirmations });
    chains.ethereum.waiting = 1;
    mining.nextBlock();
    chains.ethereum.waiting = 0;
    mining.mined("ethereum", OURS);
    expect(owed(mining)).toBe(confirmations - 1);
  });

  test("counts from the last block with a transaction", () => {
    const { mining } = aMining({ confirmations: 4 });
    mining.mined("ethereum", OURS);
    mining.mined("ethereum", EMPTY);
    mining.mined("ethereum", OURS);
    expect(owed(mining)).toBe(3);
  });

  test.each([
    ["running", 0],
    ["frozen", 2],
  ] as const)("with a %s clock owes %i blocks after one that touches nothing of the sandbox", (clock, blocks) => {
    const { mining } = aMining({ clock, confirmations: 3 });
    mining.mined("ethereum", FOREIGN);
    expect(owed(mining)).toBe(blocks);
  });

  test("a waiting transaction takes the place of an owed block", () => {
    const { mining } = aMining({ clock: "running", confirmations: 4 });
    mining.mined("ethereum", OURS);
    mining.mined("ethereum", FOREIGN);
    expect(owed(mining)).toBe(2);
  });

  test("mines what is requested, and never less than it owes already", () => {
    const { mining } = aMining();
    mining.want("ethereum", 3);
    mining.want("ethereum", 1);
    expect(owed(mining)).toBe(3);
  });

  test("owes confirmations by the target of the moment of the block (R-010)", () => {
    const { world, mining } = aMining({ confirmations: 2 });
    updateConfirmations(world.db, "ethereum", 6);
    mining.mined("ethereum", OURS);
    expect(owed(mining)).toBe(5);
  });
});

describe("interval mining", () => {
  test("a late loop uses the slot it slept through: counted from virtual time, not from the wall", () => {
    const wall = { now: EPOCH_MS };
    const { world, chains, mining } = aMining({ clock: "running", wallNow: () => wall.now });
    bareInterval(world);
    wall.now += 3_600_000;
    chains.ethereum.waiting = 1;
    expect(mining.nextBlock()).toEqual({ at: EPOCH_MS + 12_000, network: "ethereum" });
    expect(mining.planned()).toEqual([{ at: EPOCH_MS + 12_000, network: "ethereum" }]);
  });

  test("has its block due at the next slot of the grid that the last block began", () => {
    const { world, chains, mining } = aMining();
    bareInterval(world);
    world.clock.moveTo(EPOCH_MS + 30_000);
    chains.ethereum.waiting = 1;
    expect(mining.nextBlock()).toEqual({ at: EPOCH_MS + 36_000, network: "ethereum" });
  });

  test("keeps the slot it waits for, however late it is", () => {
    const { world, chains, mining } = aMining();
    bareInterval(world);
    chains.ethereum.waiting = 1;
    const slot = mining.nextBlock()?.at;
    world.clock.moveTo(EPOCH_MS + 50_000);
    chains.ethereum.waiting = 7;
    expect(mining.nextBlock()?.at).toBe(slot);
  });

  test("mines nothing while nothing is pending and no slots are left, and then does not catch up", () => {
    const { world, chains, mining } = aMining();
    bareInterval(world);
    expect(mining.nextBlock()).toBeUndefined();
    world.clock.moveTo(EPOCH_MS + 3_600_000);
    expect(mining.nextBlock()).toBeUndefined();
    chains.ethereum.waiting = 1;
    expect(mining.nextBlock()?.at).toBe(EPOCH_MS + 3_612_000);
  });

  test("gives the first 64 slots of a world a block each, on every network, then none", () => {
    const { world, mining } = aMining({ mining: "interval" });
    expect(owed(mining)).toBe(64 * world.catalogue.networks.length);
    expect(mining.planned()).toEqual([]);
  });

  test("gives as many slots as requested a block after the mode was set and after each block with transactions", () => {
    const { world, mining } = aMining();
    updateMining(world.db, { network: "bsc", mining: "interval", block_time_ms: 3_000, empty_blocks: 5 });
    expect(owed(mining)).toBe(5);
    mining.mined("bsc", FOREIGN);
    mining.mined("bsc", EMPTY);
    expect(owed(mining)).toBe(4);
    mining.mined("bsc", FOREIGN);
    expect(owed(mining)).toBe(5);
    updateMining(world.db, { network: "bsc", mining: "instant", block_time_ms: 3_000, empty_blocks: 5 });
    expect(owed(mining)).toBe(0);
  });

  test("gives records of the sandbox their confirmations even when no slot gets an empty block", () => {
    const { world, mining } = aMining({ confirmations: 4 });
    bareInterval(world);
    mining.mined("ethereum", FOREIGN);
    expect(owed(mining)).toBe(0);
    mining.mined("ethereum", OURS);
    expect(owed(mining)).toBe(3);
  });

  test("lets the earliest chain go first", () => {
    const { world, chains, mining } = aMining();
    bareInterval(world);
    updateMining(world.db, { network: "bsc", mining: "interval", block_time_ms: 3_000, empty_blocks: 0 });
    chains.ethereum.waiting = 1;
    chains.bsc.waiting = 1;
    expect(mining.nextBlock()).toEqual({ at: EPOCH_MS + 3_000, network: "bsc" });
  });
});

describe("manual mining", () => {
  test("has no block due, whatever is pending", () => {
    const { chains, mining } = aMining({ mining: "manual" });
    chains.ethereum.waiting = 9;
    mining.mined("ethereum", OURS);
    mining.want("ethereum", 5);
    expect(mining.nextBlock()).toBeUndefined();
  });

  test("of one network leaves the others alone", () => {
    const { world, chains, mining } = aMining();
    updateMining(world.db, { network: "ethereum", mining: "manual", block_time_ms: 12_000, empty_blocks: 64 });
    chains.ethereum.waiting = 1;
    chains.bsc.waiting = 1;
    expect(mining.nextBlock()?.network).toBe("bsc");
  });
});

test("a slot is on the grid, after now, and less than one block time away", () => {
  const time = fc.integer({ min: 0, max: 10 ** 12 });
  fc.assert(
    fc.property(time, fc.integer({ min: 1, max: 100_000 }), time, (last, blockTime, later) => {
      const now = last + later;
      const slot = nextSlot(last, blockTime, now);
      expect((slot - last) % blockTime).toBe(0);
      expect(slot > now && slot - now <= blockTime).toBe(true);
    }),
  );
});

test("a last block ahead of the clock is followed one block time later", () => {
  expect(nextSlot(10_000, 3_000, 9_000)).toBe(13_000);
});
