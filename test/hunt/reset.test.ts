// `--reset`: each world begins from an empty app and a snapshot of the sandbox (U-10).

import { createServer, type Server } from "node:http";
import { expect, test } from "vitest";
import { freePort } from "../../src/cli/hunt/free-port.ts";
import type { ActAnswer, App } from "../../src/hunt/app/app.ts";
import type { Books } from "../../src/hunt/judge/books.ts";
import { decimalOf, ZERO } from "../../src/hunt/judge/decimal.ts";
import { huntShop } from "./a-hunt.ts";

/**
 * An app that credits every delivery of a webhook, in this process. `emptied`: what its books held when they were emptied. With `forgets` the
 * command that should empty it does nothing.
 */
async function anApp({ forgets = false }: { forgets?: boolean } = {}) {
  const port = await freePort();
  let credits: { id: string; owner: string; amount: string }[] = [];
  const seen: string[] = [];
  const events: string[] = [];
  let server: Server | undefined;
  const stop = async (): Promise<void> => {
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())));
    server = undefined;
    events.push("stop");
  };
  const start = async (): Promise<void> => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { type, payload } = JSON.parse(Buffer.concat(chunks).toString() || "{}");
        if (type === "deposit.confirmed") {
          seen.push(payload.id);
          credits.push({ id: payload.id, owner: payload.owner, amount: payload.balance.amount });
        }
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => server?.listen(port, "127.0.0.1", resolve));
    events.push("start");
  };
  const app: App = {
    ...{
      canRestart: false,
      canReset: true,
      hasBooks: true,
      can: () => false,
      died: () => null,
      namesInOrders: () => true,
    },
    ...{ start, stop, restart: async () => undefined },
    async reset() {
      events.push(`reset of ${credits.length}`);
      if (!forgets) credits = [];
    },
    act: (): Promise<ActAnswer> => Promise.reject(new Error("it can do nothing")),
    async books({ owner }): Promise<Books> {
      const own = credits.filter((one) => one.owner === owner);
      const amounts = own.map((one) => ({
        ...{ network: "base", asset: "USDC", tx_id: null, deposit_id: one.id, amount: decimalOf(one.amount) ?? ZERO },
      }));
      return { credits: amounts, sums: null, balances: null, withdrawals: null };
    },
  };
  return {
    app,
    seen,
    events,
    adapter: { webhook: `http://127.0.0.1:${port}/`, accepts: [{ network: "base", asset: "USDC" }] },
  };
}

test("U-10 each world begins with an empty app, and the sandbox gives the same ids again", async () => {
  const { app, seen, events, adapter } = await anApp();
  const report = await huntShop({ app, adapter, only: ["webhook deposit.confirmed duplicate"] });
  expect(report.hindrance).toBeNull();
  expect(report.findings).toMatchObject([{ rate: { failed: 10, of: 10 }, certificate: { kind: "smallest" } }]);
  const resets = events.flatMap((event, at) => (event.startsWith("reset") ? [at] : []));
  // One before the hunt, and one for each world.
  expect(resets).toHaveLength(1 + report.worlds.singles + report.further_worlds);
  const around = resets.slice(1).map((at) => [events[at - 1], events[at + 1]]);
  expect(around).toEqual(Array(resets.length - 1).fill(["stop", "start"]));
  expect(Math.max(...resets.map((at) => Number(/\d+$/.exec(events[at] ?? "")?.[0])))).toBeLessThan(10);
  // A deposit that was sent twice in each run of the story: one id, since each begins from the same snapshot.
  const counts = [...Map.groupBy(seen, (id) => id).values()].map(({ length }) => length);
  expect(Math.max(...counts)).toBeGreaterThanOrEqual(20);
}, 300_000);

test("U-10 what needs several worlds in the books of the app is never seen", async () => {
  const { app, adapter } = await anApp();
  const books = app.books.bind(app);
  const owners = new Set<string>();
  const reset = app.reset.bind(app);
  // Wrong as soon as it has seen several owners: no single world shows it.
  const dirty: App = Object.assign(Object.create(app) as App, {
    async reset() {
      owners.clear();
      await reset();
    },
    async books(values: Parameters<App["books"]>[0]) {
      owners.add(values["owner"] ?? "");
      const found = await books(values);
      const [first] = found?.credits ?? [];
      return owners.size < 6 || first === undefined ? found : { ...found, credits: [first, first] };
    },
  });
  const only = ["value tenths", "value two", "value same"];
  const asked = { app: dirty, adapter, only, phases: ["singles", "pairs"], maxWorlds: 30 } as const;
  expect((await huntShop(asked)).findings).toEqual([]);
  // The same app that is never emptied is wrong in its sixth world at the latest.
  const { findings, hindrance } = await huntShop({ ...asked, app: Object.assign(dirty, { canReset: false }) });
  expect(hindrance ?? findings[0]?.rule).not.toBeUndefined();
}, 300_000);
