// Settlement operations: retry of a failed one, balances of the solvers and their refill; and who pays deposits.
import { expect, test } from "vitest";
import { type ASandbox, aSandbox, sharedSandbox } from "../support/a-sandbox.ts";
import {
  aUda,
  DESTINATION,
  delegationStatus,
  sendToken,
  settlementOf,
  tokenBalance,
} from "../support/payments/a-uda.ts";

/** A UDA with a settlement of 100 USDT on Polygon that every provider refused; the providers are available afterwards. */
async function aFailedSettlement(sandbox: ASandbox, uda: { network?: string; asset?: string } = {}) {
  const { control, api } = sandbox;
  await control("POST", "/faults", { gate: "routing.provider", effect: "refuse", times: null });
  const made = await aUda(api, uda);
  await sendToken(sandbox, { network: "polygon", asset: "USDT", to: made.address, amount: "100" });
  await control("POST", "/clock/advance", { by: "10m" });
  await control("DELETE", "/faults");
  const settlement = await settlementOf(api, made.id);
  expect(settlement.status).toBe("failed");
  return { uda: made, settlement };
}

async function settlementEvents({ control }: ASandbox): Promise<string[]> {
  const { items } = await control("GET", "/events?limit=1000");
  return items.map(({ type }: { type: string }) => type).filter((type: string) => type.startsWith("uda."));
}

test("R-105 H-25 a retry is a new run: error cleared, every provider asked again, paid once, a terminal event of its own", async () => {
  const sandbox = await aSandbox();
  const { uda, settlement } = await aFailedSettlement(sandbox);
  const retried = await sandbox.admin("POST", `/settlements/${settlement.id}/retry`);
  expect(retried).toMatchObject({
    status: 200,
    body: { data: { id: settlement.id, uda_id: uda.id, status: "retrying", attempts: 0, error: "" } },
  });
  expect(await settlementOf(sandbox.api, uda.id)).toMatchObject({
    id: settlement.id,
    status: "completed",
    error: "",
    destination: { amount: "99800000" },
    routing: { provider: "lifi" },
  });
  expect(await settlementEvents(sandbox)).toEqual([
    "uda.settlement.failed",
    "uda.settlement.created",
    "uda.settlement.completed",
  ]);
  expect(await tokenBalance(sandbox, "arbitrum", "USDC", DESTINATION)).toBe(99_800_000n);
  expect(await tokenBalance(sandbox, "polygon", "USDT", uda.address)).toBe(0n);
});

test("R-105 a retry that fails again is announced again, with all of its attempts", async () => {
  const sandbox = await aSandbox();
  const { uda, settlement } = await aFailedSettlement(sandbox);
  const { id } = await sandbox.control("POST", "/faults", { gate: "routing.provider", effect: "fail", times: null });
  await sandbox.control("POST", `/settlements/${settlement.id}/retry`);
  await sandbox.control("POST", "/clock/advance", { by: "10m" });
  const { items } = await sandbox.control("GET", "/faults");
  expect(items).toMatchObject([{ id, hits: 4 }]);
  expect((await settlementOf(sandbox.api, uda.id)).status).toBe("failed");
  expect(await settlementEvents(sandbox)).toEqual([
    "uda.settlement.failed",
    "uda.settlement.created",
    "uda.settlement.failed",
  ]);
  expect(await tokenBalance(sandbox, "polygon", "USDT", uda.address)).toBe(100_000_000n);
});

test("a retry of a settlement that is not failed is refused and changes nothing; an unknown one is 404", async () => {
  const sandbox = await aSandbox();
  const { uda, settlement } = await aFailedSettlement(sandbox);
  const path = `/settlements/${settlement.id}/retry`;
  await sandbox.control("POST", path);
  const completed = await settlementOf(sandbox.api, uda.id);
  const again = await sandbox.admin("POST", path);
  expect(again).toMatchObject({ status: 400, body: { details: { status: "completed" } } });
  expect(again.body.error).toContain("only a failed settlement");
  expect(await settlementOf(sandbox.api, uda.id)).toEqual(completed);
  expect(await tokenBalance(sandbox, "arbitrum", "USDC", DESTINATION)).toBe(99_800_000n);
  expect((await sandbox.admin("POST", "/settlements/nothing/retry")).status).toBe(404);
  expect((await sandbox.admin("POST", path, { force: true })).status).toBe(400);
});

