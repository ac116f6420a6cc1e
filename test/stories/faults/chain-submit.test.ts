// chain.submit on a payout: what the API, the chain, the events and the client see of each effect, and how it recovers.
import type { Hex } from "viem";
import { expect } from "vitest";
import type { ASandbox } from "../../support/a-sandbox.ts";
import { faultStory } from "../../support/fault-story.ts";
import {
  aPayout,
  aVault,
  PAYEE,
  payoutBody,
  payoutNow,
  recordOf,
  transactionsOf,
  vaultBalance,
} from "../../support/payments/a-payout.ts";
import { tokenBalance } from "../../support/payments/a-uda.ts";
import { eventsOf } from "../../support/payments/on-chain.ts";
import { differences, lanesBroken } from "../../support/worlds/ledger.ts";

/** A vault on Ethereum with 100 USDT and its own gas, so that its next transaction is the payout. */
async function aReadyVault(sandbox: ASandbox): Promise<Hex> {
  const vault = await aVault(sandbox, { amount: "100" });
  await sandbox.control("POST", "/faucet", { network: "ethereum", asset: "ETH", to_address: vault, amount: "1" });
  return vault;
}

const inject = (sandbox: ASandbox, effect: string, more: object = {}) =>
  sandbox.control("POST", "/faults", { gate: "chain.submit", effect, match: { purpose: "payout" }, ...more });

const travel = ({ control }: ASandbox, by: string) => control("POST", "/clock/advance", { by });

const paid = (sandbox: ASandbox) => tokenBalance(sandbox, "ethereum", "USDT", PAYEE);

/** The transaction events of payouts, oldest first. */
async function eventTypes(sandbox: ASandbox): Promise<string[]> {
  const events = await eventsOf(sandbox);
  return events.filter(({ payload }) => payload.type === "payout").map(({ type }) => type);
}

async function expectPeace(sandbox: ASandbox): Promise<void> {
  expect((await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "1d" })).pending).toEqual([]);
  expect(await differences(sandbox)).toEqual([]);
  expect(await lanesBroken(sandbox)).toEqual([]);
}

faultStory("chain.submit", "revert", "mined and reverted: failed, gas paid, the next one goes out", async (sandbox) => {
  const { api } = sandbox;
  await aReadyVault(sandbox);
  await inject(sandbox, "revert");
  const { id } = await aPayout(sandbox);
  const payout = await payoutNow(api, id);
  expect(payout).toMatchObject({ status: "failed", error: "transaction reverted", confirmed_at: null });
  const receipt = await sandbox.chain("ethereum").public.getTransactionReceipt({ hash: payout.tx_id as Hex });
  const sent = await sandbox.chain("ethereum").public.getTransaction({ hash: payout.tx_id as Hex });
  expect([receipt.status, receipt.gasUsed < sent.gas]).toEqual(["reverted", true]);
  const record = await recordOf(api, id);
  expect(record).toMatchObject({ status: "failed", meta: { error: "transaction reverted" }, tx_id: payout.tx_id });
  expect(BigInt(record.fee.raw)).toBe(receipt.gasUsed * receipt.effectiveGasPrice);
  expect(await eventTypes(sandbox)).toEqual(["transaction.broadcasted", "transaction.failed"]);
  expect(await vaultBalance(sandbox)).toEqual({ balance: "100", available: "100" });
  const again = await api.POST("/transfer/payout", { body: payoutBody(sandbox.ready.vault_id) });
  expect(again.response.status).toBe(409);

  const next = await aPayout(sandbox, { reference_id: "order-2" });
  expect((await payoutNow(api, next.id)).status).toBe("confirmed");
  expect(await paid(sandbox)).toBe(10_000_000n);
  await expectPeace(sandbox);
});

faultStory("chain.submit", "out-of-gas", "native coin too: mined, failed, all its gas used up", async (sandbox) => {
  const { api } = sandbox;
  await aVault(sandbox, { network: "bsc", asset: "BNB", amount: "2" });
  const { public: client } = sandbox.chain("bsc");
  await inject(sandbox, "out-of-gas", { match: { network: "bsc" } });
  const { id } = await aPayout(sandbox, { asset: "BNB", network_symbol: "bsc", amount: "1" });
  const payout = await payoutNow(api, id);
  expect(payout).toMatchObject({ status: "failed", error: "transaction reverted" });
  const receipt = await client.getTransactionReceipt({ hash: payout.tx_id as Hex });
  const sent = await client.getTransaction({ hash: payout.tx_id as Hex });
  expect([receipt.status, receipt.gasUsed]).toEqual(["reverted", sent.gas]);
  expect(await client.getBalance({ address: PAYEE })).toBe(0n);
  expect(await eventTypes(sandbox)).toEqual(["transaction.broadcasted", "transaction.failed"]);

  const next = await aPayout(sandbox, { asset: "BNB", network_symbol: "bsc", amount: "1", reference_id: "order-2" });
  expect((await payoutNow(api, next.id)).status).toBe("confirmed");
  expect(await client.getBalance({ address: PAYEE })).toBe(10n ** 18n);
  await expectPeace(sandbox);
});

