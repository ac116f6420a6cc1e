// A tenant with one record of each kind, to test that tenants are isolated.
import type { Hex } from "viem";
import type { ASandbox } from "../a-sandbox.ts";
import { FIXTURES } from "../fixtures.ts";
import { payoutBody, vaultAddress } from "../payments/a-payout.ts";
import { aUda, sendToken, settlementOf } from "../payments/a-uda.ts";

type Tenant = { id: string; apiKey: string; vaultId: string };

export const OWNER = FIXTURES.merchant;

/** A tenant with one record of each kind; names and references are the same for all tenants. */
export async function aLife(sandbox: ASandbox, tenant: Tenant) {
  const { control } = sandbox;
  const api = sandbox.clientFor(tenant.apiKey);
  const wallet = await api.POST("/wallets", { body: { owner: OWNER, network_symbol: "base" } });
  const address = wallet.data?.data.address as Hex;
  const hash = await sendToken(sandbox, { network: "base", asset: "USDC", to: address, amount: FIXTURES.amount });
  const deposit = await api.GET("/deposits/tx/{tx_id}", { params: { path: { tx_id: hash } } });
  const uda = await aUda(api, { owner: OWNER });
  const udaHash = await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "50" });
  const settlement = await settlementOf(api, uda.id);
  const vault = await vaultAddress(api, tenant.vaultId, "ethereum");
  await control("POST", "/deposits", { network: "ethereum", asset: "USDT", amount: "20", to_address: vault });
  const payout = await api.POST("/transfer/payout", { body: payoutBody(tenant.vaultId) });
  const stations = await api.GET("/gas-stations/wallets");
  const transactions = await api.GET("/transactions", { params: { query: { limit: 100 } } });
  return {
    api,
    apiKey: tenant.apiKey,
    tenantId: tenant.id,
    deposit: deposit.data?.data.id ?? "",
    hash,
    wallet: address,
    walletId: wallet.data?.data.id ?? "",
    station: stations.data?.data[0] ?? { id: "", address: "" },
    uda: uda.id,
    udaHash,
    settlement: settlement.id,
    vault: tenant.vaultId,
    payout: payout.data?.data.id ?? "",
    transactions: transactions.data?.data.map(({ id }) => id) ?? [],
  };
}
export type Life = Awaited<ReturnType<typeof aLife>>;

export async function twoLives(sandbox: ASandbox): Promise<[Life, Life]> {
  const { ready, control } = sandbox;
  const made = await control("POST", "/tenants", { name: "second" });
  const first = { id: ready.tenant_id, apiKey: ready.api_key, vaultId: ready.vault_id };
  const second = { id: made.tenant_id, apiKey: made.api_key, vaultId: made.vault_id };
  return [await aLife(sandbox, first), await aLife(sandbox, second)];
}
