// Story: a payout is rejected while it waits, or too late; the first commit decides (H-22, H-69, R-086, R-090).
import { expect, test } from "vitest";
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
import { eventsOf } from "../../support/payments/on-chain.ts";

const reject = ({ api }: ASandbox, id: string, reason?: string) =>
  api.POST("/transfer/payout/{id}/reject", {
    params: { path: { id } },
    ...(reason === undefined ? {} : { body: { reason } }),
  });

async function references({ api, ready }: ASandbox): Promise<string[]> {
  const { data } = await api.GET("/transfer/payout/pending", { params: { query: { vault_id: ready.vault_id } } });
  return (data?.data ?? []).map(({ reference_id }) => reference_id);
}

/** A payout that waits for the refill of its vault, on a network in manual mode. */
async function aWaitingPayout(sandbox: ASandbox, order = {}) {
  await aVault(sandbox, { amount: "100" });
  await sandbox.control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  const payout = await aPayout(sandbox, order);
  expect(payout.status).toBe("queued");
  return payout;
}

test("S-209 S-210 S-435 rejected while it waits for gas: expired, hold released, never paid, no event", async () => {
  const sandbox = await aSandbox();
  const payout = await aWaitingPayout(sandbox, { expired_at: "2026-02-01T00:00:00Z" });
  expect(await references(sandbox)).toEqual(["order-1"]);
  const before = (await eventsOf(sandbox)).length;
  const { data } = await reject(sandbox, payout.id, "customer cancelled");
  expect(data?.data).toEqual({ ...payout, status: "expired" });
  expect(await references(sandbox)).toEqual([]);
  expect(await vaultBalance(sandbox)).toEqual({ balance: "100", available: "100" });
  expect((await eventsOf(sandbox)).length).toBe(before);

  // The open refill arrives, the cutoff passes, and nothing resumes the payout.
  await sandbox.control("POST", "/networks/ethereum/mine", { blocks: 3 });
  await sandbox.control("POST", "/clock/advance", { by: "60d" });
  expect(await payoutNow(sandbox.api, payout.id)).toEqual(data?.data);
  expect(await recordOf(sandbox.api, payout.id)).toMatchObject({
    status: "rejected",
    tx_id: "",
    meta: { reject_reason: "customer cancelled" },
  });
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(0n);
  const about = (await eventsOf(sandbox)).filter(({ payload }) => payload.type === "payout");
  expect(about).toEqual([]);
});

test.each(["processing", "confirmed"])(
  "R-090 too late for one that is %s: it goes on as if nothing was asked",
  async (status) => {
    const sandbox = await aSandbox();
    const vault = await aVault(sandbox, { amount: "100" });
    await sandbox.control("POST", "/faucet", { network: "ethereum", asset: "ETH", to_address: vault, amount: "1" });
    if (status === "processing") await sandbox.control("PUT", "/networks/ethereum/mining", { mode: "manual" });
    const { id } = await aPayout(sandbox);
    const payout = await payoutNow(sandbox.api, id);
    expect(payout.status).toBe(status);
    const { error } = await reject(sandbox, id);
    expect(error).toEqual({ success: false, code: 400, error: "Payout is not pending" });
    expect(await payoutNow(sandbox.api, id)).toEqual(payout);
    if (status === "processing") await sandbox.control("POST", "/networks/ethereum/mine", { blocks: 2 });
    expect((await payoutNow(sandbox.api, id)).status).toBe("confirmed");
    expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(10_000_000n);
  },
);

test("R-086 many rejects at once: one succeeds, and the hold is released once", async () => {
  const sandbox = await aSandbox();
  const payout = await aWaitingPayout(sandbox);
  const replies = await Promise.all([1, 2, 3, 4, 5].map(() => reject(sandbox, payout.id)));
  expect(replies.map(({ response }) => response.status).toSorted()).toEqual([200, 400, 400, 400, 400]);
  expect(await vaultBalance(sandbox)).toEqual({ balance: "100", available: "100" });
});

test("S-332 H-36 a payout in dollars waits in the queue with the others, and the one not rejected is paid", async () => {
  const sandbox = await aSandbox();
  const { api, ready } = sandbox;
  const first = await aWaitingPayout(sandbox);
  const body = {
    vault_id: ready.vault_id,
    asset: "USDT",
    network_symbol: "ethereum",
    to_address: PAYEE,
    reference_id: "order-2",
    usd_amount: "7.5",
  };
  const { data } = await api.POST("/transfer/payout/usd", { body });
  expect(await references(sandbox)).toEqual(["order-1", "order-2"]);
  await reject(sandbox, first.id);
  await sandbox.control("PUT", "/networks/ethereum/mining", { mode: "instant" });
  await sandbox.control("POST", "/networks/ethereum/mine", { blocks: 2 });
  await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "1d" });
  expect((await payoutNow(api, data?.data.id ?? "")).status).toBe("confirmed");
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(7_500_000n);
  const listed = await api.GET("/transfer/payout", {
    params: { query: { vault_id: ready.vault_id, status: "confirmed", "sort[]": ["created_at:asc"] } },
  });
  expect(listed.data?.data.map(({ reference_id }) => reference_id)).toEqual(["order-2"]);
  expect(await transactionsOf(api, first.id)).toMatchObject([{ status: "rejected" }]);
});
