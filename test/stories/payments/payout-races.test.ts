// Races at one nonce and between nonces of one sender: a payout is paid once or not at all, and all records agree.
import type { Hex } from "viem";
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault, PAYEE, payoutNow, recordOf, vaultBalance } from "../../support/payments/a-payout.ts";
import { bytesOf, stealTokens, stolenWallet } from "../../support/payments/a-platform-key.ts";
import { tokenBalance } from "../../support/payments/a-uda.ts";
import { expectOnlyRed } from "../../support/worlds/invariants.ts";
import { differences, lanesBroken } from "../../support/worlds/ledger.ts";

const THIEF = `0x${"7e".repeat(20)}` as Hex;

const travel = ({ control }: ASandbox, by: string) => control("POST", "/clock/advance", { by });
const mine = ({ control }: ASandbox, blocks = 2) => control("POST", "/networks/ethereum/mine", { blocks });
const paid = (sandbox: ASandbox) => tokenBalance(sandbox, "ethereum", "USDT", PAYEE);
const mode = ({ control }: ASandbox, value: string) => control("PUT", "/networks/ethereum/mining", { mode: value });
const incidents = async ({ control }: ASandbox) => (await control("GET", "/status")).incidents;

/** A vault on Ethereum with 100 of a token and its own gas; blocks only on request. */
async function aVaultByHand(sandbox: ASandbox, asset = "USDT"): Promise<Hex> {
  const vault = await aVault(sandbox, { asset, amount: "100" });
  await sandbox.control("POST", "/faucet", { network: "ethereum", asset: "ETH", to_address: vault, amount: "1" });
  await mode(sandbox, "manual");
  return vault;
}

async function inMs({ control }: ASandbox, ms: number): Promise<string> {
  return new Date(Date.parse((await control("GET", "/clock")).now) + ms).toISOString();
}

/** The pending transaction at the first nonce of the vault. */
async function waitingHash({ admin }: ASandbox): Promise<string> {
  const { body } = await admin("POST", "/networks/ethereum/transactions/0x00/drop");
  return body.details.waiting[0].hash;
}

/**
 * No work is left, balances equal the chain, every nonce has an attempt of the platform but those `lost` to others, and every
 * invariant holds but those that are `red` because a foreign transaction used a platform key.
 */
async function expectPeace(sandbox: ASandbox, lost = 0, red: readonly string[] = []): Promise<void> {
  await mode(sandbox, "instant");
  expect((await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "3d" })).pending).toEqual([]);
  expect(await differences(sandbox)).toEqual([]);
  expect(await lanesBroken(sandbox)).toHaveLength(lost);
  await expectOnlyRed(sandbox, red);
}

test("R-079 R-075 the replaced attempt is mined after all: its hash is the payout's, and it is paid once", async () => {
  const sandbox = await aSandbox();
  const { api, admin } = sandbox;
  await aVaultByHand(sandbox);
  const { id } = await aPayout(sandbox);
  const { tx_id: first } = await payoutNow(api, id);
  await travel(sandbox, "60s");
  const second = await waitingHash(sandbox);
  expect(second).not.toBe(first);
  // Another node had the first one, and its block won.
  await admin("POST", `/networks/ethereum/transactions/${second}/drop`);
  await sandbox.chain("ethereum").public.sendRawTransaction({ serializedTransaction: bytesOf(sandbox, first) });
  await mine(sandbox);
  expect(await payoutNow(api, id)).toMatchObject({ status: "confirmed", tx_id: first });
  expect((await recordOf(api, id)).tx_id).toBe(first);
  expect(await paid(sandbox)).toBe(10_000_000n);
  await expectPeace(sandbox);
});

test("R-088 the cancel is sent and the payment is mined all the same: confirmed after the cutoff, paid once", async () => {
  const sandbox = await aSandbox();
  const { api, admin } = sandbox;
  await aVaultByHand(sandbox);
  const { id } = await aPayout(sandbox, { expired_at: await inMs(sandbox, 30_000) });
  const { tx_id: payment } = await payoutNow(api, id);
  await travel(sandbox, "30s");
  const cancel = await waitingHash(sandbox);
  expect(cancel).not.toBe(payment);
  await admin("POST", `/networks/ethereum/transactions/${cancel}/drop`);
  await sandbox.chain("ethereum").public.sendRawTransaction({ serializedTransaction: bytesOf(sandbox, payment) });
  await mine(sandbox);
  expect(await payoutNow(api, id)).toMatchObject({ status: "confirmed", tx_id: payment, error: "" });
  expect(await paid(sandbox)).toBe(10_000_000n);
  expect(await vaultBalance(sandbox)).toEqual({ balance: "90", available: "90" });
  await expectPeace(sandbox);
});

test.each([
  [1, "confirmed", 10_000_000n],
  [0, "expired", 0n],
  [-1, "expired", 0n],
])("R-086 R-087 R-234 the gas comes %i ms before the cutoff: %s", async (early, status, arrived) => {
  const sandbox = await aSandbox();
  const { api } = sandbox;
  await aVault(sandbox, { amount: "100" });
  await mode(sandbox, "manual");
  const { id } = await aPayout(sandbox, { expired_at: await inMs(sandbox, 30_000) });
  await travel(sandbox, `${30_000 - early}ms`);
  await mine(sandbox);
  // Claimed in its last millisecond it is sent, and its block comes before its cutoff.
  await mine(sandbox);
  expect((await payoutNow(api, id)).status).toBe(status);
  await expectPeace(sandbox);
  expect((await payoutNow(api, id)).status).toBe(status);
  expect(await paid(sandbox)).toBe(arrived);
});

