// Payouts for tests: a funded vault, payout requests with defaults, and calls by the token's owner.
import { type Abi, createWalletClient, type Hex, http } from "viem";
import token from "../../../chain/artifacts/SandboxToken.json" with { type: "json" };
import { Keyring } from "../../../src/chains/address.ts";
import { DEFAULT_CONFIG } from "../../../src/config/options.ts";
import { FAUCET_PATH } from "../../../src/flow/settlements/route-accounts.ts";
import type { paths } from "../../../src/spec/service.gen.ts";
import type { ASandbox } from "../a-sandbox.ts";
import { FIXTURES } from "../fixtures.ts";

type Api = ASandbox["api"];
export type PayoutBody = paths["/transfer/payout"]["post"]["requestBody"]["content"]["application/json"];

/** The recipient of payouts. */
export const PAYEE = FIXTURES.payee;

/** The vault's address on a network, funded by the sandbox's payer if `amount` is given. */
export async function aVault(
  sandbox: ASandbox,
  { network = "ethereum", asset = "USDT", amount = "" }: { network?: string; asset?: string; amount?: string } = {},
): Promise<Hex> {
  const address = await vaultAddress(sandbox.api, sandbox.ready.vault_id, network);
  if (amount !== "") await sandbox.control("POST", "/deposits", { network, asset, amount, to_address: address });
  return address;
}

export async function vaultAddress(api: Api, vaultId: string, network: string): Promise<Hex> {
  const { data } = await api.GET("/vault/{vault_id}/addresses", { params: { path: { vault_id: vaultId } } });
  const found = data?.data.find(({ network_symbol }) => network_symbol === network);
  if (found === undefined) throw new Error(`the vault has no address on ${network}`);
  return found.address as Hex;
}

/** A payout request, by default 10 USDT on Ethereum. */
export function payoutBody(vaultId: string, order: Partial<PayoutBody> = {}): PayoutBody {
  const value = order.usd_amount === undefined ? { amount: "10" } : {};
  return {
    vault_id: vaultId,
    asset: "USDT",
    network_symbol: "ethereum",
    to_address: PAYEE,
    reference_id: "order-1",
    ...value,
    ...order,
  };
}

/** Requests a payout from the default vault; anything but 201 fails the test. */
export async function aPayout({ api, ready }: Pick<ASandbox, "api" | "ready">, order: Partial<PayoutBody> = {}) {
  const { data, error, response } = await api.POST("/transfer/payout", { body: payoutBody(ready.vault_id, order) });
  if (data === undefined) throw new Error(`POST /transfer/payout answered ${response.status} ${JSON.stringify(error)}`);
  return data.data;
}

/** A unified transaction as the payload of its events: the same record, its amounts as text (H-84). */
export function asPayload<Row extends { amount: Amount; fee: Amount }>(record: Row) {
  const inText = <Value extends Amount>(value: Value) => ({
    ...value,
    amount: String(value.amount),
    raw: String(value.raw),
  });
  return { ...record, amount: inText(record.amount), fee: inText(record.fee) };
}
type Amount = { amount: number; raw: number };

export async function payoutNow(api: Api, id: string) {
  const { data } = await api.GET("/transfer/payout/{id}", { params: { path: { id } } });
  if (data === undefined) throw new Error(`no payout ${id}`);
  return data.data;
}

/** The unified transactions with this source id. */
export async function transactionsOf(api: Api, sourceId: string) {
  const { data } = await api.GET("/transactions", { params: { query: { "filter[]": [`source_id:${sourceId}`] } } });
  return data?.data ?? [];
}

/** The one unified transaction of a payout. */
export async function recordOf(api: Api, payoutId: string) {
  const [record, ...others] = await transactionsOf(api, payoutId);
  if (record === undefined || others.length > 0) throw new Error(`not one transaction of payout ${payoutId}`);
  return record;
}

/** Balance on the chain and available amount of one asset of the default vault, in base units. */
export async function vaultBalance(
  { api, ready }: Pick<ASandbox, "api" | "ready">,
  network = "ethereum",
  symbol = "USDT",
) {
  const path = { vault_id: ready.vault_id };
  const { data } = await api.GET("/vault/{vault_id}/balances", {
    params: { path, query: { network_symbol: network, asset: symbol } },
  });
  const [entry] = data?.data ?? [];
  if (entry === undefined) throw new Error(`the vault has no ${symbol} on ${network}`);
  return { balance: entry.balance.amount, available: entry.available.amount };
}

/** A call by the token's owner through JSON-RPC: `pause`, `unpause`, `blacklist`, `unBlacklist`. */
export async function asTokenOwner(
  sandbox: ASandbox,
  { network = "ethereum", asset = "USDT" }: { network?: string; asset?: string },
  functionName: string,
  args: readonly unknown[] = [],
): Promise<void> {
  const chain = sandbox.chain(network);
  const account = new Keyring(String(DEFAULT_CONFIG.seed)).accountAt(FAUCET_PATH);
  const wallet = createWalletClient({ account, chain: chain.chain, transport: http(chain.url) });
  const hash = await wallet.writeContract({
    abi: token.abi as Abi,
    address: chain.token(asset),
    functionName,
    args: [...args],
  });
  const { status } = await chain.public.getTransactionReceipt({ hash });
  if (status !== "success") throw new Error(`${functionName} reverted`);
}
