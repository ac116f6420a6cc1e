// The tools of the MCP server, called by a real client against a world with records in every state (G-T1).
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDemo } from "../../src/demo/demo.ts";
import { MAX_BYTES } from "../../src/mcp/answer.ts";
import { allOperations } from "../../src/mcp/operations.ts";
import { NOT_CALLED } from "../../src/mcp/tools/any-operation.ts";
import { TOOLS } from "../../src/mcp/tools/table.ts";
import { type ASandbox, openSandbox } from "../support/a-sandbox.ts";
import { aReceiver } from "../support/clients/a-receiver.ts";
import { aSession, connect } from "./a-client.ts";

let sandbox: Awaited<ReturnType<typeof openSandbox>>;
let calls: Awaited<ReturnType<typeof connect>>;

beforeAll(async () => {
  sandbox = await openSandbox();
  await createDemo({ host: sandbox.ready, seed: 1, runs: false });
  calls = await connect(aSession(sandbox.ready));
}, 120_000);
afterAll(() => sandbox.end());

const readingCalls: readonly (readonly [tool: string, args: Record<string, unknown>])[] = [
  ["status", {}],
  ["search", { q: "019b76da" }],
  ["events", { action: "list", limit: 1000 }],
  ["deliveries", { action: "list", limit: 1000 }],
  ["requests", { action: "list", limit: 200, surface: "v1" }],
  ["clock", { action: "show" }],
  ["chain", { action: "list" }],
  ["faults", { action: "catalogue" }],
  ["faults", { action: "list" }],
  ["snapshot", { action: "list" }],
  ["contract", { action: "report" }],
  ["contract", { action: "readings" }],
  ["describe_operation", { search: "payout deposit wallet" }],
  ["explain_signature", { body: "{}", headers: { "webhook-signature": "ab" }, secret: "whsec_x" }],
];

test("there are sixteen tools, and their list has at most 14 kB", async () => {
  const list = await calls.client.listTools();
  expect(list.tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
  expect(list.tools).toHaveLength(16);
  expect(Buffer.byteLength(JSON.stringify(list))).toBeLessThanOrEqual(14_000);
});

test.each(readingCalls)("%s %o answers with JSON of at most 8 kB", async (tool, args) => {
  const { text, isError } = await calls.call(tool, args);
  expect(isError, text).toBe(false);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES);
});

const lists = [
  ["events", "/events?limit=1000", { limit: 1000 }],
  ["requests", "/requests?limit=200&surface=v1", { limit: 200 }],
] as const;
const listsInOrder = lists.flatMap((list) => (["newest", "oldest"] as const).map((order) => [...list, order] as const));

test.each(listsInOrder)(
  "a list of %s that is cut goes on where it ended: each row comes once (%s, %o, %s first)",
  async (tool, path, bounds, order) => {
    const seen: number[] = [];
    let args: Record<string, unknown> | undefined = { action: "list", order, ...bounds };
    while (args !== undefined) {
      const page = await calls.ok(tool, args);
      seen.push(...page.items.map(({ sequence }: { sequence: number }) => sequence));
      const next = page.next?.find(({ arguments: { action } }: { arguments: { action: string } }) => action === "list");
      args = next?.arguments;
    }
    const { items } = await sandbox.control("GET", `${path}&order=${order}`);
    expect(seen).toEqual(items.map(({ sequence }: { sequence: number }) => sequence));
    expect(seen.length).toBeGreaterThan(30);
  },
);

test("a record is shown by its id or by what it begins with, and its parts by the calls that are named", async () => {
  const { items } = await sandbox.control("GET", "/deposits?limit=1");
  const shown = await calls.ok("show", { id: items[0].id });
  expect(shown).toMatchObject({ kind: "deposit", items: expect.any(Array) });
  const event = await calls.ok("events", { action: "list", limit: 1 });
  expect(await calls.ok("events", { action: "one", id: event.items[0].id })).toMatchObject({
    type: event.items[0].type,
  });
  const { items: deliveries } = await calls.ok("deliveries", { action: "list", limit: 1 });
  expect(await calls.ok("deliveries", { action: "one", id: deliveries[0].id })).toMatchObject({ id: deliveries[0].id });
  const requests = await calls.ok("requests", { action: "list", limit: 1 });
  const { request_id } = requests.items[0];
  expect(await calls.ok("requests", { action: "one", request_id })).toMatchObject({ request_id });
  expect(await calls.call("show", { id: "nothing-has-this" })).toMatchObject({ isError: true });
});

