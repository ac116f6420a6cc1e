// Section 27, and parts of 33: networks and assets, and those that a tenant has enabled.
import { expect, test } from "vitest";
import { readCatalogue } from "../../../src/chains/catalogue.ts";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { aVault, payoutBody } from "../../support/payments/a-payout.ts";
import { problem, send, statusesByKey } from "../http-client.ts";

const sandbox = sharedSandbox();
const get = (path: string) => send(sandbox(), { path });
const patch = (path: string, body: unknown) => send(sandbox(), { method: "PATCH", path, body });

const NATIVE = "0x0000000000000000000000000000000000000000";
const USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
/** Every network with its assets, native coin first: the expected content of the lists. */
const CATALOGUE = readCatalogue()
  .map(({ network_id: id, symbol, native, tokens }) => ({
    id,
    symbol,
    assets: [
      { address: NATIVE as string, symbol: native.symbol },
      ...tokens.map((token) => ({ address: token.address as string, symbol: token.symbol })),
    ],
  }))
  .toSorted((a, b) => Number(a.id) - Number(b.id));
const PAIRS = CATALOGUE.flatMap(({ id, assets }) => assets.map(({ address }) => [id, address]));

test("one tenant network by network id and contract address, in any case, native coin too (S-344, S-345, S-346, S-347)", async () => {
  expect(await statusesByKey(sandbox(), { path: `/networks/60/${USDC}` })).toEqual([401, 200]);
  const found = { network_id: "60", asset: USDC, enabled: true };
  for (const asset of [USDC, USDC.toLowerCase(), USDC.toUpperCase().replace("0X", "0x")])
    expect((await get(`/networks/60/${asset}`)).body.data, asset).toEqual(found);
  for (const asset of [NATIVE, "native"])
    expect((await get(`/networks/60/${asset}`)).body.data, asset).toEqual({ ...found, asset: NATIVE });
  for (const [id, asset] of PAIRS)
    expect((await get(`/networks/${id}/${asset}`)).body).toEqual({
      success: true,
      message: "operation completed successfully",
      data: { network_id: id, asset, enabled: true },
    });
});

test("a tenant network that is not there is 404, whatever was asked for (S-348, S-537, S-550)", async () => {
  for (const path of [
    `/networks/61/${USDC}`,
    `/networks/8453/${USDC}`,
    "/networks/60/USDC",
    `/networks/ethereum/${USDC}`,
    "/networks/60/0x12",
    "/networks/60/a%20b",
  ])
    expect((await get(path)).body, path).toEqual(problem(404, "Tenant network not found"));
});

test("a server error of it is 500 (S-349)", async () => {
  await sandbox().control("POST", "/faults", {
    gate: "api.request",
    effect: "status",
    params: { status: 500 },
    match: { operation_id: "getTenantNetwork" },
  });
  expect((await get(`/networks/60/${USDC}`)).body).toEqual(problem(500, "Internal server error"));
});

test("all assets of all networks (S-401)", async () => {
  expect(await statusesByKey(sandbox(), { path: "/blockchain/assets" })).toEqual([401, 200]);
  const { data } = (await get("/blockchain/assets")).body;
  expect(data.map((row: any) => [row.network_id, row.network_symbol, row.contract_address, row.symbol])).toEqual(
    CATALOGUE.flatMap(({ id, symbol, assets }) => assets.map((asset) => [id, symbol, asset.address, asset.symbol])),
  );
});

test("all networks (S-402)", async () => {
  expect(await statusesByKey(sandbox(), { path: "/blockchain/networks" })).toEqual([401, 200]);
  const { data } = (await get("/blockchain/networks")).body;
  expect(data.map((row: any) => [row.network_id, row.network_symbol])).toEqual(
    CATALOGUE.map(({ id, symbol }) => [id, symbol]),
  );
});

test("networks grouped by their category (S-403)", async () => {
  expect(await statusesByKey(sandbox(), { path: "/networks/list" })).toEqual([401, 200]);
  const { data } = (await get("/networks/list")).body;
  expect(data.map(({ category }: { category: string }) => category)).toEqual(["evm"]);
  for (const { category, networks } of data) for (const network of networks) expect(network.category).toBe(category);
  expect(data[0].networks.map((row: any) => row.network_id)).toEqual(CATALOGUE.map(({ id }) => id));
});

test("tenant networks with whether they are enabled, and the switch that enables and disables (S-404, S-405)", async () => {
  const { api, ready } = sandbox();
  expect(await statusesByKey(sandbox(), { path: "/networks" })).toEqual([401, 200]);
  const all = (await get("/networks")).body.data;
  expect(all).toEqual(PAIRS.map(([network_id, asset]) => ({ network_id, asset, enabled: true })));

  const path = "/networks/60/0xdAC17F958D2ee523a2206206994597C13D831ec7";
  expect(await statusesByKey(sandbox(), { method: "PATCH", path, body: { enabled: true } })).toEqual([401, 200]);
  await aVault(sandbox(), { amount: "100" });
  const payout = (reference_id: string) =>
    api.POST("/transfer/payout", { body: payoutBody(ready.vault_id, { reference_id }) });
  for (const enabled of [false, false, true]) {
    const reply = await patch(path, { enabled });
    expect([reply.status, reply.body.data.enabled]).toEqual([200, enabled]);
    expect((await get(path)).body.data).toEqual(reply.body.data);
    expect((await get("/networks")).body.data.filter((row: any) => row.enabled !== true)).toEqual(
      enabled ? [] : [reply.body.data],
    );
    expect((await get("/networks?enabled=false")).body.data).toEqual(enabled ? [] : [reply.body.data]);
  }
  await patch(path, { enabled: false });
  expect((await payout("disabled")).error?.error).toBe("Network not enabled");
  await patch(path, { enabled: true });
  expect((await payout("disabled")).response.status).toBe(201);

  for (const body of [{}, { enabled: "true" }, { enabled: null }, { enabled: 1 }])
    expect((await patch(path, body)).body, JSON.stringify(body)).toEqual(problem(400, "Invalid request"));
  expect((await patch(`/networks/61/${USDC}`, { enabled: true })).body).toEqual(
    problem(404, "Tenant network not found"),
  );
});
