// Section 39: errors: the envelope, the statuses and the error texts.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { serviceDocument } from "../../../src/spec/document.ts";
import { openSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault, payoutBody, payoutNow } from "../../support/payments/a-payout.ts";
import { aWallClock } from "../a-wall-clock.ts";
import { OPERATIONS, problem, type Request, send, sendBytes } from "../http-client.ts";

const { wall, forward } = aWallClock();
let sandbox: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
  sandbox = await openSandbox({}, undefined, { wall });
  await aVault(sandbox, { amount: "100" });
});
afterAll(() => sandbox.end());
beforeEach(() => forward(60_000));

const UNKNOWN = "00000000-0000-7000-8000-000000000000";
const NOBODY = `0x${"99".repeat(20)}`;
const HASH = `0x${"99".repeat(32)}`;
const quote = (more: string) => `/uda/quote?from_chain_id=1&from_token=native&to_chain_id=8453&to_token=native${more}`;
const post = (path: string, body: unknown): Request => ({ method: "POST", path, body });
const payout = (more: object = {}): Request => post("/transfer/payout", payoutBody(sandbox.ready.vault_id, more));

/** Statements and mistake, request, status and error text. Requests are functions, because the id of the vault is known only later. */
type Row = [string, () => Request, number, string];

test.each<Row>([
  ["S-530 S-546 a body that is no JSON", () => post("/wallets", "{"), 400, "Invalid request"],
  ["S-530 S-546 a body that is no object", () => post("/transfer/payout", "[]"), 400, "Invalid request"],
  ["S-530 S-546 a quote without amount", () => ({ path: quote("") }), 400, "Invalid request"],
  ["S-530 S-547 a malformed id", () => ({ path: "/deposits/a%20b" }), 400, "Invalid request parameters"],
  ["S-530 S-547 a malformed hash", () => ({ path: "/deposits/tx/%C3%A9" }), 400, "Invalid request parameters"],
  ["S-530 S-548 a malformed page", () => ({ path: "/wallets/owner/a?page=1.5" }), 400, "Invalid query parameters"],
  ["S-531 S-546 a missing field", () => post("/wallets", { network_symbol: "base" }), 400, "Invalid request"],
  [
    "S-531 S-546 a field of another type",
    () => post("/wallets", { owner: 7, network_symbol: "base" }),
    400,
    "Invalid request",
  ],
  ["S-531 S-546 no address", () => payout({ to_address: "0x12" }), 400, "Invalid request"],
  ["S-531 S-548 a limit out of bounds", () => ({ path: "/uda?limit=201" }), 400, "Invalid query parameters"],
  ["S-531 S-548 an unknown status", () => ({ path: "/uda?status=gone" }), 400, "Invalid query parameters"],
  ["S-532 more than the vault has", () => payout({ amount: "100.000001" }), 400, "Insufficient balance"],
  ["S-532 more dollars than the vault has", () => payout({ usd_amount: "100.01" }), 400, "Insufficient balance"],
  ["S-536 S-549 a missing transaction", () => ({ path: `/transactions/${UNKNOWN}` }), 404, "Transaction not found"],
  ["S-536 S-549 a missing deposit", () => ({ path: `/deposits/${UNKNOWN}` }), 404, "Transaction not found"],
  ["S-536 S-549 a deposit of no such hash", () => ({ path: `/deposits/tx/${HASH}` }), 404, "Transaction not found"],
  ["S-537 S-550 a missing tenant network", () => ({ path: `/networks/60/${NOBODY}` }), 404, "Tenant network not found"],
  ["S-538 S-551 addresses of a missing vault", () => ({ path: `/vault/${UNKNOWN}/addresses` }), 404, "Vault not found"],
  ["S-538 S-551 balances of a missing vault", () => ({ path: `/vault/${UNKNOWN}/balances` }), 404, "Vault not found"],
  ["S-538 S-551 the total of a missing vault", () => ({ path: `/vault/${UNKNOWN}/total` }), 404, "Vault not found"],
  ["S-538 S-551 a payout from a missing vault", () => payout({ vault_id: UNKNOWN }), 404, "Vault not found"],
  ["S-539 S-552 a missing wallet by address", () => ({ path: `/wallets/address/${NOBODY}` }), 404, "Wallet not found"],
  ["S-539 S-552 a missing wallet by id", () => ({ path: `/wallets/${UNKNOWN}` }), 404, "Wallet not found"],
  ["S-540 a missing UDA", () => ({ path: `/uda/${UNKNOWN}` }), 404, "UDA not found"],
  ["S-540 settlements of a missing UDA", () => ({ path: `/uda/${UNKNOWN}/settlements` }), 404, "UDA not found"],
  ["S-540 retiring a missing UDA", () => ({ method: "DELETE", path: `/uda/${UNKNOWN}` }), 404, "UDA not found"],
  ["S-541 a missing settlement", () => ({ path: `/uda/settlements/${UNKNOWN}` }), 404, "Settlement not found"],
  [
    "S-545 S-554 a quote for an unknown chain",
    () => ({ path: quote("&amount=1").replace("8453", "99") }),
    502,
    "No provider could produce a quote",
  ],
  [
    "S-545 S-554 a quote for less than its fees",
    () => ({ path: quote("&amount=1") }),
    502,
    "No provider could produce a quote",
  ],
])(
  "%s is refused with its status and its text, and with nothing else (S-522, S-523, S-524)",
  async (_, order, code, error) => {
    const reply = await send(sandbox, order());
    expect([reply.status, reply.body]).toEqual([code, problem(code, error)]);
    expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8");
  },
);

