// The log: every line about a request or an event has its id, and no line holds a secret.
import { expect, test } from "vitest";
import { createLog, type LogLevel } from "../../../src/kernel/log.ts";
import { aSandbox } from "../../support/a-sandbox.ts";
import { aReceiver, openReceiver } from "../../support/clients/a-receiver.ts";
import { anRpcCall } from "../../support/clients/an-rpc-call.ts";

type Line = { level: number; msg: string; ms?: number } & Record<string, unknown>;

/** A sandbox with all the lines of its log. */
async function aLoggingSandbox(level: LogLevel, options: Parameters<typeof aSandbox>[0] = {}) {
  const lines: Line[] = [];
  const log = createLog(level, { write: (text: string) => void lines.push(JSON.parse(text)) });
  const sandbox = await aSandbox(options, undefined, { log });
  return { ...sandbox, lines, of: (message: string) => lines.filter(({ msg }) => msg === message) };
}

test("at debug a deposit can be followed from the request to the webhook by the ids in the lines, each with its time", async () => {
  const receiver = await aReceiver((number) => (number === 1 ? 503 : 200));
  const sandbox = await aLoggingSandbox("debug", { webhook: receiver.url });
  const { response } = await sandbox.api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "5", owner: "alice" });
  await sandbox.control("POST", "/clock/advance", { by: "1m" });
  await anRpcCall(sandbox, "base", "eth_chainId");

  const [created] = sandbox.of("request");
  expect(created).toMatchObject({
    requestId: response.headers.get("x-request-id"),
    surface: "v1",
    method: "POST",
    path: "/wallets",
    operation: "createWallet",
    status: 201,
    tenant: sandbox.ready.tenant_id,
  });
  const ids = sandbox.of("request").map(({ requestId }) => requestId);
  expect(new Set(ids).size).toBe(ids.length);
  const events = sandbox.of("event");
  expect(events.map(({ type }) => type)).toEqual([
    "address.assigned",
    "deposit.new",
    "deposit.confirmed",
    "balance.updated",
  ]);
  // The first attempt failed, whichever it was; each event arrived, logged under the id its receiver saw.
  const attempts = sandbox.of("attempt");
  expect(attempts.map(({ event }) => event)).toEqual(receiver.received.map(({ headers }) => headers["webhook-id"]));
  expect(attempts[0]).toMatchObject({ number: 1, outcome: "refused", state: "due", status: 503 });
  expect(new Set(attempts.map(({ event }) => event))).toEqual(new Set(events.map(({ event }) => event)));
  expect(sandbox.of("block").length).toBeGreaterThan(0);
  expect(sandbox.of("job").map(({ job }) => job)).toContain("deliver");
  expect(sandbox.of("call")).toMatchObject([{ network: "base", method: "eth_chainId", code: 0 }]);
  for (const kind of ["request", "attempt", "block", "job", "call"])
    for (const { ms } of sandbox.of(kind)) expect(ms, kind).toBeGreaterThanOrEqual(0);
});

test("R-211 R-212 at warn, the default, a day of refused requests logs nothing, and a receiver that refuses is named once, with what helps", async () => {
  const receiver = await aReceiver(() => 401);
  const sandbox = await aLoggingSandbox("warn", { webhook: `${receiver.url}/my-path?token=my-token` });
  await sandbox.api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  await sandbox.api.GET("/deposits/{id}", { params: { path: { id: "nobody" } } });
  await fetch(`${sandbox.url}/v1/nowhere`);
  await sandbox.control("POST", "/clock/advance", { by: "1d" });
  expect(receiver.received).toHaveLength(6);
  const at = new URL(receiver.url).origin;
  expect(sandbox.lines).toMatchObject([{ level: 40, at, status: 401 }]);
  expect(sandbox.lines[0]?.msg).toMatch(new RegExp(`^a webhook was answered 401 by ${at}: check the secret: .+verify`));
  expect(JSON.stringify(sandbox.lines)).not.toMatch(/my-path|my-token/);
});

test("a receiver that accepted one in between is named again; each endpoint is, and one that nothing listens at says so", async () => {
  const answers = [404, 404, 200, 307, 500];
  const receiver = await aReceiver((number) => answers[number - 1] ?? 500);
  const gone = await openReceiver();
  await gone.end();
  const sandbox = await aLoggingSandbox("warn", { webhook: receiver.url });
  const tell = () => sandbox.api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  await tell();
  await sandbox.control("POST", "/clock/advance", { by: "1h" });
  const said = (): string[] => sandbox.lines.map(({ msg }) => msg);
  expect(said()).toEqual([expect.stringMatching(/answered 404 .+: check the path of the URL/)]);
  await sandbox.control("POST", `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`, {
    url: gone.url,
  });
  await tell();
  await sandbox.control("POST", "/clock/advance", { by: "1h" });
  expect(said().slice(1).sort()).toEqual([
    expect.stringMatching(/did not reach http:\/\/127\.0\.0\.1:\d+, .+\(ECONNREFUSED\): start your receiver/),
    expect.stringMatching(/was answered 307 by .+redirects are not followed/),
  ]);
});

