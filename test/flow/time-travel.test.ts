// Time travel: everything due on the way runs at its own instant, and one jump ends in the same state as small steps.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { upcoming } from "../../src/domain/agenda.ts";
import type { Deliverer } from "../../src/flow/deliveries/deliver.ts";
import {
  advance,
  advanceBy,
  pendingWork,
  runUntilIdle,
  type TimeTravelResult,
} from "../../src/flow/loop/time-travel.ts";
import { isoTime, LATEST_MS } from "../../src/kernel/clock.ts";
import { type ALoop, aLoop, type Script } from "./a-loop.ts";

const NO_DELIVERIES = { busy: false, idle: async () => {}, endSwaps: () => false } as unknown as Deliverer;

function travel(it: ALoop, byMs: number, deliverer = NO_DELIVERIES): Promise<TimeTravelResult> {
  return it.loop.exclusive(() => advance({ world: it.world, loop: it.loop, deliverer }, it.world.clock.now() + byMs));
}

function idle(it: ALoop, limitMs?: number): Promise<TimeTravelResult> {
  const until = limitMs === undefined ? undefined : it.world.clock.now() + limitMs;
  return it.loop.exclusive(() => runUntilIdle({ world: it.world, loop: it.loop, deliverer: NO_DELIVERIES }, until));
}

describe("a time travel", () => {
  test("runs each item with the clock exactly at its due time, and ends exactly at its target", async () => {
    const it = aLoop();
    for (const [ref, at] of Object.entries({ c: 3_600_000, a: 7, b: 1_000, never: 3_600_001 })) it.plan(ref, at);
    it.blockDue("ethereum", 1_000);
    await travel(it, 3_600_000);
    expect(it.done).toEqual([
      [7, "job a"],
      [1_000, "block ethereum"],
      [1_000, "job b"],
      [3_600_000, "job c"],
    ]);
    expect(it.since()).toBe(3_600_000);
    expect(upcoming(it.world.db, 10).map(({ ref }) => ref)).toEqual(["never"]);
  });

  test("runs what its own steps schedule on the way, at the scheduled time (R-226)", async () => {
    const script: Script = {
      first: ({ plan }) => {
        plan("second", 10);
        plan("beyond", 100);
      },
      second: ({ plan, emit }) => {
        emit("news");
        plan("at once", 0);
      },
    };
    const it = aLoop({ script });
    it.plan("first", 50);
    await travel(it, 120);
    expect(it.done).toEqual([
      [50, "job first"],
      [60, "job second"],
      [60, "event news"],
      [60, "job at once"],
    ]);
  });

  test("to the next instants stops exactly there; what is due at one instant, and what that causes there, counts once", async () => {
    const it = aLoop({ script: { a: ({ plan }) => plan("at once", 0) } });
    for (const [ref, at] of Object.entries({ a: 7, b: 7, c: 20, d: 30 })) it.plan(ref, at);
    it.blockDue("ethereum", 20);
    const parts = { world: it.world, loop: it.loop, deliverer: NO_DELIVERIES };
    const next = (count: number) => it.loop.exclusive(() => advance(parts, { next: count }));
    expect([(await next(1)).steps, it.since()]).toEqual([3, 7]);
    expect([(await next(1)).steps, it.since()]).toEqual([2, 20]);
    expect([(await next(5)).steps, it.since()]).toEqual([1, 30]);
  });

  test("of zero length runs what is due now and does not move the clock", async () => {
    const it = aLoop();
    it.plan("now", 0);
    it.plan("later", 1);
    await travel(it, 0);
    expect([it.done, it.since()]).toEqual([[[0, "job now"]], 0]);
  });

  test("returns what it ran, when, its start and its end", async () => {
    const it = aLoop({ script: { a: ({ emit }) => emit("news") } });
    const start = it.world.clock.now();
    it.plan("a", 5);
    const result = await travel(it, 10);
    expect(result).toMatchObject({ from: start, to: start + 10, steps: 2 });
    expect(result.ran.map(({ at, what }) => [at - start, what])).toEqual([
      [5, "test"],
      [5, "event deposit.new"],
    ]);
  });

  test("with a running clock moves it by exactly its length more than the wall clock", async () => {
    const it = aLoop({ clock: "running" });
    it.plan("a", 50);
    await travel(it, 1_000);
    it.wall.nowMs += 7;
    expect([it.world.clock.tick() - it.world.clock.now(), it.since(), it.done]).toEqual([0, 1_007, [[50, "job a"]]]);
  });

  test("of a duration is exactly that long, although a running clock moves while it is read", async () => {
    const it = aLoop({ clock: "running" });
    const start = it.wall.nowMs;
    let readings = 0;
    Object.defineProperty(it.wall, "nowMs", { get: () => start + readings++ });
    const parts = { world: it.world, loop: it.loop, deliverer: NO_DELIVERIES };
    const { from, to } = await it.loop.exclusive(() => advanceBy(parts, 600_000));
    expect(readings).toBeGreaterThan(1);
    expect(to - from).toBe(600_000);
  });

  test("waits for another: of two at once the second begins where the first ended (R-228)", async () => {
    const it = aLoop();
    it.plan("a", 50);
    const results = await Promise.all([travel(it, 100), travel(it, 300)]);
    expect(results.map(({ from, to }) => to - from)).toEqual([100, 300]);
    expect([it.since(), results[1]!.from]).toEqual([400, results[0]!.to]);
  });

  test("waits for running deliveries before it moves the clock, and runs what they schedule when they end (R-225)", async () => {
    const flights: (() => void)[] = [];
    const deliverer = {
      endSwaps: () => false,
      get busy() {
        return flights.length > 0;
      },
      async idle() {
        for (const land of flights.splice(0)) land();
      },
    } as unknown as Deliverer;
    const script: Script = {
      send: ({ plan, done, since }) => {
        flights.push(() => {
          done.push([since(), "landed"]);
          plan("retry", 10);
        });
      },
    };
    const it = aLoop({ script });
    it.plan("send", 5);
    it.plan("other", 6);
    await travel(it, 100, deliverer);
    expect(it.done).toEqual([
      [5, "job send"],
      [5, "landed"],
      [6, "job other"],
      [15, "job retry"],
    ]);
  });
});

