// What POST /transfer/payout refuses, in the order of its checks, and that a refused request has no effect (H-35).
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import {
  aPayout,
  aVault,
  type PayoutBody,
  payoutBody,
  payoutNow,
  vaultBalance,
} from "../../support/payments/a-payout.ts";

async function refused(sandbox: ASandbox, order: Record<string, unknown>): Promise<[number, string]> {
  const body = { ...payoutBody(sandbox.ready.vault_id), ...order } as PayoutBody;
  const { error } = await sandbox.api.POST("/transfer/payout", { body });
  const { code = 0, error: text = "no error" } = (error ?? {}) as { code?: number; error?: string };
  return [code, text];
}

const LONG = "x".repeat(256);

test("S-322 K-6 K-7 R-053 R-089 R-092 R-094 every malformed request is refused with its text, and takes no reference", async () => {
  const sandbox = await aSandbox();
  const vault = await aVault(sandbox, { amount: "100" });
  const usdt = sandbox.chain("ethereum").token("USDT");
  const invalid: Record<string, unknown>[] = [
    { vault_id: undefined },
    { vault_id: 7 },
    { asset: undefined },
    { asset: "DOGE" },
    { asset: "POL" },
    { network_symbol: undefined },
    { network_symbol: "solana" },
    { network_symbol: "60" },
    { to_address: undefined },
    { to_address: "0x1234" },
    { to_address: `0x${"00".repeat(20)}` },
    { to_address: "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" },
    { to_address: usdt },
    { to_address: vault },
    { reference_id: undefined },
    { reference_id: "" },
    { reference_id: LONG },
    { reference_id: "line\nbreak" },
    { remark: "x".repeat(513) },
    { amount: undefined },
    { amount: "" },
    { amount: "1", usd_amount: "1" },
    { amount: 10 },
    { amount: undefined, usd_amount: 10 },
    { expired_at: "2025-12-31T23:59:59Z" },
    { expired_at: "2026-01-01T00:00:00Z" },
    { expired_at: "2027-01-01T00:00:00" },
    { expired_at: "tomorrow" },
    { constructor: {} },
  ];
  for (const order of invalid) {
    expect(await refused(sandbox, order), JSON.stringify(order)).toEqual([400, "Invalid request"]);
  }
  const amounts = ["0", "0.0", "-1", "+1", "1e3", "0x10", "1.0000001", "01", " 1", "1 ", "NaN", "１", ".5", "1."];
  for (const amount of amounts) expect(await refused(sandbox, { amount }), amount).toEqual([400, "Invalid amount"]);
  for (const usd_amount of ["0", "-7", "1.1234567", "0.0000001", "abc"]) {
    expect(await refused(sandbox, { amount: undefined, usd_amount }), usd_amount).toEqual([400, "Invalid amount"]);
  }
  expect(await vaultBalance(sandbox)).toEqual({ balance: "100", available: "100" });
  // the reference of all of them is still free, and at its limits everything is fine.
  expect((await aPayout(sandbox)).status).toBe("queued");
  const limits = { reference_id: LONG.slice(1), remark: "x".repeat(512), amount: "0.000001" };
  expect((await aPayout(sandbox, limits)).remark).toHaveLength(512);
});

test("S-324 S-325 S-323 K-13 the first failing check decides: body, vault, reference, balance", async () => {
  const sandbox = await aSandbox();
  await aVault(sandbox, { amount: "10" });
  expect(await refused(sandbox, { vault_id: "no-such-vault", amount: "-1" })).toEqual([400, "Invalid amount"]);
  expect(await refused(sandbox, { vault_id: "no-such-vault" })).toEqual([404, "Vault not found"]);
  expect(await refused(sandbox, { amount: "10.000001" })).toEqual([400, "Insufficient balance"]);
  const { id } = await aPayout(sandbox, { amount: "10" });
  expect((await payoutNow(sandbox.api, id)).status).toBe("confirmed");
  // The vault is empty now, and the repeat is a duplicate all the same, also with another body.
  expect(await refused(sandbox, { amount: "10" })).toEqual([409, "Duplicate reference_id"]);
  expect(await refused(sandbox, { asset: "USDC", amount: "5" })).toEqual([409, "Duplicate reference_id"]);
  expect(await refused(sandbox, { reference_id: "ORDER-1", amount: "5" })).toEqual([400, "Insufficient balance"]);
  expect(await refused(sandbox, { vault_id: "no-such-vault" })).toEqual([404, "Vault not found"]);
});

test("R-069 a held amount cannot be spent twice, however many requests come at once", async () => {
  const sandbox = await aSandbox();
  await aVault(sandbox, { amount: "25" });
  await sandbox.control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  const orders = Array.from({ length: 10 }, (_, index) => refused(sandbox, { reference_id: `order-${index}` }));
  const answers = await Promise.all(orders);
  expect(answers.filter(([code]) => code === 0)).toHaveLength(2);
  expect(answers.filter(([code]) => code !== 0)).toEqual(
    Array.from({ length: 8 }, () => [400, "Insufficient balance"]),
  );
  expect(await vaultBalance(sandbox)).toEqual({ balance: "25", available: "5" });
});

test("R-045 a request may spell addresses, tickers and slugs in any case; the record has the canonical form", async () => {
  const sandbox = await aSandbox();
  await aVault(sandbox, { amount: "10" });
  const lower = payoutBody(sandbox.ready.vault_id).to_address.toLowerCase();
  const payout = await aPayout(sandbox, { asset: "usdt", network_symbol: "ETHEREUM", to_address: lower });
  expect(payout).toMatchObject({ asset: "USDT", network_symbol: "ethereum", to_address: payoutBody("").to_address });
});