test("bytes that are no HTTP request get the envelope too (S-525, S-530)", async () => {
  const key = `X-API-Key: ${sandbox.ready.api_key}`;
  for (const bytes of [
    "hello\r\n\r\n",
    "GET /v1/vault HTTP/1.1\r\nHost localhost\r\n\r\n",
    `GET /v1/deposits/%zz HTTP/1.1\r\nHost: localhost\r\n${key}\r\nConnection: close\r\n\r\n`,
  ]) {
    const { status, body } = await sendBytes(sandbox, bytes);
    expect(status, bytes).toBe(400);
    expect(body).toEqual(problem(400, expect.stringMatching(/^Invalid request( parameters)?$/) as unknown as string));
  }
});

test.each(OPERATIONS)(
  "$name: an unexpected error is 500 in the envelope, and nothing was done (S-525, S-555)",
  async ({ id, method, unknownPath }) => {
    const { control } = sandbox;
    const before = await control("GET", "/events?limit=1000");
    await control("POST", "/faults", {
      gate: "api.request",
      effect: "status",
      params: { status: 500 },
      match: { operation_id: id },
    });
    const body = ["post", "put", "patch"].includes(method) ? { body: {} } : {};
    const reply = await send(sandbox, { method: method.toUpperCase(), path: unknownPath, ...body });
    expect([reply.status, reply.body]).toEqual([500, problem(500, "Internal server error")]);
    expect(await control("GET", "/events?limit=1000")).toEqual(before);
  },
);

test("an internal error is 500 with the same envelope and reveals no details (S-525, S-555)", async () => {
  const broken = await openSandbox({}, undefined, { wall });
  broken.mayBreak("all", "a table is dropped, so nothing can be checked");
  broken.store.run("drop table uda");
  const reply = await send(broken, { path: "/uda" });
  expect([reply.status, reply.body]).toEqual([500, problem(500, "Internal server error")]);
  expect(JSON.stringify([...reply.headers])).not.toMatch(/uda|sql|at /i);
  expect(broken.mistakes.length).toBeGreaterThan(0);
  broken.mistakes.length = 0;
  await broken.end();
});