test("a dead delivery is named with the call that sends it again, and that call works", async () => {
  const { next } = await calls.ok("deliveries", { action: "list", state: "dead" });
  const again = next.find(({ arguments: args }: { arguments: { action: string } }) => args.action === "redeliver");
  expect(await calls.ok(again.tool, again.arguments)).toMatchObject({ id: again.arguments.id });
});

test("what is held back is named with a call of a tool that releases it", async () => {
  const other = await openSandbox();
  try {
    const { ok } = await connect(aSession(other.ready));
    await ok("chain", { action: "mode", network: "base", mode: "manual" });
    await ok("call_operation", { id: "v1:createWallet", body: { owner: "held", network_symbol: "base" } });
    await ok("deposit", { network: "base", asset: "USDC", amount: "1", owner: "held" });
    for (let step = 0; step < 10; step += 1) {
      const { next = [] } = await ok("status");
      if (next.length === 0) break;
      await ok(next[0].tool, next[0].arguments);
    }
    const { items } = await other.control("GET", "/deposits");
    expect(items).toMatchObject([{ state: "confirmed" }]);
  } finally {
    await other.end();
  }
});

test("money, time, faults and snapshots through the tools alone", async () => {
  const other = await openSandbox();
  const receiver = await aReceiver();
  try {
    const { ok } = await connect(aSession(other.ready));
    const { id: snapshot } = await ok("snapshot", { action: "create", name: "before" });
    await ok("call_operation", {
      id: "admin:createWebhookEndpoint",
      path: { tenant_id: other.ready.tenant_id },
      body: { url: receiver.url, event_types: ["deposit.confirmed"], secret: "whsec_of-the-agent" },
    });
    await ok("call_operation", { id: "createWallet", body: { owner: "alice", network_symbol: "base" } });
    await ok("faults", { action: "add", gate: "webhook.delivery", effect: "timeout" });
    await ok("deposit", { network: "base", asset: "USDC", amount: "2.5", owner: "alice" });
    await ok("clock", { action: "next" });
    await ok("clock", { action: "run_until_idle", advance: true });
    const { items } = await ok("deliveries", { action: "list" });
    expect(items).toMatchObject([{ state: "delivered", attempts: [{}, { status: 200 }] }]);
    const { id } = (await ok("events", { action: "wait", type: "deposit.confirmed" })) as { id: string };
    expect(id).toEqual(expect.any(String));
    await ok("clock", { action: "advance", by: "1h" });
    await ok("clock", { action: "freeze" });
    await ok("faucet", { network: "base", asset: "ETH", amount: "1", to_address: `0x${"11".repeat(20)}` });
    await ok("chain", { action: "mine", network: "base", blocks: 2 });
    expect(await ok("chain", { action: "reorg", network: "base", depth: 1 })).toMatchObject({
      lost: expect.any(String),
    });
    await ok("contract", { action: "set_readings", readings: { record: "top-level" } });
    await ok("contract", { action: "set_readings", readings: { record: null } });
    await ok("faults", { action: "clear" });
    const restored = await ok("snapshot", { action: "restore", id: snapshot });
    expect(restored).toMatchObject({ lost: expect.stringContaining("all tenants"), lost_by: ["default"] });
    expect((await other.control("GET", "/deposits")).items).toEqual([]);
  } finally {
    await other.end();
  }
});

test("arguments that do not fit are errors that say what does", async () => {
  const errors = async (name: string, args: Record<string, unknown>) => {
    const { text, isError } = await calls.call(name, args);
    expect(isError, text).toBe(true);
    return text;
  };
  expect(await errors("clock", { action: "jump" })).toContain("allowed values");
  expect(await errors("deposit", {})).toContain("network");
  expect(await errors("status", { verbose: true })).toContain("additional properties");
  expect(await errors("events", { action: "one", id: "x", limit: 5 })).toContain("limit does not go with this action");
  expect(await errors("deposit", { network: "basee", asset: "USDC", amount: "1", owner: "nobody" })).toContain("base");
  expect(await errors("clock", { action: "advance", by: "soon" })).toContain("400");
  expect(await errors("call_operation", { id: "v1:getDeposit" })).toContain('"missing":["id"]');
  expect(await errors("describe_operation", {})).toContain("give `id`");
});

