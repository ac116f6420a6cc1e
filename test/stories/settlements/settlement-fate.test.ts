// Edge cases of settlements: reorgs and stuck transactions at either end, delegations that fail, retiring at the last moment.
import { createTestClient, type Hex, http, publicActions } from "viem";
import { expect, test } from "vitest";
import { readCatalogue } from "../../../src/chains/catalogue.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import {
  aUda,
  DESTINATION,
  delegationStatus,
  sendToken,
  settlementOf,
  settlementsOf,
  tokenBalance,
} from "../../support/payments/a-uda.ts";

/** Polygon with gas so expensive that a gas station cannot pay for a delegation. */
const DEAR_POLYGON = readCatalogue().map((row) =>
  row.symbol === "polygon" ? { ...row, base_fee: "600000000000000" } : row,
);

async function mode({ control }: ASandbox, network: string, value: string): Promise<void> {
  await control("PUT", `/networks/${network}/mining`, { mode: value });
}

const mine = ({ control }: ASandbox, network: string, blocks: number) =>
  control("POST", `/networks/${network}/mine`, { blocks });

async function recordsOf({ api }: ASandbox, settlementId: string) {
  const { data } = await api.GET("/transactions", { params: { query: { "filter[]": [`source_id:${settlementId}`] } } });
  return data?.data ?? [];
}

async function settlementEvents({ control }: ASandbox): Promise<string[]> {
  const { items } = await control("GET", "/events?limit=1000");
  return items.map(({ type }: { type: string }) => type).filter((type: string) => type.startsWith("uda."));
}

async function stationOf({ api }: ASandbox): Promise<string> {
  const { data } = await api.GET("/gas-stations/wallets", { params: { query: { limit: 100 } } });
  const station = data?.data.find(({ network_id }) => network_id === "966");
  if (station === undefined) throw new Error("there is no gas station on Polygon");
  return station.address;
}

const deposit = (sandbox: ASandbox, to: Hex, amount = "100") =>
  sendToken(sandbox, { network: "polygon", asset: "USDT", to, amount });

test.each(["keep", "delay", "drop"])(
  "R-100 I-26 a reorg (%s) removes the fill before its target: sent again, completed once, paid once",
  async (transactions) => {
    const sandbox = await aSandbox();
    const { api, control } = sandbox;
    const uda = await aUda(api);
    await mode(sandbox, "arbitrum", "manual");
    await deposit(sandbox, uda.address);
    await mine(sandbox, "arbitrum", 1);
    expect((await settlementOf(api, uda.id)).status).toBe("routing");
    await control("POST", "/networks/arbitrum/reorg", { depth: 1, transactions });
    expect((await settlementOf(api, uda.id)).status).toBe("routing");
    await mine(sandbox, "arbitrum", 2);
    const settlement = await settlementOf(api, uda.id);
    expect(settlement).toMatchObject({ status: "completed", destination: { amount: "99800000" } });
    expect(await tokenBalance(sandbox, "arbitrum", "USDC", DESTINATION)).toBe(99_800_000n);
    expect(await tokenBalance(sandbox, "polygon", "USDT", uda.address)).toBe(0n);
    expect(await recordsOf(sandbox, settlement.id)).toMatchObject([
      { status: "confirmed", tx_id: settlement.destination.tx_hash },
    ]);
    expect(await settlementEvents(sandbox)).toEqual(["uda.settlement.created", "uda.settlement.completed"]);
  },
);

test("R-079 a fill stuck for minutes is replaced at its nonce; the winner's hash is the settlement's", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const uda = await aUda(api);
  await mode(sandbox, "arbitrum", "manual");
  await deposit(sandbox, uda.address);
  const [sent] = await recordsOf(sandbox, (await settlementOf(api, uda.id)).id);
  expect(sent).toMatchObject({ status: "broadcasted", block_number: "" });
  await control("POST", "/clock/advance", { by: "150s" });
  await mine(sandbox, "arbitrum", 2);
  const settlement = await settlementOf(api, uda.id);
  expect(settlement).toMatchObject({ status: "completed", routing: { time_ms: 150_000 } });
  expect(settlement.destination.tx_hash).not.toBe(sent?.tx_id);
  expect(await recordsOf(sandbox, settlement.id)).toMatchObject([
    { status: "confirmed", tx_id: settlement.destination.tx_hash },
  ]);
  expect(await tokenBalance(sandbox, "arbitrum", "USDC", DESTINATION)).toBe(99_800_000n);
});

