// Story (e), edge cases: cutoffs, races at one nonce, replacements, reorgs, and gas stations without coin.
import type { Hex } from "viem";
import { expect, test } from "vitest";
import { readCatalogue } from "../../../src/chains/catalogue.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import {
  aPayout,
  aVault,
  PAYEE,
  payoutNow,
  recordOf,
  transactionsOf,
  vaultBalance,
} from "../../support/payments/a-payout.ts";
import { tokenBalance } from "../../support/payments/a-uda.ts";

/** Virtual time, `seconds` from now, as a request carries it. */
async function inSeconds({ control }: Pick<ASandbox, "control">, seconds: number): Promise<string> {
  return new Date(Date.parse((await control("GET", "/clock")).now) + seconds * 1_000).toISOString();
}

/** A sent payout in no block: the vault has gas, and the network mines on request only. */
async function unminedPayout(sandbox: ASandbox, expiresIn?: number) {
  const { control } = sandbox;
  const vault = await aVault(sandbox, { amount: "100" });
  await control("POST", "/faucet", { network: "ethereum", asset: "ETH", to_address: vault, amount: "1" });
  await control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  const expiry = expiresIn === undefined ? {} : { expired_at: await inSeconds(sandbox, expiresIn) };
  const { id } = await aPayout(sandbox, expiry);
  const payout = await payoutNow(sandbox.api, id);
  expect(payout.status).toBe("processing");
  expect(payout.tx_id).toMatch(/^0x[0-9a-f]{64}$/);
  return { ...payout, vault };
}

/** Ethereum with gas so expensive that a refill costs more than a gas station's initial funding. */
const DEAR_GAS = readCatalogue().map((row) =>
  row.symbol === "ethereum" ? { ...row, base_fee: "100000000000000" } : row,
);

const eventTypes = async (sandbox: ASandbox): Promise<string[]> =>
  (await sandbox.control("GET", "/events?limit=1000")).items.map(({ type }: { type: string }) => type);

test("S-206 H-22 the cutoff passes while a cancel is not mined: the cancel wins, the payout expires, nothing is paid", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const payout = await unminedPayout(sandbox, 30);
  const before = await eventTypes(sandbox);
  await control("POST", "/clock/advance", { by: "31s" });
  // A cutoff alone decides nothing: the payment may still be mined.
  expect((await payoutNow(api, payout.id)).status).toBe("processing");
  await control("POST", "/networks/ethereum/mine", { blocks: 1 });
  expect((await payoutNow(api, payout.id)).status).toBe("processing");
  await control("POST", "/networks/ethereum/mine", { blocks: 1 });
  expect(await payoutNow(api, payout.id)).toMatchObject({ status: "expired", error: "", confirmed_at: null });
  const record = await recordOf(api, payout.id);
  expect(record.status).toBe("expired");
  expect(record.timestamps.expired_at).not.toBeNull();
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(0n);
  expect(await vaultBalance(sandbox)).toEqual({ balance: "100", available: "100" });
  // There is no event for an expiry (H-22); the gas of the cancel changed a balance.
  const after = (await eventTypes(sandbox)).slice(before.length);
  expect(after).toEqual(["balance.updated"]);
});

test("R-088 the payment is mined before its cancel: confirmed after the cutoff, paid once", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const payout = await unminedPayout(sandbox, 30);
  await control("POST", "/networks/ethereum/mine", { blocks: 1 });
  await control("POST", "/clock/advance", { by: "31s" });
  expect((await payoutNow(api, payout.id)).status).toBe("processing");
  await control("POST", "/networks/ethereum/mine", { blocks: 1 });
  expect(await payoutNow(api, payout.id)).toMatchObject({ status: "confirmed", tx_id: payout.tx_id });
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(10_000_000n);
});

