// Section 35: authentication: who may call what, with which key, and how other requests are refused.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { serviceDocument } from "../../../src/spec/document.ts";
import { type ASandbox, openSandbox } from "../../support/a-sandbox.ts";
import { aWallClock } from "../a-wall-clock.ts";
import { OPERATIONS, problem, send } from "../http-client.ts";

const { wall, forward } = aWallClock();
let sandbox: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
  sandbox = await openSandbox({}, undefined, { wall });
});
afterAll(() => sandbox.end());
// Requests without a key share the limit of tier Standard: each test uses its own minute.
beforeEach(() => forward(60_000));

const REFUSED = problem(401, "Missing or invalid API key");
const DESTINATION = { address: `0x${"d5".repeat(20)}`, asset_symbol: "USDC", network_id: "9001" };
const UNKNOWN = "00000000-0000-7000-8000-000000000000";
const QUOTE =
  "/uda/quote?from_chain_id=1&from_token=native&to_chain_id=8453&to_token=native&amount=1000000000000000000";
const isProtected = OPERATIONS.filter(({ isPublic }) => !isPublic);

/** An empty body: the key is checked before the body. */
const withBody = (method: string) => (method === "get" || method === "delete" ? {} : { body: {} });

async function refusals({ url, ready }: ASandbox, method: string, path: string, keys: readonly (string | null)[]) {
  const calls = keys.map((key) =>
    send({ url, ready }, { method: method.toUpperCase(), path, key, ...withBody(method) }),
  );
  return (await Promise.all(calls)).map(({ status, body }) => [status, body]);
}

test("the key in X-API-Key authenticates every protected operation, and is accepted nowhere else (S-441)", async () => {
  const { ready, url } = sandbox;
  for (const { method, unknownPath, name } of isProtected) {
    const { status } = await send(sandbox, { method: method.toUpperCase(), path: unknownPath, ...withBody(method) });
    expect([401, 403, 405, 500], name).not.toContain(status);
  }
  expect((await send(sandbox, { path: "/vault" })).status).toBe(200);
  const elsewhere: Record<string, string>[] = [
    { authorization: `Bearer ${ready.api_key}` },
    { "api-key": ready.api_key },
    { cookie: `X-API-Key=${ready.api_key}` },
  ];
  for (const headers of elsewhere)
    expect((await send(sandbox, { path: "/vault", key: null, headers })).body).toEqual(REFUSED);
  expect((await fetch(`${url}/v1/vault?X-API-Key=${ready.api_key}`)).status).toBe(401);
});

test.each(isProtected)(
  "$name without a key, or with one that is none, is 401 in the envelope (S-442, S-443, S-444, S-470, S-535)",
  async ({ method, unknownPath }) => {
    const wrong = [null, "", "nonsense", `${sandbox.ready.api_key}0`, sandbox.ready.api_key.toUpperCase()];
    for (const answer of await refusals(sandbox, method, unknownPath, wrong)) expect(answer).toEqual([401, REFUSED]);
  },
);

test.each([
  ["S-452", "get", "/uda"],
  ["S-453", "post", "/uda"],
  ["S-454", "get", "/uda/{id}/settlements"],
  ["S-455", "get", "/uda/settlements/{id}"],
  ["S-456", "get", "/uda/settlements/by-reference"],
  ["S-457", "get", "/vault"],
  ["S-458", "get", "/vault/{vault_id}/addresses"],
  ["S-459", "get", "/vault/{vault_id}/addresses/{network}"],
  ["S-460", "get", "/vault/{vault_id}/balances"],
  ["S-461", "get", "/vault/{vault_id}/total"],
  ["S-462", "get", "/transfer/payout"],
  ["S-463", "post", "/transfer/payout"],
  ["S-464", "get", "/transfer/payout/pending"],
  ["S-465", "get", "/transfer/payout/{id}"],
  ["S-466", "post", "/transfer/payout/{id}/reject"],
  ["S-467", "get", "/gas-stations/address/{address}"],
  ["S-468", "get", "/gas-stations/wallet/{wallet_id}"],
  ["S-469", "get", "/gas-stations/wallets"],
])("%s: %s %s exists, and needs a key", async (_, method, path) => {
  const target = path
    .replace("{vault_id}", sandbox.ready.vault_id)
    .replace("{network}", "base")
    .replace(/\{\w+\}/, UNKNOWN);
  expect(await refusals(sandbox, method, target, [null])).toEqual([[401, REFUSED]]);
  expect(OPERATIONS.map(({ name }) => name)).toContain(`${method.toUpperCase()} ${path}`);
});

test.each([
  ["S-450", QUOTE],
  ["S-451", "/uda/supported-assets"],
])("%s: GET %s needs no key, and a wrong one does not hurt (S-419)", async (_, path) => {
  const answers = await Promise.all(
    [null, "nonsense", sandbox.ready.api_key].map((key) => send(sandbox, { path, key })),
  );
  for (const { status, body } of answers) expect([status, body.success]).toEqual([200, true]);
});

