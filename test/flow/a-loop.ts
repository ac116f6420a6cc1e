// A loop without chains and network: blocks, reactions and jobs are scripted by the test, and every step is recorded.

import { schedule } from "../../src/domain/agenda.ts";
import { emit, markProcessed, oldestUnprocessed } from "../../src/domain/outbox.ts";
import { Loop } from "../../src/flow/loop/loop.ts";
import { systemClock, type Timer, type WallClock } from "../../src/kernel/wall-clock.ts";
import { type AWorld, aWorld, type WorldFacts } from "../support/worlds/a-world.ts";

/** A wall clock that does not move by itself; its timers are recorded and fired by hand. */
export class FakeWall implements WallClock {
  nowMs = 1_700_000_000_000;
  readonly timers: { delayMs: number; run: () => void; cancelled: boolean }[] = [];

  now = (): number => this.nowMs;
  monotonic = (): number => this.nowMs;
  soon = systemClock.soon;

  after(delayMs: number, run: () => void): Timer {
    const timer = { delayMs, run, cancelled: false };
    this.timers.push(timer);
    return {
      cancel() {
        timer.cancelled = true;
      },
    };
  }

  /** The pending timers. */
  get waiting(): number[] {
    return this.timers.filter(({ cancelled }) => !cancelled).map(({ delayMs }) => delayMs);
  }

  /** Moves the wall to the last timer and fires it. */
  ring(): void {
    const timer = this.timers.findLast(({ cancelled }) => !cancelled);
    if (timer === undefined) throw new RangeError("no timer waits");
    timer.cancelled = true;
    this.nowMs += timer.delayMs;
    timer.run();
  }
}

/** Scripted effect of a job or a reaction, by its subject; nothing by default. */
export type Script = Record<string, (loop: ALoop) => void | Promise<void>>;

export type ALoop = {
  world: AWorld;
  wall: FakeWall;
  loop: Loop;
  /** Completed steps, each with the virtual ms since the start. */
  done: [at: number, what: string][];
  errors: unknown[];
  blocks: { at: number; network: string }[];
  /** Virtual ms since the start. */
  since(): number;
  /** Schedules a job `afterMs` from now. */
  plan(ref: string, afterMs: number): void;
  /** Emits an event about `ref`. */
  emit(ref: string): void;
  /** A block falls due `afterMs` from now. */
  blockDue(network: string, afterMs: number): void;
};

/** `emptyBlocksOf`: the networks whose blocks have no transactions. */
export function aLoop(
  facts: WorldFacts & { script?: Script; maxSteps?: number; emptyBlocksOf?: readonly string[] } = {},
): ALoop {
  const wall = new FakeWall();
  const world = aWorld({ ...facts, wallNow: wall.now });
  const start = world.clock.now();
  const script = facts.script ?? {};
  const emptyBlocks = new Set(facts.emptyBlocksOf ?? []);
  const since = (): number => world.clock.now() - start;
  const play = (what: string, ref: string): void | Promise<void> => {
    made.done.push([since(), `${what} ${ref}`]);
    return script[ref]?.(made);
  };
  const loop = new Loop({
    world,
    wall,
    log: { error: (fact) => void made.errors.push(fact["error"]), warn() {}, info() {}, debug() {} },
    ...(facts.maxSteps === undefined ? {} : { maxSteps: facts.maxSteps }),
    nextBlock: () => made.blocks.toSorted((a, b) => a.at - b.at)[0],
    async mineBlock(network) {
      made.blocks.splice(
        made.blocks.findIndex((block) => block.network === network),
        1,
      );
      await play("block", network);
      return { what: "block", empty: emptyBlocks.has(network) };
    },
    processEvents() {
      const events = oldestUnprocessed(world.db);
      if (events.length === 0) throw new RangeError("no event");
      for (const event of events) {
        markProcessed(world.db, event.sequence, { body: "{}", sent: null });
        void play("event", event.resource_id);
      }
      return events;
    },
    async runJob(row) {
      await play("job", row.ref);
    },
  });
  const made: ALoop = {
    world,
    wall,
    loop,
    done: [],
    errors: [],
    blocks: [],
    since,
    plan: (ref, afterMs) => schedule(world.db, "test", ref, world.clock.now() + afterMs),
    emit: (ref) => emit(world, { tenantId: world.tenant.id, type: "deposit.new", resourceId: ref, record: {} }),
    blockDue: (network, afterMs) => void made.blocks.push({ at: world.clock.now() + afterMs, network }),
  };
  return made;
}
