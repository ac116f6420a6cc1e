// Section 5: the unified transaction record of deposits and payouts, with its nine times.
import { expect, test } from "vitest";
import { type ASandbox, aSandbox, sharedSandbox } from "../../support/a-sandbox.ts";
import { aPayout, asTokenOwner, aVault, PAYEE, vaultAddress } from "../../support/payments/a-payout.ts";
import { aWallet, payToken } from "../../support/payments/on-chain.ts";
import { DATE_TIME, exact, HASH, jsonNumber, UUID } from "../api.ts";
import { send } from "../http-client.ts";

const USDT = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
const NEVER = { prepared_at: null, signed_at: null, failed_at: null, rejected_at: null, expired_at: null };
const sandbox = sharedSandbox();

/** The only transaction of a record. */
async function transactionOf(place: ASandbox, sourceId: string): Promise<any> {
  const { data } = await exact(place, `/transactions?source_id=${sourceId}`);
  expect(data).toHaveLength(1);
  return data[0];
}

test("of a deposit: every member with its type and its value (S-070…S-089, S-092, S-093, S-097, R-054)", async () => {
  const wallet = await aWallet(sandbox().api, { owner: "erin", network: "ethereum" });
  const hash = await payToken(sandbox(), { network: "ethereum", asset: "USDT", to: wallet.address, amount: "5.25" });
  await sandbox().control("POST", "/run-until-idle");
  const deposit = (await exact(sandbox(), `/deposits/tx/${hash}`)).data;
  expect(await transactionOf(sandbox(), deposit.id)).toEqual({
    id: UUID,
    tenant_id: sandbox().ready.tenant_id,
    owner: "erin",
    source_id: deposit.id,
    tx_id: hash,
    type: "deposit",
    side: "in",
    status: "confirmed",
    memo: "",
    meta: null,
    block_number: deposit.block_number,
    contract_address: USDT,
    from_address: deposit.from_address,
    to_address: wallet.address,
    from_wallet_category: "external",
    to_wallet_category: "user",
    scanner_url: `${sandbox().url}/explorer/ethereum/tx/${hash}`,
    amount: { amount: jsonNumber("5.25"), raw: jsonNumber(5_250_000), usd: "5.25" },
    fee: { amount: jsonNumber(0), raw: jsonNumber(0) },
    network: { asset: "Tether USD", decimal: jsonNumber(6), network_id: "60", network_symbol: "ethereum" },
    timestamps: {
      ...NEVER,
      created_at: deposit.time,
      broadcasted_at: deposit.time,
      confirmed_at: DATE_TIME,
      updated_at: DATE_TIME,
    },
  });
});

test("of a payout: created, prepared, signed, broadcasted, confirmed; its facts, its note and its fee (S-070…S-093, S-097)", async () => {
  const vault = await aVault(sandbox(), { amount: "100" });
  const payout = await aPayout(sandbox(), { reference_id: "five", amount: "3.000001", remark: "thanks" });
  await sandbox().control("POST", "/run-until-idle");
  const record = await transactionOf(sandbox(), payout.id);
  const receipt = await sandbox().chain("ethereum").public.getTransactionReceipt({ hash: record.tx_id });
  const fee = receipt.gasUsed * receipt.effectiveGasPrice;
  expect(record).toEqual({
    id: UUID,
    tenant_id: sandbox().ready.tenant_id,
    owner: "",
    source_id: payout.id,
    tx_id: HASH,
    type: "payout",
    side: "out",
    status: "confirmed",
    memo: "thanks",
    meta: { reference_id: "five", vault_id: sandbox().ready.vault_id },
    block_number: String(receipt.blockNumber),
    contract_address: USDT,
    from_address: vault,
    to_address: PAYEE,
    from_wallet_category: "vault",
    to_wallet_category: "external",
    scanner_url: `${sandbox().url}/explorer/ethereum/tx/${record.tx_id}`,
    amount: { amount: jsonNumber("3.000001"), raw: jsonNumber(3_000_001), usd: "3.000001" },
    fee: { amount: jsonNumber(decimalOf(fee)), raw: jsonNumber(fee) },
    network: { asset: "Tether USD", decimal: jsonNumber(6), network_id: "60", network_symbol: "ethereum" },
    timestamps: {
      created_at: DATE_TIME,
      prepared_at: DATE_TIME,
      signed_at: DATE_TIME,
      broadcasted_at: DATE_TIME,
      confirmed_at: DATE_TIME,
      failed_at: null,
      rejected_at: null,
      expired_at: null,
      updated_at: DATE_TIME,
    },
  });
  const { created_at, prepared_at, signed_at, broadcasted_at, confirmed_at } = record.timestamps;
  const inOrder = [created_at, prepared_at, signed_at, broadcasted_at, confirmed_at];
  expect(inOrder.toSorted()).toEqual(inOrder);
});

test("failed_at is there when a transaction has failed, and then only (S-094, S-228)", async () => {
  const own = await aSandbox();
  await aVault(own, { amount: "100" });
  await asTokenOwner(own, {}, "pause");
  const payout = await aPayout(own);
  await own.control("POST", "/run-until-idle");
  const { status, timestamps, meta } = await transactionOf(own, payout.id);
  expect({ status, meta }).toMatchObject({ status: "failed", meta: { error: "transaction reverted" } });
  expect(timestamps).toMatchObject({ failed_at: DATE_TIME, broadcasted_at: DATE_TIME, confirmed_at: null });
});

test("rejected_at and expired_at are there when a payout was rejected or ran out, and then only (S-095, S-096, S-228)", async () => {
  const own = await aSandbox();
  await aVault(own, { amount: "100" });
  // The gas they wait for is never mined, so both stay queued.
  await own.control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  const { now } = await own.control("GET", "/clock");
  const cutoff = new Date(Date.parse(now) + 60_000).toISOString();
  const rejected = await aPayout(own, { reference_id: "rejected" });
  const expired = await aPayout(own, { reference_id: "expired", expired_at: cutoff });
  const rejection = await send(own, { method: "POST", path: `/transfer/payout/${rejected.id}/reject`, body: {} });
  expect(rejection.status, rejection.text).toBe(200);
  await own.control("POST", "/clock/advance", { by: "1m" });
  expect(await transactionOf(own, rejected.id)).toMatchObject({
    status: "rejected",
    timestamps: { ...NEVER, rejected_at: DATE_TIME, broadcasted_at: null, confirmed_at: null },
  });
  expect(await transactionOf(own, expired.id)).toMatchObject({
    status: "expired",
    timestamps: { ...NEVER, expired_at: cutoff, broadcasted_at: null, confirmed_at: null },
  });
});

test("the payer of a payout is the address that the vault lists (S-082)", async () => {
  const { api, ready } = sandbox();
  await aVault(sandbox(), { amount: "100" });
  const payout = await aPayout(sandbox(), { reference_id: "from where" });
  const { from_address } = await transactionOf(sandbox(), payout.id);
  expect(from_address).toBe(await vaultAddress(api, ready.vault_id, "ethereum"));
});

/** Wei as a decimal amount of coins, exact, without trailing zeros. */
function decimalOf(wei: bigint): string {
  const digits = wei.toString().padStart(19, "0");
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`.replace(/\.?0+$/, "");
}
