// The library form of the hunt: an Express app of this process under worlds of troubles (U-60).

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import { expect, expectTypeOf, onTestFinished, test } from "vitest";
import { freePort } from "../../src/cli/hunt/free-port.ts";
import {
  type HuntedApp,
  type HuntResult,
  hunt,
  type PlayedStory,
  playStory,
  type SandboxVariables,
  verifyWebhook,
} from "../../src/testing/testing.ts";
import { setVariable } from "../support/set-variable.ts";

type Credit = { deposit_id: string; owner: string; network: string; asset: string; raw: string; decimals: number };

/** Credits each confirmed deposit under its id; one that makes the mistake, under the id of the webhook's attempt. */
async function aShop({ mistake = false }: { mistake?: boolean } = {}) {
  const port = await freePort();
  const starts: SandboxVariables[] = [];
  let credits = new Map<string, Credit>();
  const app = async (env: SandboxVariables): Promise<Server> => {
    starts.push(env);
    credits = new Map();
    const shop = express();
    shop.post("/webhooks", express.raw({ type: "*/*" }), (request, response) => {
      const body = request.body as Buffer;
      const genuine = verifyWebhook({ secret: env.SANDBOX_WEBHOOK_SECRET, headers: request.headers, body });
      if (!genuine.ok) return void response.sendStatus(401);
      const { type, payload } = JSON.parse(body.toString("utf8"));
      if (type === "deposit.confirmed") {
        const { id, owner, network_symbol: network, symbol: asset, balance, decimal: decimals } = payload;
        const key = mistake ? `${id} ${credits.size}` : id;
        credits.set(key, { deposit_id: id, owner, network, asset, raw: balance.raw, decimals });
      }
      if (type === "transaction.failed" && payload.type === "deposit") credits.delete(payload.source_id);
      response.sendStatus(204);
    });
    const server = createServer(shop);
    return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
  };
  const functions = {
    ...{ app, webhook: `http://127.0.0.1:${port}/webhooks` },
    books: (owner: string) => [...credits.values()].filter((one) => one.owner === owner),
  } satisfies HuntedApp;
  return { functions, starts };
}

const FEW = {
  phases: ["singles"],
  only: ["webhook deposit.confirmed du", "webhook deposit.confirmed answer", "value two"],
  settleMs: 300,
  seconds: 240,
} as const;

test("a correct app has no findings, and the result says what was tried and what was left out", async () => {
  const { functions, starts } = await aShop();
  const result = await hunt({ ...functions, ...FEW });
  expectTypeOf(result).toEqualTypeOf<HuntResult>();
  result.expectNoFindings({ warnings: true });
  expect(result.worlds).toBeGreaterThan(1);
  expect(result).toMatchObject({ findings: [], notJudged: [] });
  expect(result.met["webhook twice in a row"]).toBeGreaterThan(0);
  expect(result.leftOut).toContain("no payouts: the adapter has no action withdraw");
  expect(result.leftOut).toContain("no restarts: your app keeps its books in memory");
  expect(starts).toHaveLength(1);
  expect(starts[0]?.SANDBOX_API_KEY).toMatch(/^sk_sandbox_/);
}, 300_000);

test("a mistake is thrown as its story, is kept, and playStory throws it until the app is mended", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hunt-library-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { functions } = await aShop({ mistake: true });
  const opened: string[] = [];
  const open = async ({ owner, network }: { owner: string; network: string }) =>
    void opened.push(`${owner} ${network}`);
  const result = await hunt({ ...functions, ...FEW, report: folder });
  const [finding] = result.findings;
  expect(finding).toMatchObject({ level: "error", seen: { failed: 10, of: 10 } });
  expect(() => result.expectNoFindings()).toThrow(finding?.story.trimEnd());
  expect(finding?.story).toContain("the next deposit.confirmed");
  const file = join(folder, "hunt-1.json");
  expect(finding).toMatchObject({ file });
  expect(finding?.story).toContain(`again: await playStory(${JSON.stringify(file)}, app)`);
  expect(readFileSync(join(folder, "hunt-1.html"), "utf8")).toContain("<!doctype html>");
  await expect(playStory(file, functions)).rejects.toThrow(`${file} fails in 3 of 3 runs: ${finding?.rule}`);
  const mended = (await aShop()).functions;
  const played = await playStory(file, mended);
  expectTypeOf(played).toEqualTypeOf<PlayedStory>();
  expect(played).toEqual({ rule: finding?.rule, failed: 0, of: 3 });
  // A function that opens wallets and gives no address: the app never asked the sandbox.
  await expect(playStory(file, { ...mended, open })).rejects.toThrow("your app sent no request to the sandbox");
  expect(opened.length).toBeGreaterThan(0);
}, 300_000);