test.each([
  ["before the cutoff", "drop", "expired", 0n],
  ["after the cutoff", "drop", "expired", 0n],
  ["after the cutoff", "delay", "expired", 0n],
  ["after the cutoff", "keep", "confirmed", 10_000_000n],
])("R-088 a reorg %s takes the payment out of its block (%s): %s", async (when, transactions, status, paid) => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const payout = await unminedPayout(sandbox, 30);
  await control("POST", "/networks/ethereum/mine", { blocks: 1 });
  if (when === "after the cutoff") await control("POST", "/clock/advance", { by: "31s" });
  await control("POST", "/networks/ethereum/reorg", { depth: 1, transactions });
  expect(await payoutNow(api, payout.id)).toMatchObject({ status: "processing", tx_id: payout.tx_id });
  if (when === "before the cutoff") await control("POST", "/clock/advance", { by: "31s" });
  await control("POST", "/networks/ethereum/mine", { blocks: 2 });
  expect((await payoutNow(api, payout.id)).status).toBe(status);
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(paid);
  await control("POST", "/run-until-idle", { advance: true, limit: "1d" });
  const left = paid === 0n ? "100" : "90";
  expect(await vaultBalance(sandbox)).toEqual({ balance: left, available: left });
});

test("R-088 the cancel is mined, then a reorg drops it: it is sent again and wins", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const payout = await unminedPayout(sandbox, 30);
  await control("POST", "/clock/advance", { by: "31s" });
  await control("POST", "/networks/ethereum/mine", { blocks: 1 });
  await control("POST", "/networks/ethereum/reorg", { depth: 1, transactions: "drop" });
  expect((await payoutNow(api, payout.id)).status).toBe("processing");
  await control("POST", "/networks/ethereum/mine", { blocks: 2 });
  expect((await payoutNow(api, payout.id)).status).toBe("expired");
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(0n);
});

test("H-22 R-083 a gas station without coin: the payout stays queued, and is sent once the station has some", async () => {
  const sandbox = await aSandbox({}, DEAR_GAS);
  const { api, control } = sandbox;
  await aVault(sandbox, { amount: "100" });
  const { id } = await aPayout(sandbox);
  await control("POST", "/clock/advance", { by: "1h" });
  expect(await payoutNow(api, id)).toMatchObject({ status: "queued", tx_id: "", error: "" });
  expect(await vaultBalance(sandbox)).toEqual({ balance: "100", available: "90" });
  const [refill] = await transactionsOf(api, (await recordOf(api, id)).id);
  expect(refill).toMatchObject({ type: "refill", status: "created" });
  await control("POST", "/faucet", {
    network: "ethereum",
    asset: "ETH",
    to_address: refill?.from_address,
    amount: "5000",
  });
  await control("POST", "/clock/advance", { by: "1m" });
  expect((await payoutNow(api, id)).status).toBe("confirmed");
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(10_000_000n);
});

test("S-205 S-206 queued for an empty gas station, expired at the cutoff", async () => {
  const sandbox = await aSandbox({}, DEAR_GAS);
  const { api, control } = sandbox;
  await aVault(sandbox, { amount: "100" });
  const { id } = await aPayout(sandbox, { expired_at: await inSeconds(sandbox, 600) });
  await control("POST", "/clock/advance", { by: "10m" });
  expect(await payoutNow(api, id)).toMatchObject({ status: "expired", tx_id: "", error: "" });
  expect((await recordOf(api, id)).status).toBe("expired");
  expect(await vaultBalance(sandbox)).toEqual({ balance: "100", available: "100" });
});

test("S-206 a queued payout whose gas never arrives expires at its cutoff, at once and finally", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  await aVault(sandbox, { amount: "100" });
  // The refill waits for a block that is not mined, so the payout stays queued.
  await control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  const { id } = await aPayout(sandbox, { expired_at: await inSeconds(sandbox, 45) });
  await control("POST", "/clock/advance", { by: "44s" });
  expect((await payoutNow(api, id)).status).toBe("queued");
  await control("POST", "/clock/advance", { by: "1s" });
  expect(await payoutNow(api, id)).toMatchObject({ status: "expired", tx_id: "", error: "" });
  expect(await vaultBalance(sandbox)).toEqual({ balance: "100", available: "100" });
  await control("PUT", "/networks/ethereum/mining", { mode: "instant" });
  await control("POST", "/run-until-idle", { advance: true });
  expect((await payoutNow(api, id)).status).toBe("expired");
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(0n);
  const again = await api.POST("/transfer/payout", {
    body: {
      vault_id: sandbox.ready.vault_id,
      asset: "USDT",
      network_symbol: "ethereum",
      to_address: PAYEE,
      reference_id: "order-1",
      amount: "1",
    },
  });
  expect(again.response.status).toBe(409);
});

