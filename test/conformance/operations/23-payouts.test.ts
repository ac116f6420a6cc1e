// Sections 23 and 24: creating payouts by amount and in dollars: required members, answers, refusals.
import { beforeAll, expect, test } from "vitest";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import {
  aPayout,
  aVault,
  PAYEE,
  payoutBody,
  payoutNow,
  transactionsOf,
  vaultBalance,
} from "../../support/payments/a-payout.ts";
import { tokenBalance } from "../../support/payments/a-uda.ts";
import { OPERATIONS, problem, send, statusesByKey } from "../http-client.ts";

const sandbox = sharedSandbox();
beforeAll(async () => {
  await aVault(sandbox(), { amount: "1000" });
  await aVault(sandbox(), { network: "base", asset: "ETH", amount: "5" });
});

const INVALID = problem(400, "Invalid request");
const REQUIRED = ["vault_id", "asset", "network_symbol", "to_address", "reference_id"];
const KINDS = [
  ["/transfer/payout", "amount"],
  ["/transfer/payout/usd", "usd_amount"],
] as const;

let references = 0;
/** A valid payout request with a new reference. */
function order(value: "amount" | "usd_amount", more: object = {}): Record<string, unknown> {
  references += 1;
  const { amount: _, ...body } = payoutBody(sandbox().ready.vault_id, { reference_id: `ref-${references}` });
  return { ...body, [value]: "10", ...more };
}

const post = (path: string, body: unknown) => send(sandbox(), { method: "POST", path, body });
const without = (body: Record<string, unknown>, name: string) =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));

test.each(KINDS)(
  "POST %s is there, needs a key, and answers 201 with the payout (S-307, S-318, S-327, S-332, S-463, S-527)",
  async (path, value) => {
    expect(await statusesByKey(sandbox(), { method: "POST", path, body: order(value) })).toEqual([401, 201]);
    const body = order(value, { remark: "for order 7" });
    const { status, body: reply } = await post(path, body);
    expect([status, reply.success]).toEqual([201, true]);
    expect(reply.data).toMatchObject({ ...body, status: "queued", tx_id: "", error: "", confirmed_at: null });
    expect(await payoutNow(sandbox().api, reply.data.id)).toMatchObject({ id: reply.data.id, status: "confirmed" });
  },
);

test.each(KINDS)(
  "POST %s: each required field must be there, be a string and say something (S-308, S-309, S-310, S-311, S-312, S-322, S-330, S-333)",
  async (path, value) => {
    for (const name of REQUIRED) {
      const right = order(value);
      for (const [why, body] of Object.entries({
        missing: without(right, name),
        empty: { ...right, [name]: "" },
        number: { ...right, [name]: 1 },
        null: { ...right, [name]: null },
        list: { ...right, [name]: [right[name]] },
      }))
        expect((await post(path, body)).body, `${name} ${why}`).toEqual(INVALID);
      expect((await post(path, right)).status, name).toBe(201);
    }
  },
);

test("one of amount and usd_amount, not none and not both (S-313)", async () => {
  const right = order("amount");
  expect((await post("/transfer/payout", without(right, "amount"))).body).toEqual(INVALID);
  expect((await post("/transfer/payout", { ...right, usd_amount: "10" })).body).toEqual(INVALID);
  expect((await post("/transfer/payout", right)).status).toBe(201);
  expect((await post("/transfer/payout", order("usd_amount"))).status).toBe(201);
});

test("in dollars, usd_amount is required and amount is not taken (S-328, S-329)", async () => {
  const path = "/transfer/payout/usd";
  expect((await post(path, without(order("usd_amount"), "usd_amount"))).body).toEqual(INVALID);
  expect((await post(path, order("amount"))).body).toEqual(INVALID);
  expect((await post(path, order("usd_amount", { amount: "10" }))).body).toEqual(INVALID);
});

test("amount is a string: a crypto amount of the asset, sent as it was written (S-314)", async () => {
  expect((await post("/transfer/payout", order("amount", { amount: 10 }))).body).toEqual(INVALID);
  for (const amount of ["0", "-1", "1e2", "ten", "1.0000001", "01", ".5"])
    expect((await post("/transfer/payout", order("amount", { amount }))).body, amount).toEqual(
      problem(400, "Invalid amount"),
    );
  const before = await tokenBalance(sandbox(), "ethereum", "USDT", PAYEE);
  const { data } = (await post("/transfer/payout", order("amount", { amount: "1.250" }))).body;
  expect(data).toMatchObject({ amount: "1.250", rate: "" });
  expect((await tokenBalance(sandbox(), "ethereum", "USDT", PAYEE)) - before).toBe(1_250_000n);
});

test.each(["/transfer/payout", "/transfer/payout/usd"])(
  "POST %s: usd_amount is a string, converted at the current rate (S-315)",
  async (path) => {
    const { control, chain } = sandbox();
    const paid = () => chain("base").public.getBalance({ address: PAYEE });
    expect((await post(path, order("usd_amount", { usd_amount: 100 }))).body).toEqual(INVALID);
    for (const [price, amount, raw] of [
      ["2500.00", "0.04", 40_000_000_000_000_000n],
      ["2000.00", "0.05", 50_000_000_000_000_000n],
    ] as const) {
      await control("PUT", "/rates", { ETH: price });
      const before = await paid();
      const { data } = (
        await post(path, order("usd_amount", { usd_amount: "100", asset: "ETH", network_symbol: "base" }))
      ).body;
      expect(data).toMatchObject({ usd_amount: "100", amount, rate: String(Number(price)) });
      expect((await paid()) - before).toBe(raw);
    }
  },
);

