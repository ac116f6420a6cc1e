// Stories of the gate `price.feed`: what works without a price, what does not, and that nothing is lost meanwhile.
import { expect } from "vitest";
import type { ASandbox } from "../../support/a-sandbox.ts";
import { faultStory } from "../../support/fault-story.ts";
import { aPayout, aVault, PAYEE, payoutBody, recordOf, vaultBalance } from "../../support/payments/a-payout.ts";
import { aUda, DESTINATION, sendToken, settlementOf, tokenBalance } from "../../support/payments/a-uda.ts";
import { eventsOf } from "../../support/payments/on-chain.ts";

const noPrice = (sandbox: ASandbox, asset: string, times: number | null = null) =>
  sandbox.control("POST", "/faults", { gate: "price.feed", effect: "unavailable", match: { asset }, times });

async function quote({ api, chain }: ASandbox) {
  const query = {
    from_chain_id: 137,
    from_token: chain("polygon").token("USDT"),
    to_chain_id: 42161,
    to_token: chain("arbitrum").token("USDC"),
    amount: "100000000",
  };
  const { data, response } = await api.GET("/uda/quote", { params: { query } });
  if (data === undefined) throw new Error(`the quote was ${response.status}`);
  const { from, to, fees } = data.data;
  return { to: to.amount, from_usd: from.amount_usd, to_usd: to.amount_usd, fee_usd: fees.total_fee_usd };
}

faultStory(
  "price.feed",
  "unavailable",
  "S-264 quotes go on without the USD members of the asset, and have them again afterwards",
  async (sandbox) => {
    await sandbox.control("PUT", "/price-feed", { enabled: true });
    const complete = { to: "99800000", from_usd: "100.00", to_usd: "99.80", fee_usd: "0.20" };
    expect(await quote(sandbox)).toEqual(complete);
    await noPrice(sandbox, "USDT", 1);
    expect(await quote(sandbox)).toEqual({ ...complete, from_usd: undefined, fee_usd: undefined });
    expect(await quote(sandbox)).toEqual(complete);
    await noPrice(sandbox, "USDC", 1);
    expect(await quote(sandbox)).toEqual({ ...complete, to_usd: undefined });
    expect(await quote(sandbox)).toEqual(complete);
    // While the feed is switched off it is not called, so nothing is counted.
    await sandbox.control("PUT", "/price-feed", { enabled: false });
    await noPrice(sandbox, "USDT", 1);
    await quote(sandbox);
    const { items } = await sandbox.control("GET", "/faults");
    expect(items.map((fault: { hits: number }) => fault.hits)).toEqual([1, 1, 0]);
  },
);

faultStory(
  "price.feed",
  "unavailable",
  "payouts in dollars are refused and leave no record; one in tokens succeeds, and the reference stays free",
  async (sandbox) => {
    const { api, ready } = sandbox;
    await aVault(sandbox, { amount: "100" });
    await noPrice(sandbox, "USDT", 3);
    const before = await vaultBalance(sandbox);
    const { amount: _, ...byUsd } = payoutBody(ready.vault_id, { usd_amount: "10.00" });
    const refused = [
      await api.POST("/transfer/payout/usd", { body: { ...byUsd, usd_amount: "10.00" } }),
      await api.POST("/transfer/payout", { body: byUsd }),
    ];
    for (const { response, error } of refused) {
      expect(error).toEqual({ success: false, code: 500, error: "Internal server error" });
      expect(response.headers.get("x-sandbox-error")).toContain("no price of USDT");
    }
    expect(await vaultBalance(sandbox)).toEqual(before);
    expect((await api.GET("/transfer/payout")).data?.data).toEqual([]);
    expect(await eventsOf(sandbox, { type: "transaction.broadcasted" })).toEqual([]);
    const sent = await aPayout(sandbox, { reference_id: "in-tokens" });
    expect(sent).toMatchObject({ amount: "10", usd_amount: "0.00", rate: "" });
    expect((await recordOf(api, sent.id)).status).toBe("confirmed");
    // The feed is back: the refused payout is accepted with its reference.
    const paid = await api.POST("/transfer/payout/usd", { body: { ...byUsd, usd_amount: "10.00" } });
    expect(paid.data?.data).toMatchObject({ reference_id: "order-1", amount: "10", usd_amount: "10.00", rate: "1" });
    expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(20_000_000n);
  },
);

faultStory(
  "price.feed",
  "unavailable",
  "a deposit without a price is worth 0.00, is confirmed and settled all the same; the next one has its worth",
  async (sandbox) => {
    await noPrice(sandbox, "USDT");
    const uda = await aUda(sandbox.api);
    const pay = () => sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "100" });
    const worth = async (tx_id: string) =>
      (await sandbox.api.GET("/deposits/tx/{tx_id}", { params: { path: { tx_id } } })).data?.data;
    const first = await pay();
    expect(await worth(first)).toMatchObject({ balance: { raw: 100_000_000, usd: "0.00" } });
    expect(await settlementOf(sandbox.api, uda.id)).toMatchObject({ status: "completed", error: "" });
    expect(await tokenBalance(sandbox, "arbitrum", "USDC", DESTINATION)).toBe(99_800_000n);
    const confirmed = await eventsOf(sandbox, { type: "deposit.confirmed" });
    expect(confirmed).toHaveLength(1);
    await sandbox.control("DELETE", "/faults");
    expect(await worth(await pay())).toMatchObject({ balance: { usd: "100.00" } });
    // What was written down stays as it was (H-02: the price when first seen).
    expect(await worth(first)).toMatchObject({ balance: { usd: "0.00" } });
  },
);
