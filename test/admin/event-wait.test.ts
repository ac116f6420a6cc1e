// Waiting without polling: woken by commits, ended by the wall clock or the end of the world.
import { expect, test } from "vitest";
import { EventWaiters } from "../../src/admin/event-wait.ts";
import type { Timer, WallClock } from "../../src/kernel/wall-clock.ts";

/** A wall whose timers ring only when told to. */
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

test("what is there already is answered at once", async () => {
  const { wall, timers } = aStillWall();
  const waiters = new EventWaiters(wall);
  expect(await waiters.wait(() => 7, 1_000)).toBe(7);
  expect(waiters.size).toBe(0);
  expect(timers.size).toBe(0);
});

test("looks again only when woken, and forgets who was answered", async () => {
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

test("ends with the time-out that was asked for", async () => {
  const { wall, timers, ring } = aStillWall();
  const waiters = new EventWaiters(wall);
  const waiting = waiters.wait(() => undefined, 1_234);
  expect([...timers.values()].map(({ delayMs }) => delayMs)).toEqual([1_234]);
  ring();
  expect(await waiting).toBe("timeout");
  expect(waiters.size).toBe(0);
});

test("ends when the world does, and a closed one lets nobody wait", async () => {
  const waiters = new EventWaiters(aStillWall().wall);
  const first = waiters.wait(() => undefined, 1_000);
  waiters.restart();
  expect(await first).toBe("restarted");
  const second = waiters.wait(() => undefined, 1_000);
  waiters.close();
  expect(await second).toBe("closed");
  expect(await waiters.wait(() => undefined, 1_000)).toBe("closed");
});

test("a mistake while looking reaches the one who waits, not the commit that woke him", async () => {
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