test.each(KINDS)(
  "POST %s: remark and expired_at may be left out; given, they are kept, and must be of their type (S-316, S-317, S-331)",
  async (path, value) => {
    expect((await post(path, order(value))).body.data).toMatchObject({ remark: "", expired_at: null });
    const kept = order(value, { remark: "a note", expired_at: "2026-01-02T01:00:00+01:00" });
    expect((await post(path, kept)).body.data).toMatchObject({
      remark: "a note",
      expired_at: "2026-01-02T00:00:00.000Z",
    });
    for (const wrong of [
      { remark: 1 },
      { remark: "x".repeat(513) },
      { expired_at: "tomorrow" },
      { expired_at: 1 },
      { expired_at: "2025-01-01T00:00:00Z" },
    ])
      expect((await post(path, order(value, wrong))).body, JSON.stringify(wrong)).toEqual(INVALID);
  },
);

test.each(KINDS)(
  "POST %s: a reference that the vault has had is 409 at both endpoints and pays no second time (S-319, S-320, S-325, S-333, S-542, R-063)",
  async (path, value) => {
    const { api } = sandbox();
    const before = await tokenBalance(sandbox(), "ethereum", "USDT", PAYEE);
    const first = order(value);
    const made = await post(path, first);
    expect(made.status).toBe(201);
    for (const [again] of KINDS) {
      const kind = again === "/transfer/payout" ? "amount" : "usd_amount";
      for (const more of [{}, { [kind]: "20" }, { remark: "another" }]) {
        const reply = await post(again, order(kind, { reference_id: first["reference_id"], ...more }));
        expect([reply.status, reply.body]).toEqual([409, problem(409, "Duplicate reference_id")]);
      }
    }
    expect((await tokenBalance(sandbox(), "ethereum", "USDT", PAYEE)) - before).toBe(10_000_000n);
    expect(await transactionsOf(api, made.body.data.id)).toHaveLength(1);
  },
);

test("the same reference is free at another vault (S-321)", async () => {
  const { control, clientFor } = sandbox();
  const { api_key, vault_id } = await control("POST", "/tenants", { name: "other" });
  const theirs = { api: clientFor(api_key), ready: { ...sandbox().ready, vault_id } };
  const { data } = await theirs.api.GET("/vault/{vault_id}/addresses/{network}", {
    params: { path: { vault_id, network: "ethereum" } },
  });
  await control("POST", "/deposits", {
    network: "ethereum",
    asset: "USDT",
    amount: "50",
    to_address: data?.data.address,
  });
  await aPayout(sandbox(), { reference_id: "shared" });
  const payout = await aPayout(theirs, { reference_id: "shared" });
  expect((await payoutNow(theirs.api, payout.id)).status).toBe("confirmed");
});

test.each(KINDS)(
  "POST %s: more than is available is 400, an unknown vault 404, and neither takes the reference (S-323, S-324, S-333, S-532, S-538)",
  async (path, value) => {
    const before = await vaultBalance(sandbox());
    const reference_id = `refused-${path}`;
    const poor = await post(path, order(value, { reference_id, [value]: "100000" }));
    expect([poor.status, poor.body]).toEqual([400, problem(400, "Insufficient balance")]);
    const nowhere = await post(path, order(value, { reference_id, vault_id: "no-such-vault" }));
    expect([nowhere.status, nowhere.body]).toEqual([404, problem(404, "Vault not found")]);
    expect(await vaultBalance(sandbox())).toEqual(before);
    expect((await post(path, order(value, { reference_id }))).status).toBe(201);
  },
);

test.each(KINDS)(
  "POST %s: what a waiting payout holds is not there for another (S-323, S-532)",
  async (path, value) => {
    const { control, ready } = sandbox();
    await control("PUT", "/networks/ethereum/mining", { mode: "manual" });
    const balances = (await send(sandbox(), { path: `/vault/${ready.vault_id}/balances?network_id=60&asset=USDT` }))
      .body;
    const available = Math.floor(Number(balances.data[0].available.amount));
    expect(available).toBeGreaterThan(10);
    const waiting = await post(path, order(value, { [value]: String(available) }));
    expect(waiting.status).toBe(201);
    const refused = await post(path, order(value, { [value]: "10" }));
    expect([refused.status, refused.body]).toEqual([400, problem(400, "Insufficient balance")]);
    await control("PUT", "/networks/ethereum/mining", { mode: "instant" });
    await control("POST", "/run-until-idle");
    await aVault(sandbox(), { amount: "1000" });
  },
);

test("a server error is 500, and both operations have the same errors (S-326, S-333)", async () => {
  const errorsOf = (path: string) =>
    OPERATIONS.find((operation) => operation.path === path && operation.method === "post")?.statuses.filter(
      (one) => one >= 400,
    );
  expect(errorsOf("/transfer/payout/usd")).toEqual(errorsOf("/transfer/payout"));
  expect(errorsOf("/transfer/payout")).toEqual(expect.arrayContaining([400, 404, 409, 500]));
  for (const [operation_id, path, value] of [
    ["createPayout", ...KINDS[0]],
    ["createPayoutByUsd", ...KINDS[1]],
  ] as const) {
    await sandbox().control("POST", "/faults", {
      gate: "api.request",
      effect: "status",
      params: { status: 500 },
      match: { operation_id },
    });
    expect((await post(path, order(value))).body).toEqual(problem(500, "Internal server error"));
  }
});
