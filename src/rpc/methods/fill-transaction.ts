// Completes a transaction of eth_sendTransaction: type, gas and fees that the client left out.
import type { AccessList, SignedAuthorizationList, TransactionSerializable } from "viem";
import { hexToBigInt, hexToNumber } from "viem";
import type { Chain, Hex } from "../../chains/chain.ts";
import { isObject } from "../../kernel/is-object.ts";
import { address, bytes, invalid, quantity, refused } from "../arguments.ts";
import type { BlockTags } from "../block-tag.ts";
import type { GasLimits } from "../gas-limits.ts";
import { type CallRequest, estimateGas } from "./eth-call.ts";
import { tipOf } from "./fees.ts";

/** How the gas of a transaction is estimated. */
export type Estimating = { tags: BlockTags; gasLimits: GasLimits };

/** Sets everything but the nonce. @throws RpcError, code 3 when the transaction would revert */
export async function fillTransaction(
  chain: Chain,
  request: CallRequest,
  estimating: Estimating,
): Promise<TransactionSerializable> {
  const chainId = chain.definition.eip155_id;
  const asked = request["chainId"];
  if (asked !== undefined && quantity(asked, "chainId") !== BigInt(chainId)) {
    throw refused(`chainId does not match node's (have=${quantity(asked, "chainId")}, want=${chainId})`);
  }
  const to = request["to"] === undefined ? undefined : address(request["to"], "to");
  const data = request["data"] === undefined ? undefined : bytes(request["data"], "input");
  if (to === undefined && data === undefined) throw refused("contract creation without any data provided");
  const value = request["value"] === undefined ? 0n : quantity(request["value"], "value");
  const base = { chainId, value, ...(to && { to }), ...(data && { data }), ...listsOf(request) };
  const gas = request["gas"] === undefined ? await gasFor(chain, request, estimating) : quantity(request["gas"], "gas");
  return { ...base, gas, ...(await feesOf(chain, request)) } as TransactionSerializable;
}

/** Estimates without a fee: whether the sender can pay is checked by the pool. */
async function gasFor(chain: Chain, request: CallRequest, { tags, gasLimits }: Estimating): Promise<bigint> {
  const { gasPrice: _price, maxFeePerGas: _cap, maxPriorityFeePerGas: _tip, nonce: _nonce, ...call } = request;
  return hexToBigInt(await estimateGas({ place: tags.ofEstimate(chain, "latest"), gasLimits }, call as CallRequest));
}

/** Fees (wei per gas) and the transaction type that has them. */
async function feesOf(chain: Chain, request: CallRequest): Promise<Record<string, unknown>> {
  if (request["gasPrice"] !== undefined) {
    const type = request["accessList"] === undefined ? "legacy" : "eip2930";
    return { type, gasPrice: quantity(request["gasPrice"], "gasPrice") };
  }
  const [askedCap, askedTip] = [request["maxFeePerGas"], request["maxPriorityFeePerGas"]];
  const cap = askedCap === undefined ? undefined : quantity(askedCap, "maxFeePerGas");
  const suggested = await tipOf(chain);
  const tip =
    askedTip === undefined ? (cap !== undefined && cap < suggested ? cap : suggested) : quantity(askedTip, "tip");
  const maxFeePerGas = cap ?? 2n * chain.baseFee + tip;
  if (maxFeePerGas < tip) throw refused(`maxFeePerGas (${maxFeePerGas}) < maxPriorityFeePerGas (${tip})`);
  const type = request["authorizationList"] === undefined ? "eip1559" : "eip7702";
  return { type, maxFeePerGas, maxPriorityFeePerGas: tip };
}

function listsOf(request: CallRequest): { accessList?: AccessList; authorizationList?: SignedAuthorizationList } {
  const { accessList, authorizationList, blobs, blobVersionedHashes } = request;
  if (blobs !== undefined || blobVersionedHashes !== undefined) throw refused("blob transactions are not supported");
  return {
    ...(accessList === undefined ? {} : { accessList: records(accessList, "accessList").map(accessEntry) }),
    ...(authorizationList === undefined
      ? {}
      : { authorizationList: records(authorizationList, "authorizationList").map(authorization) }),
  };
}

function accessEntry(entry: Record<string, unknown>): AccessList[number] {
  const keys: unknown = entry["storageKeys"] ?? [];
  if (!Array.isArray(keys)) throw invalid("invalid accessList: want a list of storageKeys");
  return { address: address(entry["address"], "address"), storageKeys: keys.map((key) => bytes(key, "storage key")) };
}

function authorization(entry: Record<string, unknown>): SignedAuthorizationList[number] {
  const word = (name: string): Hex => `0x${quantity(entry[name], name).toString(16).padStart(64, "0")}`;
  const small = (name: string): number => hexToNumber(`0x${quantity(entry[name], name).toString(16)}`);
  const target = address(entry["address"], "address");
  return {
    address: target,
    chainId: small("chainId"),
    nonce: small("nonce"),
    r: word("r"),
    s: word("s"),
    yParity: small("yParity"),
  };
}

function records(value: unknown, what: string): Record<string, unknown>[] {
  if (!Array.isArray(value) || !value.every(isObject)) throw invalid(`invalid ${what}: want a list of objects`);
  return value;
}
