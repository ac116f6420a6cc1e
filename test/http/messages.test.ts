// The hint of X-Sandbox-Error says in words what is wrong and what to do next, never in the language of schemas (K-12).
import { expect, test } from "vitest";
import { sharedSandbox } from "../support/a-sandbox.ts";

const sandbox = sharedSandbox();
const TO = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const payout = (): Record<string, unknown> => ({
  vault_id: sandbox().ready.vault_id,
  asset: "USDC",
  network_symbol: "base",
  to_address: TO,
  reference_id: "r",
});
const uda = (network_id: string) => ({
  owner: "o",
  destination: { address: TO, network_id, asset_symbol: "USDC" },
});

const MISTAKES: readonly (readonly [string, string, () => object, string])[] = [
  ["POST", "/transfer/payout", payout, "exactly one of amount and usd_amount is required"],
  ["POST", "/transfer/payout", () => ({ ...payout(), amount: "1", usd_amount: "1" }), "both were sent"],
  ["POST", "/transfer/payout", () => ({ ...payout(), amount: "-1" }), "amount: must be a plain decimal above zero"],
  ["POST", "/transfer/payout", () => ({ ...payout(), amount: 1 }), "amount: must be a text"],
  ["POST", "/wallets", () => ({ owner: "x" }), "network_id or network_symbol is required"],
  ["POST", "/wallets", () => ({ network_symbol: "base" }), "owner is required"],
  ["POST", "/uda", () => uda("42161"), "Arbitrum One has network_id 9001, that is its chain id"],
  [
    "POST",
    "/transfer/internal/wallet",
    () => ({ from_wallet_id: "nobody", to_wallet_id: "nobody", asset: "USDC" }),
    "the sender is no wallet of this tenant",
  ],
];

test.each(MISTAKES)("%s %s tells a mistake in words (%#)", async (method, path, body, words) => {
  const { ready } = sandbox();
  const response = await fetch(`${ready.api_base_url}${path}`, {
    method,
    headers: { "x-api-key": ready.api_key, "content-type": "application/json" },
    body: JSON.stringify(body()),
  });
  const hint = response.headers.get("x-sandbox-error") ?? "";
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(hint).toContain(words);
  expect(hint).not.toMatch(/schema|pattern|property/);
});
