// Edge cases of the service: lost answers, repeats, empty pools, narrow tiers, wrong keys.
import { expect, test } from "vitest";
import { systemClock } from "../../../src/kernel/wall-clock.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aVault, payoutBody, payoutNow, vaultBalance } from "../../support/payments/a-payout.ts";

type Call = { method?: string; path: string; body?: unknown; headers?: Record<string, string> };

/** A call with the default tenant's key, unless `headers` name another. */
function call({ url, ready }: ASandbox, { method = "GET", path, body, headers = {} }: Call): Promise<Response> {
  const json = body === undefined ? {} : { "content-type": "application/json" };
  return fetch(`${url}/v1${path}`, {
    method,
    headers: { "x-api-key": ready.api_key, ...json, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const WALLET = { owner: "alice", network_symbol: "base" };

function createWallet(sandbox: ASandbox, key: string, body: unknown = WALLET): Promise<Response> {
  return call(sandbox, { method: "POST", path: "/wallets", body, headers: { "idempotency-key": key } });
}

async function eventCount({ control }: ASandbox): Promise<number> {
  return (await control("GET", "/events?limit=1000")).items.length;
}

test("R-062 R-057 the answer of a payout is lost after its creation: it is found by its reference, the retry is a duplicate, money moves once", async () => {
  const sandbox = await aSandbox();
  const { api, control, ready } = sandbox;
  await aVault(sandbox, { amount: "100" });
  await control("POST", "/faults", {
    gate: "api.request",
    effect: "after-commit-close",
    match: { operation_id: "createPayout" },
  });
  const submit = () => api.POST("/transfer/payout", { body: payoutBody(ready.vault_id) });
  await expect(submit()).rejects.toThrow();
  const again = await submit();
  expect([again.response.status, again.error?.error]).toEqual([409, "Duplicate reference_id"]);
  const { data } = await api.GET("/transactions", { params: { query: { "filter[]": ["type:payout"] } } });
  expect(data?.data).toHaveLength(1);
  expect((await payoutNow(api, data?.data[0]?.source_id ?? "")).status).toBe("confirmed");
  expect(await vaultBalance(sandbox)).toEqual({ balance: "90", available: "90" });
});

test("R-065 a connection closed before any processing leaves nothing, and the retry succeeds", async () => {
  const sandbox = await aSandbox();
  const { api, control, ready } = sandbox;
  await aVault(sandbox, { amount: "100" });
  await control("POST", "/faults", {
    gate: "api.request",
    effect: "close",
    match: { operation_id: "createPayout" },
    times: 2,
  });
  const submit = () => api.POST("/transfer/payout", { body: payoutBody(ready.vault_id) });
  await expect(submit()).rejects.toThrow();
  await expect(submit()).rejects.toThrow();
  expect((await submit()).response.status).toBe(201);
});

test("S-326 S-233 injected statuses come in the service's own envelope, count, and leave no effect", async () => {
  const sandbox = await aSandbox();
  const { control, ready } = sandbox;
  const inject = (status: number, operation_id = "createPayout") =>
    control("POST", "/faults", {
      gate: "api.request",
      effect: "status",
      params: { status },
      match: { operation_id },
      after: 1,
    });
  await aVault(sandbox, { amount: "100" });
  const expected: [number, string][] = [
    [500, "Internal server error"],
    [429, "Rate limit exceeded"],
    [404, "Vault not found"],
  ];
  for (const [status, error] of expected) {
    await inject(status);
    const unknown = payoutBody("no-such-vault", { reference_id: "first" });
    expect((await call(sandbox, { method: "POST", path: "/transfer/payout", body: unknown })).status).toBe(404);
    const response = await call(sandbox, {
      method: "POST",
      path: "/transfer/payout",
      body: payoutBody(ready.vault_id),
    });
    expect([response.status, await response.json()]).toEqual([status, { success: false, code: status, error }]);
    expect(response.headers.get("retry-after") === null).toBe(status !== 429);
  }
  await inject(502, "getQuote");
  const query = "?from_chain_id=1&from_token=native&to_chain_id=8453&to_token=native&amount=1000000000000000000";
  expect((await call(sandbox, { path: `/uda/quote${query}` })).status).toBe(200);
  expect((await call(sandbox, { path: `/uda/quote${query}` })).status).toBe(502);
  expect((await call(sandbox, { path: `/uda/quote${query}` })).status).toBe(200);
  expect(await vaultBalance(sandbox)).toEqual({ balance: "100", available: "100" });
  expect((await control("GET", "/faults")).items.map(({ hits }: { hits: number }) => hits)).toEqual([1, 1, 1, 1]);
});

test("a delayed answer takes wall time, for one tenant only", async () => {
  const waits: number[] = [];
  const wall = {
    ...systemClock,
    after: (ms: number, run: () => void, options?: { unref?: boolean }) => {
      if (ms === 45_000) waits.push(ms);
      return systemClock.after(ms === 45_000 ? 1 : ms, run, options);
    },
  };
  const sandbox = await aSandbox({}, undefined, { wall });
  const { control, ready } = sandbox;
  const other = await control("POST", "/tenants", { name: "other" });
  const match = { tenant_id: ready.tenant_id, operation_id: "listVaults" };
  await control("POST", "/faults", { gate: "api.request", effect: "delay", params: { by: "45s" }, match });
  expect((await call(sandbox, { path: "/vault", headers: { "x-api-key": other.api_key } })).status).toBe(200);
  expect(waits).toEqual([]);
  expect((await call(sandbox, { path: "/vault" })).status).toBe(200);
  expect(waits).toEqual([45_000]);
});

test("H-40 R-064 the same key and body: the stored bytes again, one wallet, one event; another body 400", async () => {
  const sandbox = await aSandbox();
  const first = await createWallet(sandbox, "key-1");
  expect(first.status).toBe(201);
  expect(first.headers.get("idempotent-replayed")).toBeNull();
  const bytes = await first.text();
  const events = await eventCount(sandbox);
  // Equal as JSON is equal, whatever the order and the spacing (H-40).
  const replay = await createWallet(sandbox, "key-1", { network_symbol: "base", owner: "alice" });
  expect([replay.status, await replay.text(), replay.headers.get("idempotent-replayed")]).toEqual([201, bytes, "true"]);
  const other = await createWallet(sandbox, "key-1", { ...WALLET, owner: "bob" });
  const error = "Idempotency-Key already used with a different request";
  expect([other.status, await other.json()]).toEqual([400, { success: false, code: 400, error }]);
  expect(await eventCount(sandbox)).toBe(events);
  const owned = await sandbox.api.GET("/wallets/owner/{owner}", { params: { path: { owner: "alice" } } });
  expect(owned.data?.data).toHaveLength(1);
  const next = await createWallet(sandbox, "key-2");
  expect(await next.text()).not.toBe(bytes);
});

test("H-40 a key lives 24 hours of virtual time and belongs to one tenant; refused requests do not take it", async () => {
  const sandbox = await aSandbox();
  const { control } = sandbox;
  expect((await createWallet(sandbox, "key", { owner: "alice", network_symbol: "nowhere" })).status).toBe(404);
  const bytes = await (await createWallet(sandbox, "key")).text();
  const other = await control("POST", "/tenants", { name: "other" });
  const theirs = await call(sandbox, {
    method: "POST",
    path: "/wallets",
    body: WALLET,
    headers: { "idempotency-key": "key", "x-api-key": other.api_key },
  });
  expect(theirs.headers.get("idempotent-replayed")).toBeNull();
  expect(await theirs.text()).not.toBe(bytes);
  await control("POST", "/clock/advance", { by: 86_400_000 - 1 });
  expect(await (await createWallet(sandbox, "key")).text()).toBe(bytes);
  await control("POST", "/clock/advance", { by: 1 });
  const late = await createWallet(sandbox, "key");
  expect([late.status, late.headers.get("idempotent-replayed")]).toEqual([201, null]);
  expect(await late.text()).not.toBe(bytes);
  for (const key of ["", "x".repeat(256)]) expect((await createWallet(sandbox, key)).status, key).toBe(400);
});

test("R-064 twenty at once with one key: one wallet, twenty equal answers, one event", async () => {
  const sandbox = await aSandbox();
  const answers = await Promise.all(Array.from({ length: 20 }, () => createWallet(sandbox, "same")));
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(texts).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get("idempotent-replayed") === "true")).toHaveLength(19);
  expect(await eventCount(sandbox)).toBe(1);
});

test("R-108 H-40 an empty pool is 404 and takes nothing; the next address is the one that was next", async () => {
  const sandbox = await aSandbox();
  const { api, control, ready } = sandbox;
  const pool = (remaining: number) =>
    control("PUT", `/tenants/${ready.tenant_id}/wallet-pool`, { network: "base", remaining });
  const wallet = (network_symbol = "base") => api.POST("/wallets", { body: { owner: "alice", network_symbol } });
  await pool(2);
  const answers = await Promise.all(Array.from({ length: 5 }, () => wallet()));
  expect(answers.map(({ response }) => response.status).toSorted()).toEqual([201, 201, 404, 404, 404]);
  expect(answers.find(({ error }) => error !== undefined)?.error).toEqual({
    success: false,
    code: 404,
    error: "No available wallets",
  });
  expect((await wallet("ethereum")).response.status).toBe(201);
  await pool(1);
  const third = await wallet();
  const { data } = await api.GET("/wallets/owner/{owner}", { params: { path: { owner: "alice" } } });
  expect(data?.pagination.total_items).toBe(4);
  expect(new Set(data?.data.map(({ address }) => address)).size).toBe(4);
  expect(data?.data.map(({ address }) => address)).toContain(third.data?.data.address);
});

test("H-75 S-556 the standard tier: 100 a minute, then 429 with its headers, for this key alone, until reset", async () => {
  const window = Date.UTC(2026, 5, 1, 12, 0, 15);
  const sandbox = await aSandbox({ tier: "standard" }, undefined, { wall: { ...systemClock, now: () => window } });
  const { control, ready } = sandbox;
  const wide = await control("POST", "/tenants", { name: "wide" });
  const answers = await Promise.all(Array.from({ length: 101 }, () => call(sandbox, { path: "/vault" })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
  const refused = answers.find(({ status }) => status === 429);
  expect(await refused?.json()).toEqual({ success: false, code: 429, error: "Rate limit exceeded" });
  expect(Object.fromEntries(refused?.headers ?? [])).toMatchObject({
    "x-ratelimit-limit": "100",
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(Date.UTC(2026, 5, 1, 12, 1) / 1_000),
    "retry-after": "45",
  });
  expect((await call(sandbox, { path: "/vault", headers: { "x-api-key": wide.api_key } })).status).toBe(200);
  await control("POST", `/tenants/${ready.tenant_id}/rate-limit/reset`);
  const fresh = await call(sandbox, { path: "/vault" });
  expect([fresh.status, fresh.headers.get("x-ratelimit-remaining")]).toEqual([200, "99"]);
});

test("H-73 S-229 S-230 every wrong key is 401 with one text; public operations need none", async () => {
  const sandbox = await aSandbox();
  const { control, ready, url } = sandbox;
  const path = `/tenants/${ready.tenant_id}/keys`;
  const { key_id, api_key } = await control("POST", path);
  expect((await call(sandbox, { path: "/vault", headers: { "x-api-key": api_key } })).status).toBe(200);
  await control("DELETE", `${path}/${key_id}`);
  const live = ready.api_key.replace("sk_sandbox_", "sk_live_");
  const wrong = ["", "nonsense", api_key, live, `${ready.api_key}0`, ready.api_key.toUpperCase(), ready.vault_id];
  const answers = [
    ...(await Promise.all(wrong.map((key) => fetch(`${url}/v1/vault`, { headers: { "x-api-key": key } })))),
    await fetch(`${url}/v1/vault`),
    await fetch(`${url}/v1/vault?x-api-key=${ready.api_key}&api_key=${ready.api_key}`),
    await fetch(`${url}/v1/vault`, { headers: { authorization: `Bearer ${ready.api_key}` } }),
    await fetch(`${url}/v1/wallets`, {
      method: "POST",
      body: "{not json",
      headers: { "content-type": "application/json" },
    }),
  ];
  for (const answer of answers) {
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { success: false, code: 401, error: "Missing or invalid API key" },
    ]);
  }
  expect((await fetch(`${url}/v1/uda/supported-assets`)).status).toBe(200);
  expect((await fetch(`${url}/v1/uda/supported-assets`, { headers: { "x-api-key": "nonsense" } })).status).toBe(200);
  expect((await fetch(`${url}/v1/no-such-route`)).status).toBe(404);
  expect((await fetch(`${url}/v1/vault`, { method: "DELETE" })).status).toBe(405);
});