test("R-080 a foreign transaction uses the nonce of a pending payment: an incident, never confirmed, the next one is sent", async () => {
  const sandbox = await aSandbox();
  const { api } = sandbox;
  const vault = await aVaultByHand(sandbox);
  const { id } = await aPayout(sandbox);
  const later = await aPayout(sandbox, { reference_id: "order-2", amount: "7" });
  const foreign = await stolenWallet(sandbox, "ethereum", vault).sendTransaction({
    ...{ to: THIEF, value: 1n, nonce: 0, gas: 21_000n },
    ...{ maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 10n },
  });
  await mine(sandbox, 1);
  // One confirmation can be undone: nothing is decided yet.
  await travel(sandbox, "60s");
  expect((await payoutNow(api, id)).status).toBe("processing");
  await mine(sandbox, 1);
  await travel(sandbox, "2m");
  expect(await payoutNow(api, id)).toMatchObject({
    status: "failed",
    error: "nonce 0 was used by a transaction that is not the platform's",
  });
  expect(await incidents(sandbox)).toMatchObject([
    { kind: "foreign-nonce", network: "ethereum", ref: `ethereum:${vault.toLowerCase()}:0` },
  ]);
  await mine(sandbox);
  expect(await payoutNow(api, later.id)).toMatchObject({ status: "confirmed", error: "" });
  expect((await sandbox.chain("ethereum").public.getTransactionReceipt({ hash: foreign })).status).toBe("success");
  expect(await paid(sandbox)).toBe(7_000_000n);
  expect(await vaultBalance(sandbox)).toEqual({ balance: "93", available: "93" });
  await expectPeace(sandbox, 1, ["I-05", "I-06", "I-17"]);
});

test("R-080 a foreign transaction used the next nonce: the payout at that nonce fails with an incident, the next one is sent", async () => {
  const sandbox = await aSandbox();
  const { api } = sandbox;
  const vault = await aVaultByHand(sandbox);
  await mode(sandbox, "instant");
  await stolenWallet(sandbox, "ethereum", vault).sendTransaction({ to: THIEF, value: 1n });
  const { id } = await aPayout(sandbox);
  expect(await payoutNow(api, id)).toMatchObject({ status: "failed", tx_id: "" });
  expect(await incidents(sandbox)).toMatchObject([{ kind: "foreign-nonce" }]);
  const next = await aPayout(sandbox, { reference_id: "order-2" });
  expect((await payoutNow(api, next.id)).status).toBe("confirmed");
  expect(await paid(sandbox)).toBe(10_000_000n);
  await expectPeace(sandbox, 1, ["I-05", "I-06", "I-17"]);
});

test("R-084 the chain holds less than the recorded balance: nothing is sent, an incident, failed once the records agree", async () => {
  const sandbox = await aSandbox();
  const { api } = sandbox;
  const vault = await aVaultByHand(sandbox, "USDC");
  await stealTokens(sandbox, { asset: "USDC", from: vault, to: THIEF, value: 95_000_000n });
  await mine(sandbox, 1);
  const { id } = await aPayout(sandbox, { asset: "USDC" });
  const small = await aPayout(sandbox, { asset: "USDC", reference_id: "order-2", amount: "2" });
  expect(await payoutNow(api, id)).toMatchObject({ status: "queued", tx_id: "", error: "" });
  const { id: ref } = await recordOf(api, id);
  expect(await incidents(sandbox)).toMatchObject([{ kind: "shortage", network: "ethereum", ref }]);
  await travel(sandbox, "10m");
  expect((await payoutNow(api, id)).status).toBe("queued");
  await mine(sandbox, 1);
  await travel(sandbox, "1h");
  expect(await payoutNow(api, id)).toMatchObject({
    ...{ status: "failed", tx_id: "", error: "insufficient vault balance at execution" },
  });
  await expectPeace(sandbox, 0, ["I-17"]);
  expect((await payoutNow(api, small.id)).status).toBe("confirmed");
  expect(await tokenBalance(sandbox, "ethereum", "USDC", PAYEE)).toBe(2_000_000n);
  expect(await vaultBalance(sandbox, "ethereum", "USDC")).toEqual({ balance: "3", available: "3" });
});

test.each([
  [1, "confirmed", 17_000_000n],
  [6, "failed", 7_000_000n],
])(
  "R-077 a nonce is released below a later one (refused %i times): %s, and the later one is not blocked",
  async (times, status, arrived) => {
    const sandbox = await aSandbox();
    const { api, control } = sandbox;
    const vault = await aVaultByHand(sandbox);
    await mode(sandbox, "instant");
    const fault = { gate: "chain.submit", match: { purpose: "payout" } };
    await control("POST", "/faults", { ...fault, effect: "unavailable" });
    await control("POST", "/faults", { ...fault, effect: "nonce-too-low", after: 1, times });
    const first = await aPayout(sandbox);
    const second = await aPayout(sandbox, { reference_id: "order-2", amount: "7" });
    expect((await payoutNow(api, second.id)).status).toBe("processing");
    await travel(sandbox, "2s");
    expect((await payoutNow(api, first.id)).status).toBe("queued");
    await travel(sandbox, "5m");
    expect((await payoutNow(api, first.id)).status).toBe(status);
    expect((await payoutNow(api, second.id)).status).toBe("confirmed");
    expect(await paid(sandbox)).toBe(arrived);
    expect(await sandbox.chain("ethereum").public.getTransactionCount({ address: vault })).toBe(2);
    await expectPeace(sandbox);
  },
);