describe("a time travel with too many steps", () => {
  test("stops with an error and the clock at the last step; the next time travel continues (R-226)", async () => {
    const endless: Script = { again: ({ plan }) => plan("again", 0) };
    const it = aLoop({ script: endless, maxSteps: 500 });
    const start = it.world.clock.now();
    it.plan("again", 50);
    it.plan("later", 80);
    const parts = { world: it.world, loop: it.loop, deliverer: NO_DELIVERIES, maxSteps: 1_000 };
    const result = it.loop.exclusive(() => advance(parts, start + 100));
    const details = { now: isoTime(start + 50), steps: 1_000, last: expect.any(Array) };
    await expect(result).rejects.toMatchObject({ problem: "internalServerError", details });
    expect(it.since()).toBe(50);
    expect(upcoming(it.world.db, 10).map(({ ref, due_at }) => [ref, due_at - start])).toEqual([
      ["again", 50],
      ["later", 80],
    ]);
    delete endless["again"];
    await travel(it, 50);
    expect([it.since(), it.done.slice(-2)]).toEqual([
      100,
      [
        [50, "job again"],
        [80, "job later"],
      ],
    ]);
  });

  test("is not one of exactly the allowed number of steps", async () => {
    const it = aLoop();
    for (const ref of ["a", "b", "c"]) it.plan(ref, 5);
    const parts = { world: it.world, loop: it.loop, deliverer: NO_DELIVERIES, maxSteps: 3 };
    const { steps } = await it.loop.exclusive(() => advance(parts, it.world.clock.now() + 10));
    expect([steps, it.since()]).toEqual([3, 10]);
  });
});

test("instants in the past and beyond the end of the clock are refused, and nothing runs (R-222, R-228)", async () => {
  const it = aLoop();
  it.plan("now", 0);
  it.plan("soon", 5);
  await it.loop.settled();
  const parts = { world: it.world, loop: it.loop, deliverer: NO_DELIVERIES };
  for (const to of [it.world.clock.now() - 1, LATEST_MS]) {
    await expect(it.loop.exclusive(() => advance(parts, to))).rejects.toMatchObject({ problem: "invalidRequest" });
  }
  await expect(it.loop.exclusive(() => runUntilIdle(parts, LATEST_MS))).rejects.toMatchObject({
    problem: "invalidRequest",
  });
  expect([it.since(), it.done]).toEqual([0, [[0, "job now"]]]);
});

describe("running until idle", () => {
  test("runs only what is due now, unless it may advance the clock", async () => {
    const it = aLoop();
    it.plan("now", 0);
    it.plan("later", 500);
    await idle(it);
    expect([it.done, it.since()]).toEqual([[[0, "job now"]], 0]);
    await idle(it, 1_000);
    expect([it.done.at(-1), it.since()]).toEqual([[500, "job later"], 500]);
  });

  test("advances no further than its limit and returns what is still planned", async () => {
    const script: Script = { again: ({ plan }) => plan("again", 100) };
    const it = aLoop({ script });
    it.plan("again", 100);
    await idle(it, 350);
    expect(it.done.map(([at]) => at)).toEqual([100, 200, 300]);
    const block = { at: it.world.clock.now() + 60, network: "bsc" };
    expect(pendingWork(it.world, [block], 1)).toEqual([{ at: block.at, what: "block", ref: "bsc" }]);
    expect(pendingWork(it.world, []).map(({ at, what, ref }) => [at - it.world.clock.now(), what, ref])).toEqual([
      [100, "test", "again"],
    ]);
  });
});

/** Jobs that schedule further jobs, emit events and cause blocks, determined by their name: the same in every run. */
const STORY: Script = {
  deposit: ({ emit, blockDue }) => {
    emit("seen");
    blockDue("ethereum", 12_000);
  },
  ethereum: ({ emit, plan }) => {
    emit("confirmed");
    plan("settle", 0);
  },
  confirmed: ({ plan }) => plan("hook", 0),
  hook: ({ plan, since }) => {
    if (since() < 200_000) plan("hook", 10_000);
  },
  settle: ({ blockDue, plan }) => {
    blockDue("bsc", 3_000);
    plan("claim", 5_000);
  },
};

test("one jump ends in the same state as small steps, with the same items run at the same times (R-225)", async () => {
  const aPlan = fc.record({ ref: fc.constantFrom("deposit", "hook", "settle", "claim"), at: fc.nat(60_000) });
  const cuts = fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.array(aPlan, { maxLength: 6 }), cuts, async (plans, steps) => {
      const run = async (durations: readonly number[]) => {
        const it = aLoop({ script: STORY });
        for (const { ref, at } of plans) it.plan(ref, at);
        for (const byMs of durations) await travel(it, byMs);
        const left = upcoming(it.world.db, 100).map(({ ref, due_at }) => [ref, due_at]);
        return { done: it.done, left, blocks: it.blocks, now: it.since() };
      };
      const total = 900_000;
      const crawl = [...steps, total - steps.reduce((sum, step) => sum + step, 0)];
      expect(await run(crawl)).toEqual(await run([total]));
    }),
    { numRuns: 40 },
  );
});
