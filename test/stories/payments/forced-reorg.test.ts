// Story: a forced reorg removes confirmed transactions of the platform; records stay, balances follow the chain, the world goes on.
import type { Hex } from "viem";
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault, PAYEE, payoutNow, vaultBalance } from "../../support/payments/a-payout.ts";
import { stolenWallet } from "../../support/payments/a-platform-key.ts";
import { aUda, DESTINATION, sendToken, settlementOf, tokenBalance } from "../../support/payments/a-uda.ts";
import { brokenInvariants, expectOnlyRed } from "../../support/worlds/invariants.ts";

type Incident = { kind: string; network: string; ref: string; detail: string };

const height = async ({ control }: ASandbox, network: string): Promise<number> =>
  (await control("GET", "/status")).networks.find((one: { network: string }) => one.network === network).head.number;

const incidents = async ({ control }: ASandbox): Promise<Incident[]> =>
  (await control("GET", "/status")).incidents.filter(({ kind }: Incident) => kind === "changed-receipt");

/** Removes every block above `above`; what the platform sent is mined again without further requests. */
async function removeAbove(sandbox: ASandbox, network: string, above: number, transactions: string): Promise<void> {
  const depth = (await height(sandbox, network)) - above;
  await sandbox.control("POST", `/networks/${network}/reorg`, { depth, transactions, force: true });
  expect(await brokenInvariants(sandbox)).toEqual([]);
  await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "2d" });
}

/** Every invariant holds, or an incident exempts it; the health check answers 200. */
async function expectHealthy(sandbox: ASandbox): Promise<void> {
  expect(await brokenInvariants(sandbox)).toEqual([]);
  expect((await fetch(new URL("/healthz", sandbox.ready.admin_url))).status).toBe(200);
}

/** A fresh deposit can be paid out, whatever happened before. */
async function expectPayoutsWork(sandbox: ASandbox, reference: string): Promise<void> {
  const before = await tokenBalance(sandbox, "ethereum", "USDT", PAYEE);
  await aVault(sandbox, { amount: "1000" });
  const { id } = await aPayout(sandbox, { reference_id: reference, amount: "7" });
  await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "2d" });
  expect((await payoutNow(sandbox.api, id)).status).toBe("confirmed");
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(before + 7_000_000n);
  await expectHealthy(sandbox);
}

const MODES = ["drop", "delay"] as const;

test.each(MODES)(
  "R-016 I-20 the payout and its refill (%s): mined again, the same money, no second event",
  async (transactions) => {
    const sandbox = await aSandbox();
    await aVault(sandbox, { amount: "100" });
    const above = await height(sandbox, "ethereum");
    const { id } = await aPayout(sandbox);
    const payout = await payoutNow(sandbox.api, id);
    const events = async () =>
      (await sandbox.control("GET", "/events?limit=1000")).items
        .map(({ type }: { type: string }) => type)
        .filter((type: string) => type.startsWith("transaction."));
    const told = await events();
    await removeAbove(sandbox, "ethereum", above, transactions);
    expect(await payoutNow(sandbox.api, id)).toEqual(payout);
    expect(await events()).toEqual(told);
    expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(10_000_000n);
    expect(await vaultBalance(sandbox)).toEqual({ balance: "90", available: "90" });
    await expectHealthy(sandbox);
    await expectPayoutsWork(sandbox, "order-2");
  },
);

test("R-016 I-20 the deposit that a payout was paid from (drop): the payout reverts and stays confirmed, an incident says so", async () => {
  const sandbox = await aSandbox();
  const above = await height(sandbox, "ethereum");
  await aVault(sandbox, { amount: "500" });
  const { id } = await aPayout(sandbox, { amount: "100" });
  const payout = await payoutNow(sandbox.api, id);
  await removeAbove(sandbox, "ethereum", above, "drop");
  expect(await payoutNow(sandbox.api, id)).toEqual(payout);
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(0n);
  // The deposit stays as it was reported; the payout's amount is back.
  expect(await vaultBalance(sandbox)).toEqual({ balance: "500", available: "500" });
  const [incident] = await incidents(sandbox);
  expect(incident).toMatchObject({ network: "ethereum", ref: `ethereum:${payout.tx_id}` });
  expect(incident?.detail).toContain(payout.id);
  expect(incident?.detail).toContain("reverted");
  await expectHealthy(sandbox);
  await expectPayoutsWork(sandbox, "order-2");
});

test("R-016 I-20 I-21 a payout that failed for a paused token is paid after all when the pause is removed (drop)", async () => {
  const sandbox = await aSandbox();
  const { control } = sandbox;
  await aVault(sandbox, { amount: "100" });
  const above = await height(sandbox, "ethereum");
  await control("POST", "/networks/ethereum/tokens/USDT/pause");
  const { id } = await aPayout(sandbox);
  await control("POST", "/run-until-idle", { advance: true, limit: "1d" });
  expect((await payoutNow(sandbox.api, id)).status).toBe("failed");
  await removeAbove(sandbox, "ethereum", above, "drop");
  expect((await payoutNow(sandbox.api, id)).status).toBe("failed");
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(10_000_000n);
  expect(await vaultBalance(sandbox)).toEqual({ balance: "90", available: "90" });
  expect((await incidents(sandbox)).map(({ ref }) => ref)).toContain(
    `ethereum:${(await payoutNow(sandbox.api, id)).tx_id}`,
  );
  await expectHealthy(sandbox);
  await expectPayoutsWork(sandbox, "order-2");
});