test("of two retries at once one starts; the destination is paid once (R-100)", async () => {
  const sandbox = await aSandbox({ clock: "running" });
  const { uda, settlement } = await aFailedSettlement(sandbox);
  const path = `/settlements/${settlement.id}/retry`;
  const answers = await Promise.all([sandbox.admin("POST", path), sandbox.admin("POST", path)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  await sandbox.control("POST", "/run-until-idle", { advance: true });
  expect((await settlementOf(sandbox.api, uda.id)).status).toBe("completed");
  expect(await tokenBalance(sandbox, "arbitrum", "USDC", DESTINATION)).toBe(99_800_000n);
});

test("the settlement of a deleted tenant is not found", async () => {
  const sandbox = await aSandbox();
  const { settlement } = await aFailedSettlement(sandbox);
  await sandbox.control("DELETE", `/tenants/${sandbox.ready.tenant_id}`);
  expect((await sandbox.admin("POST", `/settlements/${settlement.id}/retry`)).status).toBe(404);
});

test.each([
  { route: "within one chain", network: "966", asset: "USDT", on: "polygon" },
  { route: "across chains", network: "9001", asset: "USDC", on: "arbitrum" },
])(
  "H-18 a retry $route for a retired UDA delegates its address again, sweeps it, and takes the delegation back",
  async (to) => {
    const sandbox = await aSandbox();
    const { api } = sandbox;
    const { uda, settlement } = await aFailedSettlement(sandbox, to);
    await api.DELETE("/uda/{id}", { params: { path: { id: uda.id } } });
    await sandbox.control("POST", "/run-until-idle", { advance: true });
    expect(await delegationStatus(api, uda.id)).toBe("revoked");
    await sandbox.control("POST", `/settlements/${settlement.id}/retry`);
    await sandbox.control("POST", "/run-until-idle", { advance: true });
    expect((await settlementOf(api, uda.id)).status).toBe("completed");
    expect(await tokenBalance(sandbox, "polygon", "USDT", uda.address)).toBe(0n);
    expect(await tokenBalance(sandbox, to.on, to.asset, DESTINATION)).toBeGreaterThan(99_000_000n);
    expect(await delegationStatus(api, uda.id)).toBe("revoked");
  },
);

test("H-25 a solver balance that is too low is a refusal: the list shows it, a refill adds to it, a retry settles", async () => {
  const sandbox = await aSandbox();
  const { control, api } = sandbox;
  const { items } = await control("GET", "/solvers");
  expect(items.map(({ provider }: Solver) => provider)).toEqual(["lifi", "relay"]);
  expect(items.map((solver: Solver) => stockIn(solver, "arbitrum", "USDC"))).toEqual(["1000000000", "1000000000"]);
  const uda = await aUda(api);
  const more = { network: "polygon", asset: "USDT", amount: "1500000000", to_address: uda.address };
  await control("POST", "/faucet", more);
  await control("POST", "/clock/advance", { by: "10m" });
  const failed = await settlementOf(api, uda.id);
  expect(failed.error).toContain("no stock of the destination token");
  const refill = await control("POST", "/solvers/relay/refill", {
    network: "arbitrum",
    asset: "usdc",
    amount: "500000000",
  });
  expect(refill).toMatchObject({
    provider: "relay",
    address: items[1].address,
    transfers: [{ network: "arbitrum", symbol: "USDC", amount: "500000000" }],
  });
  const receipt = await sandbox.chain("arbitrum").public.getTransactionReceipt({ hash: refill.transfers[0].tx_id });
  expect(receipt.status).toBe("success");
  await control("POST", `/settlements/${failed.id}/retry`);
  await control("POST", "/clock/advance", { by: "1m" });
  expect(await settlementOf(api, uda.id)).toMatchObject({ status: "completed", routing: { provider: "relay" } });
  const paid = await tokenBalance(sandbox, "arbitrum", "USDC", DESTINATION);
  expect(await relayStock(sandbox)).toBe(1_500_000_000_000_000n - paid);
  // Without an amount: what is missing to the initial balance.
  const { transfers } = await control("POST", "/solvers/relay/refill", { asset: "USDC" });
  expect(transfers).toMatchObject([{ network: "arbitrum", raw: String(paid - 500_000_000_000_000n) }]);
  expect(await relayStock(sandbox)).toBe(1_000_000_000_000_000n);
});

const shared = sharedSandbox();

test("a refill with an amount adds to the balance; without one a solver that lacks nothing gets nothing", async () => {
  const { control } = shared();
  const input = { network: "base", asset: "USDC", amount: "12.5" };
  expect((await control("POST", "/solvers/lifi/refill", input)).transfers).toHaveLength(1);
  const coin = await control("POST", "/solvers/lifi/refill", { network: 8453, asset: "native", amount: "0.5" });
  expect(coin.transfers).toMatchObject([{ symbol: "ETH", raw: "500000000000000000" }]);
  const [lifi] = (await control("GET", "/solvers")).items;
  expect(stockIn(lifi, "base", "USDC")).toBe("1000000012.5");
  expect(stockIn(lifi, "base", "ETH")).toBe("1000000.5");
  expect((await control("POST", "/solvers/lifi/refill")).transfers).toEqual([]);
});

test("a refill with unknown names is refused with the known ones", async () => {
  const { admin, control } = shared();
  const before = await control("GET", "/solvers");
  const refused: readonly (readonly [string, object, number, string])[] = [
    ["internal", {}, 404, "relay"],
    ["acme", {}, 404, "lifi"],
    ["lifi", { network: "solana" }, 400, "polygon"],
    ["lifi", { asset: "DOGE" }, 400, "USDC"],
    ["lifi", { network: "base", asset: "USDT" }, 400, "USDC"],
    ["lifi", { asset: "USDC", amount: "0" }, 400, "amount"],
    ["lifi", { amount: "0.0000001" }, 400, "decimals"],
    ["lifi", { colour: "red" }, 400, "network"],
  ];
  for (const [provider, input, status, words] of refused) {
    const answer = await admin("POST", `/solvers/${provider}/refill`, input);
    expect(answer.status, JSON.stringify(input)).toBe(status);
    expect(JSON.stringify(answer.body)).toContain(words);
  }
  expect(await control("GET", "/solvers")).toEqual(before);
});

test("every payer of the status page pays deposits under its own address", async () => {
  const { control, api } = shared();
  const { payers } = await control("GET", "/status");
  expect(new Set(payers).size).toBe(5);
  await api.POST("/wallets", { body: { owner: "payee", network_symbol: "base" } });
  for (const from_address of [...payers, undefined]) {
    const input = { network: "base", asset: "USDC", amount: "2", owner: "payee", from_address };
    const { tx_id } = await control("POST", "/deposits", input);
    const { data } = await api.GET("/deposits/tx/{tx_id}", { params: { path: { tx_id } } });
    expect(data?.data.from_address).toBe(from_address ?? payers[0]);
  }
});

test("nobody else pays deposits in the sandbox's name: neither a stranger nor a development account", async () => {
  const { admin, control, ready } = shared();
  const { payers } = await control("GET", "/status");
  for (const from_address of [ready.accounts[0]?.address, DESTINATION]) {
    const input = { network: "base", asset: "USDC", amount: "2", to_address: DESTINATION, from_address };
    const answer = await admin("POST", "/deposits", input);
    expect(answer).toMatchObject({ status: 400, body: { details: { known: payers } } });
  }
});

type Solver = { provider: string; stock: { network: string; symbol: string; amount: string; raw: string }[] };

function stockOn(solver: Solver, network: string, symbol: string) {
  return solver.stock.find((one) => one.network === network && one.symbol === symbol);
}

function stockIn(solver: Solver, network: string, symbol: string): string | undefined {
  return stockOn(solver, network, symbol)?.amount;
}

async function relayStock({ control }: ASandbox): Promise<bigint> {
  const [, relay] = (await control("GET", "/solvers")).items;
  return BigInt(stockOn(relay, "arbitrum", "USDC")?.raw ?? -1);
}