test("no third operation is public (S-450, S-451, S-470)", () => {
  expect(
    OPERATIONS.filter(({ isPublic }) => isPublic)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(["GET /uda/quote", "GET /uda/supported-assets"]);
});

test("a key is valid only in its own environment (S-446, S-447)", async () => {
  const live = await openSandbox({ env: "production" });
  // A known key with the prefix of the other environment: an operator may have configured it.
  const mixed = await openSandbox({ env: "production", apiKey: sandbox.ready.api_key });
  try {
    expect([sandbox.ready.api_key.slice(0, 11), live.ready.api_key.slice(0, 8)]).toEqual(["sk_sandbox_", "sk_live_"]);
    const statusOf = async (place: ASandbox, key: string) => (await send(place, { path: "/vault", key })).status;
    expect(await statusOf(sandbox, sandbox.ready.api_key)).toBe(200);
    expect(await statusOf(live, live.ready.api_key)).toBe(200);
    expect(await statusOf(live, sandbox.ready.api_key)).toBe(401);
    expect(await statusOf(sandbox, live.ready.api_key)).toBe(401);
    expect(await statusOf(mixed, sandbox.ready.api_key)).toBe(401);
  } finally {
    await Promise.all([live.end(), mixed.end()]);
  }
});

test("a revoked key is invalid at once, a reissued one is valid for the same account (S-449)", async () => {
  const { control, ready } = sandbox;
  const keys = `/tenants/${ready.tenant_id}/keys`;
  const statusOf = async (key: string) =>
    (await send(sandbox, { path: `/vault/${ready.vault_id}/addresses`, key })).status;
  const { key_id, api_key } = await control("POST", keys);
  expect(await statusOf(api_key)).toBe(200);
  await control("DELETE", `${keys}/${key_id}`);
  expect(await statusOf(api_key)).toBe(401);
  const reissued = await control("POST", keys);
  expect(reissued.api_key).not.toBe(api_key);
  expect(await statusOf(reissued.api_key)).toBe(200);
  expect(await statusOf(ready.api_key)).toBe(200);
});

test("the document says where keys are created, what they permit, and what to do with a leaked one", () => {
  const { components } = serviceDocument as unknown as {
    components: { securitySchemes: { ApiKey: { type: string; in: string; name: string; description: string } } };
  };
  const { description, ...scheme } = components.securitySchemes.ApiKey;
  expect(scheme).toEqual({ type: "apiKey", in: "header", name: "X-API-Key" });
  expect(description).toContain("Keys are created in a dashboard"); // S-445
  expect(description).toContain("full permissions of the account"); // S-448
  expect(description).toContain("Revoke and reissue it"); // S-449
  // S-445: nothing under /v1 creates one.
  for (const { id, name } of OPERATIONS) expect(`${id} ${name}`).not.toMatch(/key/i);
});

test("every further key of a tenant has the same permissions as the first (S-448)", async () => {
  const { control, ready } = sandbox;
  const { api_key: key } = await control("POST", `/tenants/${ready.tenant_id}/keys`);
  expect(key).not.toBe(ready.api_key);
  for (const { method, unknownPath, name } of isProtected) {
    const call = { method: method.toUpperCase(), path: unknownPath, ...withBody(method) };
    const [first, further] = [await send(sandbox, call), await send(sandbox, { ...call, key })];
    expect([further.status, further.body], name).toEqual([first.status, first.body]);
  }
  const order = {
    ...{ vault_id: ready.vault_id, asset: "USDT", network_symbol: "ethereum", reference_id: "further key" },
    ...{ to_address: `0x${"5a".repeat(20)}`, amount: "1" },
  };
  const calls = [
    { method: "POST", path: "/wallets", body: { owner: "further key", network_symbol: "base" } },
    { method: "POST", path: "/uda", body: { owner: "further key", destination: DESTINATION } },
    { method: "POST", path: "/transfer/payout", body: order },
  ];
  const answers = [];
  for (const call of calls) answers.push(await send(sandbox, { ...call, key }));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 400]);
  // The vault is empty, and nothing else is wrong.
  expect(answers[2]?.body).toEqual(problem(400, "Insufficient balance"));
});

test("a key has no scopes: one and the same reads, writes and moves money (S-448)", async () => {
  const { api, ready } = sandbox;
  const read = await api.GET("/vault");
  const written = await api.POST("/wallets", { body: { owner: "scopes", network_symbol: "base" } });
  const moved = await api.POST("/transfer/payout", {
    body: {
      vault_id: ready.vault_id,
      asset: "USDT",
      network_symbol: "ethereum",
      to_address: `0x${"5a".repeat(20)}`,
      reference_id: "scopes",
      amount: "1",
    },
  });
  // The vault is empty: the only reason for the refusal.
  expect([read.response.status, written.response.status, moved.error?.error]).toEqual([
    200,
    201,
    "Insufficient balance",
  ]);
});
