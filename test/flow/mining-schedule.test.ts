// When blocks are due: at once, on a grid of block times, or never; and only while they are needed.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Chain, Chains } from "../../src/chains/chain.ts";
import { updateConfirmations, updateMining } from "../../src/domain/network/store.ts";
import { AT_ONCE, MiningSchedule, nextSlot } from "../../src/flow/mining/mining-schedule.ts";
import { EPOCH_MS } from "../../src/kernel/clock.ts";
import { aWorld, type WorldFacts } from "../support/worlds/a-world.ts";

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

/** How many blocks are mined until nothing is due. */
function owed(mining: MiningSchedule): number {
  let blocks = 0;
  for (let next = mining.nextBlock(); next !== undefined; next = mining.nextBlock()) {
    blocks += 1;
    mining.mined(next.network, 0);
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
    mining.mined("ethereum", 1);
    expect(owed(mining)).toBe(confirmations - 1);
  });

  test("counts from the last block with a transaction", () => {
    const { mining } = aMining({ confirmations: 4 });
    mining.mined("ethereum", 1);
    mining.mined("ethereum", 0);
    mining.mined("ethereum", 3);
    expect(owed(mining)).toBe(3);
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
    mining.mined("ethereum", 1);
    expect(owed(mining)).toBe(5);
  });
});

describe("interval mining", () => {
  test("a late loop uses the slot it slept through: counted from virtual time, not from the wall", () => {
    const wall = { now: EPOCH_MS };
    const { chains, mining } = aMining({ mining: "interval", clock: "running", wallNow: () => wall.now });
    wall.now += 3_600_000;
    chains.ethereum.waiting = 1;
    expect(mining.nextBlock()).toEqual({ at: EPOCH_MS + 12_000, network: "ethereum" });
    expect(mining.planned()).toEqual([{ at: EPOCH_MS + 12_000, network: "ethereum" }]);
  });

  test("has its block due at the next slot of the grid that the last block began", () => {
    const { world, chains, mining } = aMining({ mining: "interval" });
    world.clock.moveTo(EPOCH_MS + 30_000);
    chains.ethereum.waiting = 1;
    expect(mining.nextBlock()).toEqual({ at: EPOCH_MS + 36_000, network: "ethereum" });
  });

  test("keeps the slot it waits for, however late it is", () => {
    const { world, chains, mining } = aMining({ mining: "interval" });
    chains.ethereum.waiting = 1;
    const slot = mining.nextBlock()?.at;
    world.clock.moveTo(EPOCH_MS + 50_000);
    chains.ethereum.waiting = 7;
    expect(mining.nextBlock()?.at).toBe(slot);
  });

  test("mines nothing while nothing is pending, and then does not catch up", () => {
    const { world, chains, mining } = aMining({ mining: "interval" });
    expect(mining.nextBlock()).toBeUndefined();
    world.clock.moveTo(EPOCH_MS + 3_600_000);
    expect(mining.nextBlock()).toBeUndefined();
    chains.ethereum.waiting = 1;
    expect(mining.nextBlock()?.at).toBe(EPOCH_MS + 3_612_000);
  });

  test("lets the earliest chain go first", () => {
    const { world, chains, mining } = aMining({ mining: "interval" });
    updateMining(world.db, "bsc", "interval", 3_000);
    chains.ethereum.waiting = 1;
    chains.bsc.waiting = 1;
    expect(mining.nextBlock()).toEqual({ at: EPOCH_MS + 3_000, network: "bsc" });
  });
});

describe("manual mining", () => {
  test("has no block due, whatever is pending", () => {
    const { chains, mining } = aMining({ mining: "manual" });
    chains.ethereum.waiting = 9;
    mining.mined("ethereum", 1);
    mining.want("ethereum", 5);
    expect(mining.nextBlock()).toBeUndefined();
  });

  test("of one network leaves the others alone", () => {
    const { world, chains, mining } = aMining();
    updateMining(world.db, "ethereum", "manual", 12_000);
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
