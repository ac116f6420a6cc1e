// A tenant disables all assets of a network: new operations are refused, running ones end, deposits are recorded (H-51, S-405).
import type { Hex } from "viem";
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault, payoutBody, payoutNow } from "../../support/payments/a-payout.ts";
import { sendToken, tokenBalance } from "../../support/payments/a-uda.ts";

/** Enables or disables every asset of a network. */
async function enableAll({ api }: ASandbox, networkId: string, enabled: boolean): Promise<void> {
  const { data } = await api.GET("/networks", { params: { query: { network_id: networkId } } });
  for (const { network_id, asset } of data!.data) {
    const { response } = await api.PATCH("/networks/{network_id}/{asset}", {
      params: { path: { network_id, asset } },
      body: { enabled },
    });
    expect(response.status).toBe(200);
  }
}

test("S-357 S-405 a queued payout continues and a deposit is recorded, while new wallets and payouts are refused", async () => {
  const sandbox = await aSandbox();
  const { api, control, ready } = sandbox;
  await aVault(sandbox, { network: "base", asset: "USDC", amount: "1000" });
  const wallet = (await api.POST("/wallets", { body: { owner: "ann", network_symbol: "base" } })).data!.data;
  await control("POST", "/run-until-idle");
  await control("PUT", "/networks/base/mining", { mode: "manual" });
  const payoutInput = { network_symbol: "base", asset: "USDC", amount: "25" };
  const payout = await aPayout(sandbox, payoutInput);
  // Its vault has no gas and no block is mined, so it stays queued.
  expect((await payoutNow(api, payout.id)).status).toBe("queued");

  await enableAll(sandbox, "8453", false);
  const refused = await api.POST("/transfer/payout", {
    body: payoutBody(ready.vault_id, { ...payoutInput, reference_id: "order-2" }),
  });
  expect(refused.error).toEqual({ success: false, code: 400, error: "Network not enabled" });
  const noWallet = await api.POST("/wallets", { body: { owner: "ann", network_symbol: "base" } });
  expect(noWallet.error).toEqual({ success: false, code: 400, error: "Network not enabled" });

  await control("PUT", "/networks/base/mining", { mode: "instant" });
  await control("POST", "/networks/base/mine", { blocks: 1 });
  await control("POST", "/run-until-idle");
  expect(await payoutNow(api, payout.id)).toMatchObject({ status: "confirmed", error: "" });
  expect(await tokenBalance(sandbox, "base", "USDC", payout.to_address)).toBe(25_000_000n);

  const hash = await sendToken(sandbox, { network: "base", asset: "USDC", to: wallet.address as Hex, amount: "7" });
  await control("POST", "/run-until-idle");
  const { data } = await api.GET("/deposits/tx/{tx_id}", { params: { path: { tx_id: hash } } });
  expect(data?.data).toMatchObject({ owner: "ann", symbol: "USDC", to_wallet_category: "user" });

  // The refused payout did not use up its reference.
  await enableAll(sandbox, "8453", true);
  expect((await aPayout(sandbox, { ...payoutInput, reference_id: "order-2" })).status).toBe("queued");
  expect((await api.POST("/wallets", { body: { owner: "ann", network_symbol: "base" } })).response.status).toBe(201);
});