test("an app that keeps its books is restarted in the middle of worlds, by its own function, and ended at the end", async () => {
  const { functions, starts } = await aShop();
  const kept = new Map<string, string>();
  let isOpen = false;
  const app = async (env: SandboxVariables) => {
    const server = await functions.app(env);
    isOpen = true;
    return async () => {
      isOpen = false;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    };
  };
  // The books outlive a restart: what was read before is not forgotten.
  const books = (owner: string) => {
    const now = functions.books(owner);
    for (const one of now) kept.set(`${owner} ${one.deposit_id}`, JSON.stringify(one));
    return [...kept].flatMap(([key, text]) => (key.startsWith(`${owner} `) ? [JSON.parse(text) as Credit] : []));
  };
  const result = await hunt({
    ...functions,
    app,
    books,
    keeps: true,
    phases: ["singles"],
    only: ["app restarted before"],
    settleMs: 300,
    seconds: 240,
  });
  result.expectNoFindings();
  expect(starts.length).toBeGreaterThan(1);
  expect(isOpen).toBe(false);
}, 300_000);

test.each<[string, Partial<HuntedApp>, string]>([
  [
    "an app that does not start",
    { app: () => Promise.reject(new Error("port 3000 is taken")) },
    "the function app failed: port 3000 is taken",
  ],
  ["a webhook that is no URL", { webhook: "localhost" }, "/webhook must be a URL"],
  ["a webhook on another machine", { webhook: "https://example.com/w" }, "is not on this machine"],
])(
  "%s rejects with the reason: nothing that was not judged passes",
  async (_, wrong, says) => {
    const { functions } = await aShop();
    await expect(hunt({ ...functions, ...FEW, ...wrong })).rejects.toThrow(says);
  },
  120_000,
);

test("U-71 a key of the real service in the environment is refused", async () => {
  setVariable("SERVICE_API_KEY", "x");
  const { functions } = await aShop();
  await expect(hunt({ ...functions, ...FEW })).rejects.toThrow("SERVICE_API_KEY holds a key of the real service");
});

test.each([
  ["{", "is not JSON"],
  ['{"title":"x"}', "is no story of a hunt"],
  ['{"hunt":{"version":2,"sandbox_version":"9.0.0"}}', "its format is 2 (it was kept by version 9.0.0)"],
])("a file that is no story of this version is refused: %s", async (text, says) => {
  const folder = mkdtempSync(join(tmpdir(), "hunt-library-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "hunt-1.json");
  writeFileSync(file, text);
  await expect(playStory(file, (await aShop()).functions)).rejects.toThrow(says);
});

test("what a test may give is typed", () => {
  expectTypeOf<{ app: () => void; webhook: string }>().not.toExtend<HuntedApp>();
  expectTypeOf<{ app: () => undefined; webhook: string }>().toExtend<HuntedApp>();
  expectTypeOf<{ app: () => Promise<Server>; webhook: string }>().toExtend<HuntedApp>();
  expectTypeOf<{
    app: () => () => void;
    webhook: string;
    withdraw: (order: { id: string; to: string }) => void;
  }>().toExtend<HuntedApp>();
  expectTypeOf<{ app: () => undefined; webhook: string; creditAt: "later" }>().not.toExtend<HuntedApp>();
  expectTypeOf<{ webhook: string }>().not.toExtend<HuntedApp>();
});
