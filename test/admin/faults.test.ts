// Fault operations: input is checked at creation, hits are counted.
import { expect, test } from "vitest";
import { GATES, type Param } from "../../src/faults/catalogue.ts";
import { aSandbox } from "../support/a-sandbox.ts";

const PARAMS: Readonly<Record<Param, unknown>> = { status: 500, by: "1ms", code: -32_000, message: "no" };

test("the catalogue lists every gate with what it matches on and what can happen there", async () => {
  const sandbox = await aSandbox();
  const { gates } = await sandbox.control("GET", "/faults/catalogue");
  expect(gates.map(({ gate }: { gate: string }) => gate)).toEqual(Object.keys(GATES));
  for (const { gate, match, effects } of gates) {
    for (const { effect, params: names } of effects) {
      const params = Object.fromEntries(names.map((name: Param) => [name, PARAMS[name]]));
      expect((await sandbox.admin("POST", "/faults", { gate, effect, params })).status, `${gate} ${effect}`).toBe(201);
    }
    expect(match.length).toBeGreaterThan(0);
  }
});

test("a fault skips the first hits, fires as often as requested, and shows its counts", async () => {
  const sandbox = await aSandbox();
  const made = await sandbox.admin("POST", "/faults", {
    gate: "api.request",
    effect: "status",
    match: { operation_id: "listVaults", tenant_id: sandbox.ready.tenant_id },
    after: 1,
    times: 2,
    params: { status: 500 },
  });
  expect(made).toMatchObject({ status: 201, body: { data: { hits: 0, after: 1, times: 2 } } });
  const ask = async () => (await sandbox.api.GET("/vault")).response.status;
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 500, 500, 200]);
  expect((await sandbox.control("GET", "/faults")).items).toMatchObject([{ id: made.body.data.id, seen: 4, hits: 2 }]);
});

test("times null fires until the fault is deleted", async () => {
  const sandbox = await aSandbox();
  const { id, times } = await sandbox.control("POST", "/faults", {
    gate: "api.request",
    effect: "status",
    times: null,
    params: { status: 429 },
  });
  expect(times).toBeNull();
  const ask = async () => (await sandbox.api.GET("/vault")).response.status;
  expect([await ask(), await ask(), await ask()]).toEqual([429, 429, 429]);
  await sandbox.control("DELETE", `/faults/${id}`);
  expect(await ask()).toBe(200);
  expect((await sandbox.admin("DELETE", `/faults/${id}`)).status).toBe(404);
});

test("names are accepted in any case and stored as the gates use them", async () => {
  const sandbox = await aSandbox();
  const match = { provider: "LiFi", from: 137, to: "Arbitrum", asset: "usdt" };
  const fault = await sandbox.control("POST", "/faults", {
    gate: "routing.provider",
    effect: "slow",
    match,
    params: { by: "2m" },
  });
  expect(fault).toMatchObject({
    match: { provider: "lifi", from: "polygon", to: "arbitrum", asset: "USDT" },
    params: { by: 120_000 },
  });
});

test("names that do not exist are refused at creation, with the known ones", async () => {
  const sandbox = await aSandbox();
  const route = { gate: "routing.provider", effect: "refuse" };
  const request = { gate: "api.request", effect: "status", params: { status: 500 } };
  const refused: readonly (readonly [object, string])[] = [
    [{ ...route, gate: "chain.weather" }, "routing.provider"],
    [{ ...route, gate: "constructor" }, "routing.provider"],
    [{ ...route, effect: "explode" }, "refuse"],
    [{ ...route, match: { colour: "red" } }, "provider"],
    [{ ...route, match: { provider: "acme" } }, "relay"],
    [{ ...route, match: { from: "solana" } }, "polygon"],
    [{ ...route, match: { asset: "DOGE" } }, "USDC"],
    [{ ...route, match: { scenario: "teleport" } }, "cross_chain_same_token"],
    [{ ...request, match: { operation_id: "mintMoney" } }, "getQuote"],
    [{ ...request, match: { tenant_id: "nobody" } }, sandbox.ready.tenant_id],
    [{ ...request, params: { status: 418 } }, "429"],
    [{ ...request, params: { status: 200 } }, "429"],
    [{ ...request, params: {} }, "status"],
    [{ ...route, params: { by: "1s" } }, ""],
    [{ gate: "api.request", effect: "delay", params: { by: "soon" } }, ""],
    [{ ...route, times: 0 }, ""],
    [{ ...route, after: -1 }, ""],
  ];
  for (const [input, known] of refused) {
    const answer = await sandbox.admin("POST", "/faults", input);
    expect(answer.status, JSON.stringify(input)).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(known);
  }
  expect((await sandbox.control("GET", "/faults")).items).toEqual([]);
});

test("all faults are deleted at once, and the status lists none", async () => {
  const sandbox = await aSandbox();
  for (const effect of ["refuse", "fail"])
    await sandbox.control("POST", "/faults", { gate: "routing.provider", effect });
  expect((await sandbox.control("GET", "/status")).faults).toHaveLength(2);
  expect(await sandbox.control("DELETE", "/faults")).toEqual({ removed: 2 });
  expect((await sandbox.control("GET", "/status")).faults).toEqual([]);
});
