// The app of the library as a hunt asks it: what its functions return, throw, and how long they may take.
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { AppFault } from "../../src/hunt/app/app.ts";
import { BooksFault } from "../../src/hunt/judge/books.ts";
import { systemClock, type WallClock } from "../../src/kernel/wall-clock.ts";
import { FunctionApp } from "../../src/testing/hunt/function-app.ts";
import type { HuntedApp, RunningApp } from "../../src/testing/hunt/hunted-app.ts";

const WEBHOOK = "http://127.0.0.1:1/w";

/** Every deadline strikes as soon as nothing else is to be done. */
const IMPATIENT: WallClock = {
  ...systemClock,
  after(_, run) {
    const timer = setImmediate(run);
    return { cancel: () => clearImmediate(timer) };
  },
};

function anApp(
  functions: Partial<HuntedApp>,
  { guesses = [], wall = systemClock }: { guesses?: string[]; wall?: WallClock } = {},
) {
  return new FunctionApp(
    { app: () => undefined, webhook: WEBHOOK, ...functions },
    { wall, guessed: (text) => void guesses.push(text) },
  );
}

test.each<[string, unknown, object]>([
  ["an address", "0xabc", { ok: true, address: "0xabc", addresses: {}, text: "open()" }],
  ["an object", { address: "0xabc", base: "0x1", name: "b" }, { address: "0xabc", addresses: { base: "0x1" } }],
  ["nothing", undefined, { ok: true, address: null, addresses: {} }],
])("open may return %s", async (_, answer, expected) => {
  expect(await anApp({ open: () => answer }).act("open", { owner: "a" })).toMatchObject(expected);
});

test("what an action throws is a failed step, and not the end of the hunt", async () => {
  const app = anApp({ withdraw: () => Promise.reject(new Error("402 no money")) });
  expect(await app.act("withdraw", {})).toMatchObject({ ok: false, text: "withdraw() → 402 no money" });
  expect([app.can("withdraw"), app.can("open"), app.hasBooks, app.canReset, app.canRestart]).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("an action that never ends is a failed step after its time", async () => {
  const app = anApp({ reconcile: () => new Promise(() => {}) }, { wall: IMPATIENT });
  expect(await app.act("reconcile", {})).toMatchObject({ ok: false, text: "reconcile() → no result within 15 s" });
});

test("books: text in whole units, a bigint in base units beside its place, undefined for an owner that is not known", async () => {
  const amounts = async (value: unknown) =>
    (await anApp({ books: () => value }).books({ owner: "a" }))?.sums?.map(({ amount }) => amount);
  expect(await amounts("25.5")).toEqual([{ units: 255n, scale: 1 }]);
  expect(await amounts([{ network: "base", asset: "USDC", amount: 25_500_000n }])).toEqual([
    { units: 25_500_000n, scale: 6 },
  ]);
  expect(await anApp({ books: () => undefined }).books({ owner: "a" })).toBeNull();
  await expect(amounts(25_500_000n)).rejects.toThrow(BooksFault);
  const broken = anApp({ books: () => Promise.reject(new Error("database is locked")) });
  await expect(broken.books({ owner: "a" })).rejects.toThrow("the function books failed: database is locked");
});

test("what is guessed of the books is told once", async () => {
  const guesses: string[] = [];
  const app = anApp({ books: () => ({ total: "1" }) }, { guesses });
  await app.books({ owner: "a" });
  await app.books({ owner: "b" });
  expect(guesses).toEqual(["sums: /total"]);
});

test("each form of a running app is ended, a server with its open connections, and started again by its function", async () => {
  const ended: string[] = [];
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const forms: RunningApp[] = [
    () => void ended.push("function"),
    { close: () => void ended.push("close") },
    { [Symbol.asyncDispose]: async () => void ended.push("dispose") },
    server.on("close", () => ended.push("server")),
    undefined,
  ];
  for (const form of forms) {
    let starts = 0;
    const app = anApp({
      app: () => {
        starts += 1;
        return starts === 1 ? form : undefined;
      },
    });
    await app.start({ SANDBOX_URL: "x" });
    await app.restart();
    await app.stop();
    expect(starts).toBe(2);
  }
  expect(ended).toEqual(["function", "close", "dispose", "server"]);
});

test("an app that does not start or end is a fault of the app that says which function failed", async () => {
  await expect(anApp({ app: () => Promise.reject(new Error("no")) }).start({})).rejects.toThrow(AppFault);
  const stuck = anApp({ app: () => () => new Promise(() => {}) }, { wall: IMPATIENT });
  await stuck.start({});
  await expect(stuck.stop()).rejects.toThrow("the end of the app failed: no result within 15 s");
});
