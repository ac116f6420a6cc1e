// Story (e): payouts are reserved, refilled with gas, sent, confirmed, each once, and fail as the chain says.
import { erc20Abi, type Hex, parseEther, parseEventLogs } from "viem";
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aReceiver } from "../../support/clients/a-receiver.ts";
import {
  aPayout,
  asPayload,
  asTokenOwner,
  aVault,
  PAYEE,
  payoutBody,
  payoutNow,
  recordOf,
  transactionsOf,
  vaultBalance,
} from "../../support/payments/a-payout.ts";
import { tokenBalance } from "../../support/payments/a-uda.ts";

/** Token transfers out of an address, whatever block they are in. */
async function transfersFrom(sandbox: ASandbox, from: Hex, asset = "USDT", network = "ethereum"): Promise<bigint[]> {
  const chain = sandbox.chain(network);
  const logs = await chain.public.getLogs({ address: chain.token(asset), fromBlock: 0n, toBlock: "latest" });
  const transfers = parseEventLogs({ abi: erc20Abi, logs, eventName: "Transfer" });
  return transfers.filter(({ args }) => args.from.toLowerCase() === from.toLowerCase()).map(({ args }) => args.value);
}

test("S-318 S-203 S-207 a vault without gas is refilled, the payout confirms, in every record and event", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const vault = await aVault(sandbox, { amount: "1000" });
  const receiver = await aReceiver();
  await control("POST", `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
  const { public: client } = sandbox.chain("ethereum");
  expect(await client.getBalance({ address: vault })).toBe(0n);

  const order = { amount: "100.50", remark: "Payment for order #12345", reference_id: "order-12345" };
  const created = await aPayout(sandbox, order);
  expect(created).toMatchObject({
    status: "queued",
    tx_id: "",
    error: "",
    amount: "100.50",
    usd_amount: "100.50",
    rate: "",
  });
  await control("POST", "/run-until-idle");

  const payout = await payoutNow(api, created.id);
  expect(payout).toMatchObject({ status: "confirmed", error: "" });
  expect(payout.confirmed_at).not.toBeNull();
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(100_500_000n);
  expect(await vaultBalance(sandbox)).toEqual({ balance: "899.5", available: "899.5" });

  const record = await recordOf(api, payout.id);
  const receipt = await client.getTransactionReceipt({ hash: payout.tx_id as Hex });
  expect(record).toMatchObject({
    type: "payout",
    side: "out",
    status: "confirmed",
    source_id: payout.id,
    tx_id: payout.tx_id,
    memo: "Payment for order #12345",
    meta: { reference_id: "order-12345", vault_id: sandbox.ready.vault_id },
    from_wallet_category: "vault",
    to_wallet_category: "external",
    from_address: vault,
    to_address: PAYEE,
    block_number: String(receipt.blockNumber),
    amount: { amount: 100.5, raw: 100_500_000, usd: "100.50" },
  });
  expect(BigInt(record.fee.raw)).toBe(receipt.gasUsed * receipt.effectiveGasPrice);

  const [refill, ...more] = await transactionsOf(api, record.id);
  expect(more).toEqual([]);
  expect(refill).toMatchObject({
    type: "refill",
    side: "internal",
    status: "confirmed",
    meta: { for_transaction_id: record.id },
    from_wallet_category: "gas_station",
    to_wallet_category: "vault",
    to_address: vault,
  });

  // Deliveries about different records may overtake each other; the time of an envelope gives the order of the events.
  const events = receiver.received.map(({ json }) => json).toSorted((a, b) => (a.time < b.time ? -1 : 1));
  expect(
    events.filter(({ type }) => type.startsWith("transaction.")).map(({ type, payload }) => [type, payload.type]),
  ).toEqual([
    ["transaction.broadcasted", "refill"],
    ["transaction.confirmed", "refill"],
    ["transaction.broadcasted", "payout"],
    ["transaction.confirmed", "payout"],
  ]);
  expect(
    events.find(({ type, payload }) => type === "transaction.confirmed" && payload.type === "payout").payload,
  ).toEqual(asPayload(record));
  // The refill and the payout are no deposits, the balances they change have one event each (H-83).
  expect(events.filter(({ type }) => type.startsWith("deposit."))).toEqual([]);
  const balances = events.filter(({ type }) => type === "balance.updated").map(({ payload }) => payload);
  expect(balances.filter(({ symbol }) => symbol === "USDT")).toMatchObject([
    { wallet_category: "vault", address: vault, previous_balance: { amount: "1000" }, balance: { amount: "899.5" } },
  ]);
});

test("S-319 S-320 R-057 fifty at once with one reference: one 201, 49 times 409, one transfer on the chain", async () => {
  const sandbox = await aSandbox();
  const { api, control, ready } = sandbox;
  const vault = await aVault(sandbox, { amount: "1000" });
  const calls = Array.from({ length: 50 }, () => api.POST("/transfer/payout", { body: payoutBody(ready.vault_id) }));
  const answers = await Promise.all(calls);
  expect(answers.map(({ response }) => response.status).toSorted()).toEqual([
    201,
    ...Array.from({ length: 49 }, () => 409),
  ]);
  expect(answers.find(({ error }) => error !== undefined)?.error).toEqual({
    success: false,
    code: 409,
    error: "Duplicate reference_id",
  });
  await control("POST", "/run-until-idle");
  expect(await transfersFrom(sandbox, vault)).toEqual([10_000_000n]);
  expect(await vaultBalance(sandbox)).toEqual({ balance: "990", available: "990" });
});

test("H-22 several payouts at once from one vault are sent in turn, each paid once", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  const vault = await aVault(sandbox, { amount: "1000" });
  const amounts = Array.from({ length: 12 }, (_, index) => String(index + 1));
  const created = await Promise.all(
    amounts.map((amount) => aPayout(sandbox, { amount, reference_id: `order-${amount}` })),
  );
  await control("POST", "/run-until-idle", { advance: true });
  const payouts = await Promise.all(created.map(({ id }) => payoutNow(api, id)));
  expect(payouts.map(({ status }) => status)).toEqual(amounts.map(() => "confirmed"));
  expect(new Set(payouts.map(({ tx_id }) => tx_id)).size).toBe(12);
  expect((await transfersFrom(sandbox, vault)).toSorted((a, b) => Number(a - b))).toEqual(
    amounts.map((amount) => BigInt(amount) * 1_000_000n),
  );
  expect(await vaultBalance(sandbox)).toEqual({ balance: "922", available: "922" });
});

test("S-315 H-13 a payout in dollars: the price is frozen, the amount rounds down, native coin pays too", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  await aVault(sandbox, { network: "bsc", asset: "BNB", amount: "2" });
  const created = await aPayout(sandbox, { asset: "BNB", network_symbol: "bsc", usd_amount: "7.5" });
  expect(created).toMatchObject({ amount: "0.0125", usd_amount: "7.5", rate: "600" });
  await control("POST", "/run-until-idle");
  const payout = await payoutNow(api, created.id);
  expect(payout.status).toBe("confirmed");
  expect(await sandbox.chain("bsc").public.getBalance({ address: PAYEE })).toBe(parseEther("0.0125"));
  expect(await recordOf(api, payout.id)).toMatchObject({
    contract_address: "",
    network: { asset: "BNB", decimal: 18 },
  });
});

test("H-22 a payout of all native coin of a vault gets its gas by refill and arrives in full", async () => {
  const sandbox = await aSandbox();
  const { api, control } = sandbox;
  await aVault(sandbox, { network: "base", asset: "ETH", amount: "0.25" });
  const created = await aPayout(sandbox, { asset: "eth", network_symbol: "Base", amount: "0.25" });
  expect(created).toMatchObject({ asset: "ETH", network_symbol: "base" });
  await control("POST", "/run-until-idle");
  expect((await payoutNow(api, created.id)).status).toBe("confirmed");
  expect(await sandbox.chain("base").public.getBalance({ address: PAYEE })).toBe(parseEther("0.25"));
});

test.each(["the token is paused", "the receiver is blacklisted"])(
  "R-081 %s: reverted, failed, reservation released, gas paid",
  async (why) => {
    const sandbox = await aSandbox();
    const { api, control } = sandbox;
    await aVault(sandbox, { amount: "50" });
    const before = await aPayout(sandbox);
    expect((await payoutNow(api, before.id)).status).toBe("confirmed");

    if (why.includes("paused")) await asTokenOwner(sandbox, {}, "pause");
    else await asTokenOwner(sandbox, {}, "blacklist", [PAYEE]);
    const refused = await aPayout(sandbox, { reference_id: "order-2" });
    await control("POST", "/run-until-idle");
    const payout = await payoutNow(api, refused.id);
    expect(payout).toMatchObject({ status: "failed", error: "transaction reverted", confirmed_at: null });
    expect((await sandbox.chain("ethereum").public.getTransactionReceipt({ hash: payout.tx_id as Hex })).status).toBe(
      "reverted",
    );
    const record = await recordOf(api, payout.id);
    expect(record).toMatchObject({ status: "failed", meta: { error: "transaction reverted" }, tx_id: payout.tx_id });
    expect(record.timestamps.failed_at).not.toBeNull();
    expect(BigInt(record.fee.raw)).toBeGreaterThan(0n);
    expect(await vaultBalance(sandbox)).toEqual({ balance: "40", available: "40" });
    // Its reference stays used.
    const again = await api.POST("/transfer/payout", {
      body: payoutBody(sandbox.ready.vault_id, { reference_id: "order-2" }),
    });
    expect(again.response.status).toBe(409);
  },
);
