// EventWaiters: woken by commits, ended by the wall clock, a new world or the end of the sandbox.
import { expect, test } from "vitest";
import { EventWaiters } from "../../../src/admin/streams/event-wait.ts";
import type { Timer, WallClock } from "../../../src/kernel/wall-clock.ts";

/** A wall clock whose timers fire only on request. */
function aStillWall() {
  const timers = new Map<number, { delayMs: number; run: () => void }>();
  let count = 0;
  const wall: WallClock = {
    now: () => 0,
    monotonic: () => 0,
    after(delayMs, run): Timer {
      const id = ++count;
      timers.set(id, { delayMs, run });
      return { cancel: () => void timers.delete(id) };
    },
    soon: (run) => run(),
  };
  return {
    wall,
    timers,
    ring: () => {
      for (const { run } of [...timers.values()]) run();
    },
  };
}

test("an event that is there already is returned at once", async () => {
  const { wall, timers } = aStillWall();
  const waiters = new EventWaiters(wall);
  expect(await waiters.wait(() => 7, 1_000)).toBe(7);
  expect(waiters.size).toBe(0);
  expect(timers.size).toBe(0);
});

test("the query runs again only after a wake, and an answered waiter is removed", async () => {
  const { wall, timers } = aStillWall();
  const waiters = new EventWaiters(wall);
  let [found, looks] = [undefined as number | undefined, 0];
  const waiting = waiters.wait(() => {
    looks += 1;
    return found;
  }, 1_000);
  waiters.wake();
  found = 7;
  waiters.wake();
  waiters.wake();
  expect(await waiting).toBe(7);
  expect(looks).toBe(3);
  expect(timers.size).toBe(0);
});

test("ends after the requested time-out", async () => {
  const { wall, timers, ring } = aStillWall();
  const waiters = new EventWaiters(wall);
  const waiting = waiters.wait(() => undefined, 1_234);
  expect([...timers.values()].map(({ delayMs }) => delayMs)).toEqual([1_234]);
  ring();
  expect(await waiting).toBe("timeout");
  expect(waiters.size).toBe(0);
});

test("ends when the world is replaced, and a closed one accepts no waiter", async () => {
  const waiters = new EventWaiters(aStillWall().wall);
  const first = waiters.wait(() => undefined, 1_000);
  waiters.restart();
  expect(await first).toBe("restarted");
  const second = waiters.wait(() => undefined, 1_000);
  waiters.close();
  expect(await second).toBe("closed");
  expect(await waiters.wait(() => undefined, 1_000)).toBe("closed");
});

test("an error in the query rejects the waiting request and not the commit that woke it", async () => {
  const waiters = new EventWaiters(aStillWall().wall);
  let broken = false;
  const waiting = waiters.wait(() => {
    if (broken) throw new Error("broken");
    return undefined;
  }, 1_000);
  broken = true;
  expect(() => waiters.wake()).not.toThrow();
  await expect(waiting).rejects.toThrow("broken");
});
