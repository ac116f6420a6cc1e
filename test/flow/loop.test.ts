// The one loop: what it does first, that it does one thing at a time, and that the clock is exactly where it should be.
import { describe, expect, test } from "vitest";
import { type ALoop, aLoop, type Script } from "./a-loop.ts";

/** What was done, without the times. */
const completed = ({ done }: ALoop): string[] => done.map(([, what]) => what);

describe("of what is due at one instant", () => {
  test("blocks come before events, events before planned work, planned work before tasks (R-225)", async () => {
    const it = aLoop();
    const task = it.loop.exclusive(async () => void it.done.push([it.since(), "task"]));
    it.plan("work", 0);
    it.emit("news");
    it.blockDue("ethereum", 0);
    await task;
    expect(completed(it)).toEqual(["block ethereum", "event news", "job work", "task"]);
  });

  test("effects of a step run in the same order: its block, then its event, then the next job", async () => {
    const script = {
      first: ({ emit, blockDue }: ALoop) => {
        emit("caused");
        blockDue("bsc", 0);
      },
      caused: ({ plan }: ALoop) => plan("third", 0),
    };
    const it = aLoop({ script });
    it.plan("first", 0);
    it.plan("second", 0);
    await it.loop.settled();
    expect(completed(it)).toEqual(["job first", "block bsc", "event caused", "job second", "job third"]);
  });

  test("events are processed in the order they were emitted, and jobs in the order they were scheduled", async () => {
    const it = aLoop();
    for (const ref of ["a", "b", "c"]) it.emit(ref);
    for (const ref of ["x", "y", "z"]) it.plan(ref, 0);
    await it.loop.settled();
    expect(completed(it)).toEqual(["event a", "event b", "event c", "job x", "job y", "job z"]);
  });

  test("overdue jobs run in order of their due times", async () => {
    const it = aLoop();
    it.plan("late", 30);
    it.plan("early", 10);
    it.plan("middle", 20);
    it.world.clock.moveTo(it.world.clock.now() + 100);
    await it.loop.settled();
    expect(completed(it)).toEqual(["job early", "job middle", "job late"]);
  });
});

describe("a task", () => {
  test("runs alone and in the order it was queued, however long it takes (R-228)", async () => {
    const it = aLoop();
    const task = (name: string) =>
      it.loop.exclusive(async () => {
        it.done.push([0, `${name} begins`]);
        for (let turn = 0; turn < 3; turn += 1) await new Promise<void>((resolve) => it.wall.soon(resolve));
        it.done.push([0, `${name} ends`]);
        return name;
      });
    expect(await Promise.all([task("a"), task("b"), task("c")])).toEqual(["a", "b", "c"]);
    expect(completed(it)).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  });

  test("is followed by everything it caused before the next one begins", async () => {
    const it = aLoop({ script: { caused: ({ plan }) => plan("more", 0) } });
    const first = it.loop.exclusive(async () => it.plan("caused", 0));
    const second = it.loop.exclusive(async () => void it.done.push([0, "second"]));
    await Promise.all([first, second]);
    expect(completed(it)).toEqual(["job caused", "job more", "second"]);
  });

  test("that fails rejects for its own caller, and the next one runs all the same", async () => {
    const it = aLoop();
    const failing = it.loop.exclusive(async () => {
      throw new RangeError("mine");
    });
    const next = it.loop.exclusive(async () => "fine");
    await expect(failing).rejects.toThrow("mine");
    expect(await next).toBe("fine");
    expect(it.errors).toEqual([]);
  });

  test("begins at the present reading of a running clock", async () => {
    const it = aLoop({ clock: "running" });
    it.wall.nowMs += 250;
    expect(await it.loop.exclusive(async () => it.since())).toBe(250);
  });
});

describe("with a frozen clock", () => {
  test("what is later is not done and nothing waits for it", async () => {
    const it = aLoop();
    it.plan("later", 1);
    it.blockDue("ethereum", 1);
    await it.loop.settled();
    expect([it.done, it.wall.waiting]).toEqual([[], []]);
  });

  test("everything due sees the same time", async () => {
    const slow = ({ wall }: ALoop): void => {
      wall.nowMs += 5_000;
    };
    const it = aLoop({ script: { a: slow } });
    it.plan("a", 0);
    it.plan("b", 0);
    await it.loop.settled();
    expect(it.done).toEqual([
      [0, "job a"],
      [0, "job b"],
    ]);
  });
});