test("after a 500 the same call may be made again, and the document says so (S-544)", async () => {
  const { control } = sandbox;
  await control("POST", "/faults", {
    gate: "api.request",
    effect: "status",
    params: { status: 500 },
    match: { operation_id: "createPayout" },
  });
  const order = payout({ reference_id: "again", amount: "1" });
  expect((await send(sandbox, order)).status).toBe(500);
  expect((await send(sandbox, order)).status).toBe(201);
  const { components } = serviceDocument as unknown as {
    components: { responses: Record<string, { description: string }> };
  };
  expect(components.responses["ServerError"]?.description).toContain("safe to retry with backoff");
});

test("every error of every operation is described by the one envelope, and its examples fit (S-522, S-523, S-524, S-525)", () => {
  const { paths, components } = serviceDocument as any;
  const follow = (node: any) =>
    node.$ref === undefined
      ? node
      : node.$ref
          .slice(2)
          .split("/")
          .reduce((at: any, key: string) => at[key], serviceDocument);
  expect(components.schemas.Error.required.toSorted()).toEqual(["code", "error", "success"]);
  for (const { name, path, method, statuses } of OPERATIONS) {
    for (const status of statuses.filter((one) => one >= 400)) {
      const { schema, examples } = follow(paths[path][method].responses[status]).content["application/json"];
      expect(schema, `${name} ${status}`).toEqual({ $ref: "#/components/schemas/Error" });
      for (const example of Object.values(examples))
        expect(follow(example).value).toMatchObject({ success: false, code: status });
    }
  }
});

test("200 is success, 201 that a payout or wallet was created (S-526, S-527, S-528)", async () => {
  const { vault_id } = sandbox.ready;
  const paths = [
    "/vault",
    `/vault/${vault_id}/addresses`,
    "/deposits",
    "/transactions",
    "/uda",
    "/wallets/owner/ann",
    "/uda/supported-assets",
  ];
  for (const path of paths) {
    const { status, body } = await send(sandbox, { path });
    expect([status, body.success], path).toEqual([200, true]);
  }
  const made = await send(sandbox, payout({ reference_id: "created", amount: "1" }));
  expect([made.status, made.body.success, made.body.data.reference_id]).toEqual([201, true, "created"]);
  const wallet = await send(sandbox, post("/wallets", { owner: "ann", network_symbol: "base" }));
  expect([wallet.status, wallet.body.success]).toEqual([201, true]);
});

test("a used reference of a vault is 409, and pays no second time (S-542, S-553)", async () => {
  const { id } = await aPayout(sandbox, { reference_id: "twice", amount: "1" });
  for (const more of [{}, { amount: "2" }, { amount: "1000" }]) {
    const { status, body } = await send(sandbox, payout({ reference_id: "twice", ...more }));
    expect([status, body]).toEqual([409, problem(409, "Duplicate reference_id")]);
  }
  expect((await payoutNow(sandbox.api, id)).amount).toBe("1");
});

test("a wallet on a network without enabled assets is 400 (S-534)", async () => {
  const list = (await send(sandbox, { path: "/networks?network_id=966" })).body.data;
  const set = async (enabled: boolean): Promise<void> => {
    for (const { network_id, asset } of list) {
      const path = `/networks/${network_id}/${asset}`;
      expect((await send(sandbox, { method: "PATCH", path, body: { enabled } })).status).toBe(200);
    }
  };
  expect(list.length).toBe(3);
  await set(false);
  const order = post("/wallets", { owner: "ann", network_symbol: "polygon" });
  expect((await send(sandbox, order)).body).toEqual(problem(400, "Network not enabled"));
  await set(true);
  expect((await send(sandbox, order)).status).toBe(201);
});

test("too many requests are 429 (S-543)", async () => {
  const { api_key } = await sandbox.control("POST", "/tenants", { name: "narrow", tier: "standard", rate_limit: 1 });
  expect((await send(sandbox, { path: "/vault", key: api_key })).status).toBe(200);
  expect((await send(sandbox, { path: "/vault", key: api_key })).body).toEqual(problem(429, "Rate limit exceeded"));
});
