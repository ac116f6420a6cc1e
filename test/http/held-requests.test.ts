// Requests on their way: who waits for them goes on when they were answered, and never waits long.
import { expect, test } from "vitest";
import { HeldRequests } from "../../src/http/stages/held-requests.ts";
import type { WallClock } from "../../src/kernel/wall-clock.ts";

/** A wall that goes on by hand. */
function aWall() {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  const wall: Pick<WallClock, "monotonic" | "after"> = {
    monotonic: () => now,
    after(delayMs, run) {
      timers.push({ at: now + delayMs, run });
      return { cancel: () => {} };
    },
  };
  const pass = async (ms: number): Promise<void> => {
    now += ms;
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { run } of due) run();
    await new Promise<void>((resolve) => void setImmediate(resolve));
  };
  return { wall: wall as WallClock, pass };
}

/** What became of a promise so far. */
function seen(answered: Promise<boolean>): { is: boolean | "open" } {
  const found: { is: boolean | "open" } = { is: "open" };
  void answered.then((is) => {
    found.is = is;
  });
  return found;
}

test("nobody waits where nothing is on its way", async () => {
  const { wall } = aWall();
  expect(await new HeldRequests(wall).wait().answered()).toBe(false);
});

test("what is waited for is the answer, not the arrival; then nothing is on its way", async () => {
  const { wall, pass } = aWall();
  const held = new HeldRequests(wall);
  const [first, second] = [held.hold(100), held.hold(300)];
  const waiting = held.wait();
  const one = seen(waiting.answered());
  await pass(400);
  first();
  await pass(1);
  expect(one.is).toBe("open");
  second();
  await pass(1);
  expect(one.is).toBe(true);
  expect(await waiting.answered()).toBe(false);
});

test("a request that comes meanwhile is waited for the next time", async () => {
  const { wall, pass } = aWall();
  const held = new HeldRequests(wall);
  const waiting = held.wait();
  expect(await waiting.answered()).toBe(false);
  const answer = held.hold(50);
  const one = seen(waiting.answered());
  await pass(50);
  answer();
  await pass(1);
  expect(one.is).toBe(true);
});

test("one that is held longer than ten seconds is not waited for", async () => {
  const { wall } = aWall();
  const held = new HeldRequests(wall);
  held.hold(10_001);
  expect(await held.wait().answered()).toBe(false);
});

test("after ten seconds nobody waits any more, whatever was not answered or comes again and again", async () => {
  const { wall, pass } = aWall();
  const held = new HeldRequests(wall);
  held.hold(100);
  const waiting = held.wait();
  const one = seen(waiting.answered());
  await pass(9_999);
  expect(one.is).toBe("open");
  await pass(1);
  expect(one.is).toBe(true);
  held.hold(0);
  expect(await waiting.answered()).toBe(false);
});