faultStory("chain.submit", "no-gas-money", "queued again, a refill comes, then it goes out", async (sandbox) => {
  const { api, control } = sandbox;
  await aReadyVault(sandbox);
  await control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  await inject(sandbox, "no-gas-money");
  const { id } = await aPayout(sandbox);
  expect(await payoutNow(api, id)).toMatchObject({ status: "queued", tx_id: "", error: "" });
  const record = await recordOf(api, id);
  expect(record).toMatchObject({ status: "created", timestamps: { prepared_at: null, signed_at: null } });
  const [refill, ...others] = await transactionsOf(api, record.id);
  expect(others).toEqual([]);
  expect(refill).toMatchObject({ type: "refill", status: "broadcasted" });
  await control("POST", "/networks/ethereum/mine", { blocks: 2 });
  expect((await payoutNow(api, id)).status).toBe("processing");
  await control("POST", "/networks/ethereum/mine", { blocks: 2 });
  expect((await payoutNow(api, id)).status).toBe("confirmed");
  expect(await eventTypes(sandbox)).toEqual(["transaction.broadcasted", "transaction.confirmed"]);
  expect(await paid(sandbox)).toBe(10_000_000n);
  await expectPeace(sandbox);
});

faultStory(
  "chain.submit",
  "stuck",
  "in the pool and in no block, replaced after a minute at its nonce",
  async (sandbox) => {
    const { api, control } = sandbox;
    const { public: client } = sandbox.chain("ethereum");
    await aReadyVault(sandbox);
    await inject(sandbox, "stuck");
    const { id } = await aPayout(sandbox);
    const { tx_id: first, status } = await payoutNow(api, id);
    expect(status).toBe("processing");
    await control("POST", "/networks/ethereum/mine", { blocks: 3 });
    const stuck = await client.getTransaction({ hash: first as Hex });
    expect(stuck.blockNumber).toBeNull();
    await travel(sandbox, "59s");
    expect((await payoutNow(api, id)).tx_id).toBe(first);
    await travel(sandbox, "1s");
    const ended = await payoutNow(api, id);
    expect(ended.status).toBe("confirmed");
    const winner = await client.getTransaction({ hash: ended.tx_id as Hex });
    expect(winner.nonce).toBe(stuck.nonce);
    expect(winner.maxFeePerGas ?? 0n).toBeGreaterThan(((stuck.maxFeePerGas ?? 0n) * 11n) / 10n);
    await expect(client.getTransaction({ hash: first as Hex })).rejects.toThrow("could not be found");
    expect(await eventTypes(sandbox)).toEqual(["transaction.broadcasted", "transaction.confirmed"]);
    expect(await paid(sandbox)).toBe(10_000_000n);
    await expectPeace(sandbox);
  },
);

faultStory(
  "chain.submit",
  "drop",
  "out of the pool, and the same bytes are sent again after a minute",
  async (sandbox) => {
    const { api } = sandbox;
    const { public: client } = sandbox.chain("ethereum");
    await aReadyVault(sandbox);
    await inject(sandbox, "drop");
    const { id } = await aPayout(sandbox);
    const { tx_id, status } = await payoutNow(api, id);
    expect(status).toBe("processing");
    await expect(client.getTransaction({ hash: tx_id as Hex })).rejects.toThrow("could not be found");
    await travel(sandbox, "59s");
    expect((await payoutNow(api, id)).status).toBe("processing");
    await travel(sandbox, "1s");
    expect(await payoutNow(api, id)).toMatchObject({ status: "confirmed", tx_id });
    expect(await eventTypes(sandbox)).toEqual(["transaction.broadcasted", "transaction.confirmed"]);
    expect(await paid(sandbox)).toBe(10_000_000n);
    await expectPeace(sandbox);
  },
);

faultStory(
  "chain.submit",
  "nonce-too-low",
  "the chain knows better: queued, and sent again at the same nonce",
  async (sandbox) => {
    const { api } = sandbox;
    const { public: client } = sandbox.chain("ethereum");
    const vault = await aReadyVault(sandbox);
    await inject(sandbox, "nonce-too-low", { times: 2 });
    const { id } = await aPayout(sandbox);
    expect(await payoutNow(api, id)).toMatchObject({ status: "queued", tx_id: "", error: "" });
    expect(await client.getTransactionCount({ address: vault })).toBe(0);
    await travel(sandbox, "2s");
    expect((await payoutNow(api, id)).status).toBe("queued");
    await travel(sandbox, "4s");
    const ended = await payoutNow(api, id);
    expect(ended.status).toBe("confirmed");
    expect((await client.getTransaction({ hash: ended.tx_id as Hex })).nonce).toBe(0);
    expect(await eventTypes(sandbox)).toEqual(["transaction.broadcasted", "transaction.confirmed"]);
    expect(await paid(sandbox)).toBe(10_000_000n);
    expect((await sandbox.control("GET", "/status")).incidents).toEqual([]);
    await expectPeace(sandbox);
  },
);
