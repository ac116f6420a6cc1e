// UDAs for tests: a UDA with defaults, real deposits to it by viem, and their settlements.
import { erc20Abi, getAddress, type Hex, parseUnits } from "viem";
import type { ASandbox } from "../a-sandbox.ts";
import { FIXTURES } from "../fixtures.ts";

/** An address that only settlements pay to. */
export const DESTINATION = FIXTURES.destination;

type UdaOptions = { owner?: string; network?: string; asset?: string; to?: string; accepted?: string[] };
type Api = ASandbox["api"];

/** Creates one (USDC on Arbitrum by default) and returns its record with the deposit address, which is the same on all networks. */
export async function aUda(api: Api, options: UdaOptions = {}) {
  const { owner = FIXTURES.merchant, network = "9001", asset = "USDC", to = DESTINATION, accepted } = options;
  const { data, response } = await api.POST("/uda", {
    body: {
      owner,
      destination: { address: to, asset_symbol: asset, network_id: network },
      ...(accepted === undefined ? {} : { accepted_tokens: accepted }),
    },
  });
  if (response.status !== 201 || data === undefined) throw new Error(`POST /uda answered ${response.status}`);
  const address = data.data.deposit_addresses[0]?.address as Hex;
  return { ...data.data, address, status: response.status };
}

/** A transfer of a token from a development account through JSON-RPC; waits for its receipt. */
export async function sendToken(
  sandbox: ASandbox,
  order: { network: string; asset: string; to: Hex; amount: string; from?: number },
): Promise<Hex> {
  const chain = sandbox.chain(order.network, order.from ?? 0);
  const decimals = chain.definition.tokens.find(({ symbol }) => symbol === order.asset)?.decimals ?? 0;
  const hash = await chain.wallet.writeContract({
    abi: erc20Abi,
    address: chain.token(order.asset),
    functionName: "transfer",
    args: [getAddress(order.to), parseUnits(order.amount, decimals)],
  });
  const receipt = await chain.public.getTransactionReceipt({ hash });
  if (receipt.status !== "success") throw new Error(`the transfer reverted: ${hash}`);
  return hash;
}

/** The balance of an address, read from the chain. */
export function tokenBalance(sandbox: ASandbox, network: string, asset: string, address: string): Promise<bigint> {
  const chain = sandbox.chain(network);
  return chain.public.readContract({
    abi: erc20Abi,
    address: chain.token(asset),
    functionName: "balanceOf",
    args: [getAddress(address)],
  });
}

/** Settlements of a UDA, newest first. */
export async function settlementsOf(api: Api, id: string) {
  const { data } = await api.GET("/uda/{id}/settlements", { params: { path: { id } } });
  if (data === undefined) throw new Error(`no settlements of ${id}`);
  return data.data.items;
}

/** The only settlement of a UDA. */
export async function settlementOf(api: Api, id: string) {
  const [only, ...others] = await settlementsOf(api, id);
  if (only === undefined || others.length > 0)
    throw new Error(`${others.length + (only ? 1 : 0)} settlements of ${id}`);
  return only;
}

export async function delegationStatus(api: Api, id: string): Promise<string | undefined> {
  const { data } = await api.GET("/uda/{id}", { params: { path: { id } } });
  return (data?.data as { delegation_status?: string } | undefined)?.delegation_status;
}