test("every operation of both documents is described with an example, and called but for those that name what to use instead", async () => {
  expect(allOperations().size).toBeGreaterThan(130);
  for (const { id } of allOperations().values()) {
    const { text, isError } = await calls.call("describe_operation", { id });
    expect(isError, text).toBe(false);
    expect(Buffer.byteLength(text), id).toBeLessThanOrEqual(MAX_BYTES);
    expect(JSON.parse(text), id).toMatchObject({ id, example: { id } });
  }
  for (const [id, instead] of Object.entries(NOT_CALLED))
    expect(await calls.call("call_operation", { id })).toMatchObject({
      isError: true,
      data: { error: expect.stringContaining(instead) },
    });
  const streams = [...allOperations().values()].filter(({ answers }) => !answers.includes("json"));
  expect(streams.map(({ id }) => id).filter((id) => !(id in NOT_CALLED))).toEqual([]);
  const behind = TOOLS.flatMap(({ actions }) => Object.values(actions).map(({ operation }) => operation));
  expect(behind.filter((id) => !allOperations().has(id))).toEqual([]);
});

test("an id that two documents have, or that is misspelt, is answered with the nearest three", async () => {
  expect((await calls.call("describe_operation", { id: "listDeposits" })).data.nearest).toEqual(
    expect.arrayContaining(["admin:listDeposits", "v1:listDeposits"]),
  );
  expect((await calls.call("call_operation", { id: "v1:createWalet" })).data.nearest).toHaveLength(3);
});

test("with --read-only nothing can be changed, and what reads is still there", async () => {
  const { client, call, ok } = await connect(aSession(sandbox.ready, { readOnly: true }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).not.toEqual(expect.arrayContaining(["deposit"]));
  expect(tools.map(({ name }) => name)).not.toEqual(expect.arrayContaining(["faucet"]));
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
  // Asking is counted, too.
  const digest = async () => {
    const { counts: _counts, ...status } = await sandbox.control("GET", "/status");
    return createHash("sha256").update(JSON.stringify(status)).digest("hex");
  };
  const before = await digest();
  for (const row of TOOLS)
    for (const action of Object.keys(row.actions))
      await call(row.name, action === "" ? {} : { action, network: "base", id: "1" }).catch(() => {});
  for (const { id, method } of allOperations().values())
    if (method !== "GET")
      expect((await call("call_operation", { id })).text, id).toContain("was started with --read-only");
  expect(await digest()).toBe(before);
  expect(await ok("call_operation", { id: "v1:listWallets" })).toMatchObject({ status: 200 });
  for (const [tool, args] of readingCalls) expect((await call(tool, args)).isError, tool).toBe(false);
});

test("tools that lose something say so, and those that only read never do", async () => {
  const { tools } = await calls.client.listTools();
  const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
  for (const name of ["status", "search", "show", "events", "requests", "explain_signature", "describe_operation"])
    expect(hints[name], name).toEqual({ readOnlyHint: true, destructiveHint: false, idempotentHint: true });
  for (const name of ["snapshot", "chain", "faults", "call_operation"])
    expect(hints[name], name).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  for (const name of ["deposit", "clock", "deliveries", "contract"])
    expect(hints[name], name).toMatchObject({ readOnlyHint: false, destructiveHint: false });
});

test("a story that starts programs is refused", async () => {
  const scenario = {
    title: "an app",
    options: { app: { app: "touch /tmp/never" } },
    steps: [{ restart: { kill: true } }],
  };
  const { isError, text } = await calls.call("call_operation", { id: "admin:runScenario", body: { scenario } });
  expect(isError).toBe(true);
  expect(text).toMatch(/program|app/);
});

test("a receiver is graded, and its answer names no secret", async () => {
  const other = (await openSandbox()) as ASandbox & { end(): Promise<void> };
  const receiver = await aReceiver();
  try {
    const { call } = await connect(aSession(other.ready));
    const { text, isError, data } = await call("contract", {
      action: "receiver",
      url: receiver.url,
      secret: "whsec_of-my-handler-0123",
      cases: ["W-03"],
    });
    expect(isError, text).toBe(false);
    expect(data, text).toMatchObject({ passed: ["W-01"], results: [{ case: "W-03", result: "fail" }] });
    expect(text).not.toContain("of-my-handler-0123");
  } finally {
    await other.end();
  }
});

test("the guide names every tool", () => {
  const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/agents.md"), "utf8");
  expect(TOOLS.filter(({ name }) => !guide.includes(`\`${name}\``))).toEqual([]);
});