test("R-079 R-075 stuck for a minute: replaced at the same nonce with higher fees, the winner's hash is the payout's", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const payout = await unminedPayout(sandbox);
  const { public: client } = sandbox.chain("ethereum");
  const first = await client.getTransaction({ hash: payout.tx_id as Hex });
  await control("POST", "/clock/advance", { by: "61s" });
  await control("POST", "/networks/ethereum/mine", { blocks: 2 });
  const ended = await payoutNow(api, payout.id);
  expect(ended.status).toBe("confirmed");
  expect(ended.tx_id).not.toBe(payout.tx_id);
  const winner = await client.getTransaction({ hash: ended.tx_id as Hex });
  expect(winner.nonce).toBe(first.nonce);
  expect(winner.maxFeePerGas ?? 0n).toBeGreaterThanOrEqual(((first.maxFeePerGas ?? 0n) * 11n) / 10n);
  expect(await recordOf(api, payout.id)).toMatchObject({ status: "confirmed", tx_id: ended.tx_id });
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(10_000_000n);
  await control("POST", "/run-until-idle", { advance: true, limit: "1d" });
  expect(await vaultBalance(sandbox)).toEqual({ balance: "90", available: "90" });
});

test.each(["keep", "delay", "drop"])(
  "R-082 a reorg (%s) before the target: processing again, same hash, confirmed once",
  async (transactions) => {
    const sandbox = await aSandbox();
    const { api, control } = sandbox;
    const payout = await unminedPayout(sandbox);
    await control("POST", "/networks/ethereum/mine", { blocks: 1 });
    await control("POST", "/networks/ethereum/reorg", { depth: 1, transactions });
    expect(await payoutNow(api, payout.id)).toMatchObject({ status: "processing", tx_id: payout.tx_id });
    await control("POST", "/networks/ethereum/mine", { blocks: 2 });
    expect(await payoutNow(api, payout.id)).toMatchObject({ status: "confirmed", tx_id: payout.tx_id });
    expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(10_000_000n);
    const events = (await eventTypes(sandbox)).filter((type) => type.startsWith("transaction."));
    expect(events).toEqual(["transaction.broadcasted", "transaction.confirmed"]);
    expect(await vaultBalance(sandbox)).toEqual({ balance: "90", available: "90" });
  },
);

test.each(["drop", "delay"])(
  "R-016 a reorg forced below a confirmed payout (%s): it stays confirmed, is paid again, and the next one goes out",
  async (transactions) => {
    const sandbox = await aSandbox();
    const { api, control, admin } = sandbox;
    await aVault(sandbox, { amount: "100" });
    const first = await aPayout(sandbox);
    const payout = await payoutNow(api, first.id);
    expect(payout.status).toBe("confirmed");
    const refused = await admin("POST", "/networks/ethereum/reorg", { depth: 2, transactions });
    expect(refused).toMatchObject({ status: 400, body: { details: { confirmed_transactions: [payout.tx_id] } } });
    await control("POST", "/networks/ethereum/reorg", { depth: 2, transactions, force: true });
    expect(await payoutNow(api, first.id)).toEqual(payout);
    const second = await aPayout(sandbox, { reference_id: "order-2", amount: "5" });
    await control("POST", "/run-until-idle", { advance: true });
    expect((await payoutNow(api, second.id)).status).toBe("confirmed");
    expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(15_000_000n);
    expect(await vaultBalance(sandbox)).toEqual({ balance: "85", available: "85" });
    expect((await eventTypes(sandbox)).filter((type) => type === "transaction.failed")).toEqual([]);
  },
);

test("R-016 a forced reorg takes a confirmed payout and the gas that came for it: its nonce does not block the next payout for ever", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  await aVault(sandbox, { amount: "100" });
  const height = async () =>
    (await control("GET", "/status")).networks.find(({ network }: { network: string }) => network === "ethereum").head
      .number;
  const before = await height();
  const first = await aPayout(sandbox);
  expect((await payoutNow(api, first.id)).status).toBe("confirmed");
  const depth = (await height()) - before;
  // The gas returns with the next block only, so that the payout is refused until then.
  await control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  await control("POST", "/networks/ethereum/reorg", { depth, transactions: "drop", force: true });
  const second = await aPayout(sandbox, { reference_id: "order-2", amount: "5" });
  await control("PUT", "/networks/ethereum/mining", { mode: "instant" });
  await control("POST", "/run-until-idle", { advance: true, limit: "2d" });
  expect((await payoutNow(api, second.id)).status).toBe("confirmed");
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(15_000_000n);
});