test.each(["keep", "delay", "drop"])(
  "H-25.4 a reorg (%s) removes the sweep: claimed again, exactly once",
  async (transactions) => {
    const sandbox = await aSandbox();
    const { api, control } = sandbox;
    const uda = await aUda(api);
    await mode(sandbox, "arbitrum", "manual");
    await deposit(sandbox, uda.address);
    await mode(sandbox, "polygon", "manual");
    await mode(sandbox, "arbitrum", "instant");
    expect((await settlementOf(api, uda.id)).status).toBe("completed");
    await mine(sandbox, "polygon", 1);
    expect(await tokenBalance(sandbox, "polygon", "USDT", uda.address)).toBe(0n);
    await control("POST", "/networks/polygon/reorg", { depth: 1, transactions });
    await mine(sandbox, "polygon", 2);
    expect(await tokenBalance(sandbox, "polygon", "USDT", uda.address)).toBe(0n);
    const claims = (await control("GET", "/claims")).items.filter(({ kind }: { kind: string }) => kind === "sweep");
    expect(claims).toMatchObject([{ state: "confirmed", settlement_id: (await settlementOf(api, uda.id)).id }]);
  },
);

test("H-02 S-172 a reorg removes the deposit before its target: no settlement, until it is mined again, then one", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const uda = await aUda(api);
  await mode(sandbox, "polygon", "manual");
  await control("POST", "/deposits", { network: "polygon", asset: "USDT", amount: "100", to_address: uda.address });
  await mine(sandbox, "polygon", 1);
  await control("POST", "/networks/polygon/reorg", { depth: 1, transactions: "delay" });
  expect(await settlementsOf(api, uda.id)).toEqual([]);
  await mine(sandbox, "polygon", 1);
  expect(await settlementsOf(api, uda.id)).toEqual([]);
  await mode(sandbox, "polygon", "instant");
  expect((await settlementOf(api, uda.id)).status).toBe("completed");
  expect(await tokenBalance(sandbox, "polygon", "USDT", uda.address)).toBe(0n);
});

test("H-21 active when seen, retired before confirmation: a deposit and no settlement, not even later", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const uda = await aUda(api);
  await mode(sandbox, "polygon", "manual");
  const { tx_id } = await control("POST", "/deposits", {
    network: "polygon",
    asset: "USDT",
    amount: "100",
    to_address: uda.address,
  });
  await mine(sandbox, "polygon", 1);
  await api.DELETE("/uda/{id}", { params: { path: { id: uda.id } } });
  await mine(sandbox, "polygon", 3);
  await control("POST", "/clock/advance", { by: "1d" });
  expect(await settlementsOf(api, uda.id)).toEqual([]);
  expect((await api.GET("/deposits/tx/{tx_id}", { params: { path: { tx_id } } })).response.status).toBe(200);
  expect(await tokenBalance(sandbox, "polygon", "USDT", uda.address)).toBe(100_000_000n);
});