test("R-144 an attempt changed by a fault logs no warning, and neither does the receiver's answer to it", async () => {
  const receiver = await aReceiver(() => 401);
  const sandbox = await aLoggingSandbox("warn", { webhook: receiver.url });
  const input = (effect: string) =>
    sandbox.control("POST", "/faults", { gate: "webhook.delivery", effect, times: 1, after: 0 });
  for (const effect of ["drop", "wrong-secret"]) await input(effect);
  await sandbox.api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  await sandbox.control("POST", "/clock/advance", { by: "15s" });
  expect(receiver.received).toHaveLength(1);
  expect(sandbox.lines).toEqual([]);
});

test("R-134 an endpoint that its policy disables is worth a line at warn", async () => {
  const receiver = await aReceiver(() => 410);
  const sandbox = await aLoggingSandbox("warn");
  const { id } = await sandbox.control("POST", `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`, {
    ...{ url: receiver.url, heed_gone: true },
  });
  await sandbox.api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  await sandbox.control("POST", "/run-until-idle");
  expect(sandbox.lines).toMatchObject([
    { level: 40, endpoint: id, why: "its endpoint answered 410 and was switched off" },
  ]);
});

test("a receiver that hangs is named once at warn, with the option that shortens the wait; a time-out by a fault is not", async () => {
  const receiver = await aReceiver(() => () => {});
  const sandbox = await aLoggingSandbox("warn", { webhook: receiver.url, webhookTimeout: 60 });
  await sandbox.control("POST", "/faults", { gate: "webhook.delivery", effect: "timeout" });
  await sandbox.api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  await sandbox.control("POST", "/run-until-idle");
  expect(sandbox.lines).toEqual([]);
  await sandbox.control("POST", "/clock/advance", { by: "1h" });
  expect(receiver.received).toHaveLength(5);
  expect(sandbox.lines).toMatchObject([
    { level: 40, at: new URL(receiver.url).origin, waitedMs: 60, msg: expect.stringContaining("--webhook-timeout") },
  ]);
});

test("R-211 R-212 at the finest level no line holds a key, a secret, a signature or a body, and none can be forged", async () => {
  const receiver = await aReceiver();
  const sandbox = await aLoggingSandbox("trace", {
    webhook: receiver.url,
    webhookSecret: "my-signing-secret",
    adminToken: "my-token",
  });
  const { api_key } = sandbox.ready;
  const bearer = { authorization: "Bearer my-token", "content-type": "application/json" };
  const send = (path: string, init: RequestInit) => fetch(`${sandbox.url}${path}`, init);
  await send(`/v1/wallets/owner/${encodeURIComponent('x\n{"level":60,"msg":"forged"}')}`, {
    headers: { "x-api-key": api_key },
  });
  await send("/v1/wallets?api_key=my-key-in-a-query", { headers: { "x-api-key": "a-wrong-key" } });
  const body = JSON.stringify({ owner: "my-private-owner", network_symbol: "base" });
  await send("/v1/wallets", {
    method: "POST",
    body,
    headers: { "x-api-key": api_key, "content-type": "application/json" },
  });
  await send("/admin/run-until-idle", { method: "POST", headers: bearer });
  const keys = await send(`/admin/tenants/${sandbox.ready.tenant_id}/keys`, { method: "POST", headers: bearer });
  const { data } = (await keys.json()) as { data: { api_key: string } };
  expect(receiver.received).toHaveLength(1);
  expect(sandbox.of("request").length).toBe(5);
  expect(sandbox.of("forged")).toEqual([]);
  const text = JSON.stringify(sandbox.lines);
  const hidden = [
    api_key,
    data.api_key,
    "my-signing-secret",
    "my-token",
    "a-wrong-key",
    "my-key-in-a-query",
    "my-private-owner",
  ];
  hidden.push(String(receiver.received[0]?.headers["webhook-signature"]), sandbox.ready.accounts[0]!.private_key);
  for (const secret of hidden) expect(text.includes(secret), secret.slice(0, 6)).toBe(false);
});