describe("with a running clock", () => {
  test("the loop sleeps exactly until the next item is due, then runs it at its due time", async () => {
    const it = aLoop({ clock: "running" });
    it.plan("soon", 400);
    it.plan("late", 9_000);
    await it.loop.settled();
    await untilAsleep(it);
    expect([it.done, it.wall.waiting]).toEqual([[], [400]]);
    it.wall.ring();
    await untilAsleep(it);
    expect(it.done).toEqual([[400, "job soon"]]);
    expect(it.wall.waiting).toEqual([8_600]);
  });

  test("it sleeps until a block that is due earlier", async () => {
    const it = aLoop({ clock: "running" });
    it.plan("late", 9_000);
    it.blockDue("bsc", 3_000);
    await it.loop.settled();
    await untilAsleep(it);
    expect(it.wall.waiting).toEqual([3_000]);
    expect(it.loop.nextInstant()).toBe(it.world.clock.now() + 3_000);
  });

  test("new work wakes it: the old timer is cancelled and one for the earlier time is set", async () => {
    const it = aLoop({ clock: "running" });
    it.plan("late", 9_000);
    await it.loop.settled();
    await untilAsleep(it);
    it.plan("earlier", 100);
    it.loop.wake();
    await untilAsleep(it);
    expect(it.wall.waiting).toEqual([100]);
  });

  test("a late timer finds overdue work in order, each at its due time or later (R-231)", async () => {
    const it = aLoop({ clock: "running" });
    it.plan("b", 2_000);
    it.plan("a", 1_000);
    await it.loop.settled();
    await untilAsleep(it);
    it.wall.nowMs += 60_000;
    it.wall.ring();
    await untilAsleep(it);
    expect(it.done).toEqual([
      [1_000, "job a"],
      [2_000, "job b"],
    ]);
  });

  test("a late loop runs what was due before a block before it, and all at its own time (R-225, R-231)", async () => {
    const it = aLoop({ clock: "running", script: { a: ({ emit }) => emit("news") } });
    it.blockDue("bsc", 2_000);
    it.plan("b", 3_000);
    it.plan("a", 1_000);
    await it.loop.settled();
    await untilAsleep(it);
    it.wall.nowMs += 60_000;
    it.wall.ring();
    await untilAsleep(it);
    expect(it.done).toEqual([
      [1_000, "job a"],
      [1_000, "event news"],
      [2_000, "block bsc"],
      [3_000, "job b"],
    ]);
  });

  test("a block that is due at once comes before overdue work", async () => {
    const it = aLoop({ clock: "running" });
    it.plan("overdue", 1_000);
    it.wall.nowMs += 5_000;
    it.blocks.push({ at: 0, network: "bsc" });
    await it.loop.settled();
    expect(completed(it)).toEqual(["block bsc", "job overdue"]);
  });

  test("a timer that fires early runs nothing early", async () => {
    const it = aLoop({ clock: "running" });
    it.plan("a", 1_000);
    await it.loop.settled();
    await untilAsleep(it);
    it.loop.wake();
    await untilAsleep(it);
    expect(it.done).toEqual([]);
  });
});

describe("an internal error in a step", () => {
  test("is logged, and the loop continues a second later with all queued work", async () => {
    let broken = true;
    const script = {
      bad: () => {
        if (broken) throw new TypeError("ours");
      },
    };
    const it = aLoop({ clock: "running", script });
    it.plan("bad", 0);
    const task = it.loop.exclusive(async () => "done");
    await untilAsleep(it);
    expect(it.errors).toEqual([new TypeError("ours")]);
    expect(it.wall.waiting).toEqual([1_000]);
    broken = false;
    it.wall.ring();
    expect(await task).toBe("done");
    expect(completed(it)).toEqual(["job bad", "job bad"]);
  });

  test("that persists rejects queued work after the third time, instead of letting it hang", async () => {
    const it = aLoop({
      script: {
        broken() {
          throw new TypeError("ours");
        },
      },
    });
    it.plan("broken", 0);
    const waiting = it.loop.settled();
    const rejected = expect(waiting).rejects.toThrow("the loop fails again and again");
    for (let time = 0; time < 3; time += 1) {
      await untilAsleep(it);
      it.wall.ring();
    }
    await rejected;
    expect(it.errors).toHaveLength(3);
    await it.loop.stop();
  });
});

test("endless work rejects all queued tasks, and the loop pauses instead of spinning for ever (R-226)", async () => {
  const script: Script = { again: ({ plan }) => plan("again", 0) };
  const it = aLoop({ script, maxSteps: 50 });
  it.plan("again", 0);
  const waiting = [it.loop.settled(), it.loop.exclusive(async () => "never")];
  for (const one of waiting) {
    const details = expect.objectContaining({ steps: 51 });
    await expect(one).rejects.toMatchObject({ problem: "internalServerError", details });
  }
  await untilAsleep(it);
  expect([it.done.length, it.errors.length, it.wall.waiting]).toEqual([51, 1, [1_000]]);
  delete script["again"];
  expect(await it.loop.exclusive(async () => "done")).toBe("done");
});

describe("stopping", () => {
  test("ends after the running task and rejects the queued ones", async () => {
    const it = aLoop();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const running = it.loop.exclusive(async () => {
      begin();
      await gate;
      return "ended";
    });
    const waiting = it.loop.exclusive(async () => "never");
    await begun;
    const stopped = it.loop.stop();
    await expect(waiting).rejects.toThrow();
    open();
    expect(await running).toBe("ended");
    await stopped;
    await expect(it.loop.exclusive(async () => "late")).rejects.toThrow();
  });

  test("cancels the timer, and no planned job runs any more", async () => {
    const it = aLoop({ clock: "running" });
    it.plan("later", 10);
    await it.loop.settled();
    await untilAsleep(it);
    await it.loop.stop();
    expect(it.wall.waiting).toEqual([]);
    it.loop.wake();
    it.wall.nowMs += 1_000;
    await untilAsleep(it);
    expect(it.done).toEqual([]);
  });
});

/** A few turns of the Node event loop: the loop only waits for its timer. */
async function untilAsleep({ wall }: ALoop): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise<void>((resolve) => wall.soon(resolve));
}
