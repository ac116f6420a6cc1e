// Client actions on a chain: wallets to pay to, token transfers, and deployed contracts.
import { readFileSync } from "node:fs";
import { type Abi, encodeFunctionData, erc20Abi, getAddress, type Hex, parseUnits } from "viem";
import type { ASandbox } from "../a-sandbox.ts";

type Api = ASandbox["api"];

/** Assigns a user wallet (Base, owner `alice` by default). */
export async function aWallet(api: Api, { owner = "alice", network = "base" } = {}) {
  const { data, response } = await api.POST("/wallets", { body: { owner, network_symbol: network } });
  if (data === undefined) throw new Error(`POST /wallets answered ${response.status}`);
  return { ...data.data, address: data.data.address as Hex, owner };
}

type Payment = { network?: string; asset?: string; to: string; amount: string; from?: number };

/** A token transfer by viem from a development account; returns its hash. */
export function payToken(
  sandbox: ASandbox,
  { network = "base", asset = "USDC", to, amount, from = 0 }: Payment,
): Promise<Hex> {
  const chain = sandbox.chain(network, from);
  const decimals = chain.definition.tokens.find(({ symbol }) => symbol === asset)?.decimals ?? 0;
  return chain.wallet.writeContract({
    abi: erc20Abi,
    address: chain.token(asset),
    functionName: "transfer",
    args: [getAddress(to), parseUnits(amount, decimals)],
  });
}

/** The same transfer, signed and not sent: the bytes can be sent again. */
export async function signedPayment(sandbox: ASandbox, payment: Payment): Promise<Hex> {
  const { network = "base", asset = "USDC", to, amount, from = 0 } = payment;
  const chain = sandbox.chain(network, from);
  const decimals = chain.definition.tokens.find(({ symbol }) => symbol === asset)?.decimals ?? 0;
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: "transfer",
    args: [getAddress(to), parseUnits(amount, decimals)],
  });
  const request = await chain.wallet.prepareTransactionRequest({ to: chain.token(asset), data, gas: 120_000n });
  return chain.wallet.signTransaction(request);
}

/** ABI and bytecode of a contract in chain/artifacts. */
export function artifact(name: string): { abi: Abi; bytecode: Hex } {
  return JSON.parse(readFileSync(new URL(`../../../chain/artifacts/${name}.json`, import.meta.url), "utf8"));
}

/** Deploys a contract through JSON-RPC; `send` returns a hash, `call` the receipt, whatever its status. */
export async function aContract(
  sandbox: ASandbox,
  name: string,
  { network = "base", args = [] as readonly unknown[] } = {},
) {
  const { abi, bytecode } = artifact(name);
  const chain = sandbox.chain(network);
  const receipt = await chain.public.waitForTransactionReceipt({
    hash: await chain.wallet.deployContract({ abi, bytecode, args: [...args] }),
  });
  const address = receipt.contractAddress as Hex;
  const send = (functionName: string, given: readonly unknown[], value = 0n): Promise<Hex> =>
    chain.wallet.writeContract({ abi, address, functionName, args: [...given], value, gas: 3_000_000n });
  return {
    address,
    abi,
    send,
    call: async (functionName: string, given: readonly unknown[], value = 0n) =>
      chain.public.getTransactionReceipt({ hash: await send(functionName, given, value) }),
    read: (functionName: string, given: readonly unknown[] = []): Promise<unknown> =>
      chain.public.readContract({ abi, address, functionName, args: [...given] }),
  };
}

/** The deposits of a transaction from the list, newest first. */
export async function depositsOf(api: Api, txId: string) {
  const { data, response } = await api.GET("/deposits", { params: { query: { tx_id: txId } } });
  if (data === undefined) throw new Error(`GET /deposits answered ${response.status}`);
  return data.data;
}

/** All of a tenant's deposits, newest first. */
export async function allDeposits(api: Api) {
  const { data, response } = await api.GET("/deposits", { params: { query: { limit: 100 } } });
  if (data === undefined) throw new Error(`GET /deposits answered ${response.status}`);
  return data.data;
}

/** Events of the default tenant so far, oldest first. */
export async function eventsOf(
  sandbox: ASandbox,
  filter: { type?: string; resource_id?: string; tenant_id?: string } = {},
) {
  const query = new URLSearchParams({ limit: "1000", ...filter });
  const { items } = await sandbox.control("GET", `/events?${query}`);
  return items as {
    sequence: number;
    id: string;
    type: string;
    time: string;
    tenant_id: string;
    resource_id: string;
    payload: any;
  }[];
}

/** The unified transaction of a deposit. */
export async function transactionOf(api: Api, sourceId: string) {
  const { data, response } = await api.GET("/transactions", {
    params: { query: { "filter[]": [`source_id:${sourceId}`] } },
  });
  const [only, ...others] = data?.data ?? [];
  if (only === undefined || others.length > 0) throw new Error(`GET /transactions answered ${response.status}`);
  return only;
}