test.each([
  ["polygon", "drop"],
  ["polygon", "delay"],
  ["arbitrum", "drop"],
  ["arbitrum", "delay"],
] as const)(
  "R-016 I-03 I-27 every block of %s with delegation, claim or fill (%s): the next settlement works",
  async (network, transactions) => {
    const sandbox = await aSandbox();
    const { api } = sandbox;
    const uda = await aUda(api);
    const pay = (amount: string) =>
      sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address as Hex, amount });
    await pay("100");
    await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "1d" });
    const settlement = await settlementOf(api, uda.id);
    expect(settlement.status).toBe("completed");
    await removeAbove(sandbox, network, 0, transactions);
    expect(await settlementOf(api, uda.id)).toEqual(settlement);
    await expectHealthy(sandbox);
    const before = await tokenBalance(sandbox, "arbitrum", "USDC", DESTINATION);
    await pay("60");
    await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "2d" });
    expect(await tokenBalance(sandbox, "arbitrum", "USDC", DESTINATION)).toBeGreaterThan(before);
    await expectHealthy(sandbox);
  },
);

test("R-016 gas of a transaction that is mined again at another base fee is booked by the new receipt, with a balance event", async () => {
  const sandbox = await aSandbox();
  const { control } = sandbox;
  const vault = await aVault(sandbox, { amount: "100" });
  await control("POST", "/faucet", { network: "ethereum", asset: "ETH", amount: "1", to_address: vault });
  const above = await height(sandbox, "ethereum");
  const { id } = await aPayout(sandbox);
  expect((await payoutNow(sandbox.api, id)).status).toBe("confirmed");
  const coin = async () => (await vaultBalance(sandbox, "ethereum", "ETH")).balance;
  const before = await coin();
  const count = async () =>
    (await control("GET", "/events?limit=1000&type=balance.updated")).items.filter(
      ({ payload }: { payload: { symbol?: string } }) => payload?.symbol === "ETH",
    ).length;
  const events = await count();
  const fee = BigInt((await sandbox.chain("ethereum").public.getBlock()).baseFeePerGas ?? 0n);
  await control("PUT", "/networks/ethereum/base-fee", { gwei: String(Number(fee) / 4e9) });
  await removeAbove(sandbox, "ethereum", above, "drop");
  expect(await coin()).not.toBe(before);
  expect(await count()).toBe(events + 1);
  await expectHealthy(sandbox);
});

test("R-016 R-080 the nonce of a removed payout is used by another attempt of the platform: an incident, paid once", async () => {
  const sandbox = await aSandbox();
  const { control, store } = sandbox;
  const vault = await aVault(sandbox, { amount: "100" });
  await control("POST", "/faucet", { network: "ethereum", asset: "ETH", amount: "1", to_address: vault });
  await control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  const { id } = await aPayout(sandbox);
  await control("POST", "/clock/advance", { by: "61s" });
  const bytes = store.all<{ hash: string; raw: Hex }>(
    "select hash, raw from attempt where purpose = 'payout' order by id",
  );
  expect(bytes).toHaveLength(2);
  await control("POST", "/networks/ethereum/mine", { blocks: 3 });
  const paid = (await payoutNow(sandbox.api, id)).tx_id;
  const other = bytes.find(({ hash }) => hash !== paid);
  await control("POST", "/networks/ethereum/reorg", { depth: 3, transactions: "drop", force: true });
  const waiting = (await sandbox.admin("POST", "/networks/ethereum/transactions/0x00/drop")).body.details.waiting;
  for (const { hash } of waiting) await control("POST", `/networks/ethereum/transactions/${hash}/drop`);
  await sandbox.chain("ethereum").public.sendRawTransaction({ serializedTransaction: other?.raw as Hex });
  await control("POST", "/networks/ethereum/mine", { blocks: 3 });
  await control("PUT", "/networks/ethereum/mining", { mode: "instant" });
  await control("POST", "/run-until-idle", { advance: true, limit: "2d" });
  expect(await payoutNow(sandbox.api, id)).toMatchObject({ status: "confirmed", tx_id: other?.hash });
  expect((await incidents(sandbox)).map(({ ref }) => ref)).toContain(`ethereum:${paid}`);
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(10_000_000n);
  await expectHealthy(sandbox);
  await expectPayoutsWork(sandbox, "order-2");
});

test("R-016 R-080 a foreign transaction uses the nonce of a removed payout: an incident, the amount is back, I-05 alone is red", async () => {
  const sandbox = await aSandbox();
  const { control } = sandbox;
  const vault = await aVault(sandbox, { amount: "100" });
  await control("POST", "/faucet", { network: "ethereum", asset: "ETH", amount: "1", to_address: vault });
  const above = await height(sandbox, "ethereum");
  const { id } = await aPayout(sandbox);
  const payout = await payoutNow(sandbox.api, id);
  await control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  const depth = (await height(sandbox, "ethereum")) - above;
  await control("POST", "/networks/ethereum/reorg", { depth, transactions: "drop", force: true });
  await control("POST", `/networks/ethereum/transactions/${payout.tx_id}/drop`);
  await stolenWallet(sandbox, "ethereum", vault).sendTransaction({
    ...{ to: PAYEE, value: 0n, nonce: 0, gas: 21_000n },
    ...{ maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 10n },
  });
  await control("POST", "/networks/ethereum/mine", { blocks: 4 });
  await control("PUT", "/networks/ethereum/mining", { mode: "instant" });
  expect((await control("POST", "/run-until-idle", { advance: true, limit: "2d" })).pending).toEqual([]);
  expect(await payoutNow(sandbox.api, id)).toEqual(payout);
  expect(await vaultBalance(sandbox)).toEqual({ balance: "100", available: "100" });
  expect((await incidents(sandbox)).map(({ ref }) => ref)).toEqual([`ethereum:${payout.tx_id}`]);
  await expectOnlyRed(sandbox, ["I-05"]);
});