test("H-18 a delegation that cannot be paid is failed and tried again; claims and internal routes wait for it", async () => {
  const sandbox = await aSandbox({}, DEAR_POLYGON);
  const { api, control } = sandbox;
  const crossing = await aUda(api, { owner: "crossing" });
  const within = await aUda(api, { owner: "within", network: "966", asset: "USDT" });
  expect(await delegationStatus(api, crossing.id)).toBe("failed");
  await deposit(sandbox, crossing.address, "40");
  await deposit(sandbox, within.address, "30");
  // The fill needs no delegation, the sweeps do.
  expect((await settlementOf(api, crossing.id)).status).toBe("completed");
  expect((await settlementOf(api, within.id)).status).toBe("routing");
  await control("POST", "/clock/advance", { by: "1h" });
  expect(await delegationStatus(api, within.id)).toBe("failed");
  expect(await tokenBalance(sandbox, "polygon", "USDT", crossing.address)).toBe(40_000_000n);
  const { items } = await control("GET", "/claims");
  const failed = items.find(({ state }: { state: string }) => state === "failed");
  expect(failed).toMatchObject({
    kind: "delegation",
    network: "polygon",
    error: expect.stringContaining("insufficient funds"),
  });
  const station = sandbox.store.get<{ address: string }>(
    "select address from address where network = 'polygon' and category = 'gas_station'",
  );
  await control("POST", "/faucet", {
    network: "polygon",
    asset: "POL",
    to_address: station?.address,
    amount: "100000",
  });
  await control("POST", "/clock/advance", { by: "20m" });
  expect(await delegationStatus(api, crossing.id)).toBe("delegated");
  expect((await settlementOf(api, within.id)).status).toBe("completed");
  expect(await tokenBalance(sandbox, "polygon", "USDT", crossing.address)).toBe(0n);
  expect(await tokenBalance(sandbox, "polygon", "USDT", within.address)).toBe(0n);
  expect(await tokenBalance(sandbox, "polygon", "USDT", DESTINATION)).toBe(29_955_000n);
});

test("R-016 R-084 a forced reorg takes a settled deposit away: its claim sends nothing that would revert, an incident says why, and it continues once the coin is back", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const uda = await aUda(api);
  await mode(sandbox, "polygon", "manual");
  await control("POST", "/deposits", { network: "polygon", asset: "POL", amount: "100", to_address: uda.address });
  await mine(sandbox, "polygon", 2);
  expect((await settlementOf(api, uda.id)).status).toBe("completed");
  await control("POST", "/networks/polygon/reorg", { depth: 2, transactions: "drop", force: true });
  const { chain, url } = sandbox.chain("polygon");
  const client = createTestClient({ mode: "hardhat", chain, transport: http(url) }).extend(publicActions);
  await mine(sandbox, "polygon", 2);
  await control("POST", "/clock/advance", { by: "1h" });
  const [incident] = (await control("GET", "/status")).incidents;
  expect(incident).toMatchObject({ kind: "shortage", network: "polygon" });
  expect(incident.detail).toMatch(/^0x[0-9a-f]{40} holds 0 of the \d+ base units of POL that the claim takes/);
  const spent = async () => client.getTransactionCount({ address: (await stationOf(sandbox)) as Hex });
  const before = await spent();
  await control("POST", "/clock/advance", { by: "12h" });
  expect(await spent()).toBe(before);
  expect((await control("GET", "/status")).pending.held_back).toEqual(
    expect.arrayContaining([expect.objectContaining({ reason: "retrying-sweep", network: "polygon" })]),
  );
  await client.setBalance({ address: uda.address, value: 100n * 10n ** 18n });
  await mode(sandbox, "polygon", "instant");
  await control("POST", "/run-until-idle", { advance: true, limit: "10d" });
  expect(await client.getBalance({ address: uda.address })).toBe(0n);
  expect((await control("GET", "/status")).pending.held_back).toEqual([]);
});

test("R-107 twenty creates for one owner at once: one 201, the rest 200, one record", async () => {
  const { api } = await aSandbox();
  const body = { owner: "alice", destination: { address: DESTINATION, asset_symbol: "USDC", network_id: "9001" } };
  const answers = await Promise.all(Array.from({ length: 20 }, () => api.POST("/uda", { body })));
  expect(answers.map(({ response }) => response.status).toSorted()).toEqual([
    ...Array.from({ length: 19 }, () => 200),
    201,
  ]);
  expect(new Set(answers.map(({ data }) => data?.data.id)).size).toBe(1);
});
