// eth_call and eth_estimateGas; checks the balance of the sender, which the engine ignores.
import { hexToBigInt } from "viem";
import type { Hex, RpcError } from "../../chains/chain.ts";
import { isObject } from "../../kernel/is-object.ts";
import { address, argument, bytes, invalid, quantity, refused } from "../arguments.ts";
import type { BlockTags } from "../block-tag.ts";
import type { CallBlock } from "../call-block.ts";
import type { GasLimits } from "../gas-limits.ts";
import { type AccountOverride, engineOverrides, readStateOverrides } from "../overrides/state-overrides.ts";
import type { Handler } from "../rpc-call.ts";

const ZERO_ADDRESS: Hex = "0x0000000000000000000000000000000000000000";
/** 21,000: the intrinsic gas of a transaction. */
const TRANSFER_GAS: Hex = "0x5208";

/** A call object with `data` normalized and `from` set; other members as the client sent them. */
export type CallRequest = Record<string, unknown> & { from: Hex };

/** Reads a call or transaction object. @throws RpcError -32602 */
export function readRequest(value: unknown): CallRequest {
  if (!isObject(value)) throw invalid("invalid argument 0: want an object");
  const { data, input, from, ...rest } = Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== null && member !== undefined),
  );
  if (data !== undefined && input !== undefined && String(data).toLowerCase() !== String(input).toLowerCase()) {
    throw invalid('both "data" and "input" are set and not equal. Please use "input" to pass transaction call data');
  }
  if (rest["gasPrice"] !== undefined && (rest["maxFeePerGas"] ?? rest["maxPriorityFeePerGas"]) !== undefined) {
    throw refused("both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified");
  }
  const payload = input ?? data;
  const sender = from === undefined ? ZERO_ADDRESS : address(from, "from");
  return { ...rest, from: sender, ...(payload === undefined ? {} : { data: bytes(payload, "input") }) };
}

export function callHandlers(tags: BlockTags, gasLimits: GasLimits): Record<string, Handler> {
  return {
    async eth_call(call) {
      const { chain, parameters } = call;
      const request = readRequest(argument(call, 0));
      const state = readStateOverrides(parameters[2]);
      const place = tags.ofCall(chain, parameters[1], parameters[3]);
      await checkCallBalance(place, request, state);
      const overrides = engineOverrides(state);
      return gasLimits.run(request, (limited) =>
        place.request("eth_call", [limited, place.block, ...(overrides === undefined ? [] : [overrides])]),
      );
    },
    async eth_estimateGas(call) {
      const { chain, parameters } = call;
      const place = tags.ofEstimate(chain, parameters[1], parameters[3], readStateOverrides(parameters[2]));
      return estimateGas({ place, gasLimits }, readRequest(argument(call, 0)));
    },
  };
}

/** Gas that a call needs, in hex. @throws RpcError when it reverts or the sender cannot pay for it */
export async function estimateGas(
  { place, gasLimits }: { place: CallBlock; gasLimits: GasLimits },
  request: CallRequest,
): Promise<Hex> {
  const { value, price } = costOf(request);
  const pays = value > 0n || price > 0n;
  const balance = pays ? await balanceOf(place, request.from) : 0n;
  if (value > balance) throw insufficient(request.from, balance, value);
  const plain = await isPlainTransfer(place, request);
  const estimate = (limited: CallRequest): Promise<Hex> =>
    place.request<Hex>("eth_estimateGas", [limited, place.block]);
  const gas = plain ? TRANSFER_GAS : await gasLimits.run(request, estimate);
  const cost = value + hexToBigInt(gas) * price;
  if (cost > balance) throw insufficient(request.from, balance, cost);
  return gas;
}

/** True for a transfer that runs no code: the engine estimates one unit too much for it. */
async function isPlainTransfer(place: CallBlock, request: CallRequest): Promise<boolean> {
  const { to, data = "0x", accessList, authorizationList } = request;
  if (to === undefined || data !== "0x" || accessList !== undefined || authorizationList !== undefined) return false;
  const receiver = address(to, "to");
  return !/^0x0{36}/.test(receiver) && (await place.request("eth_getCode", [receiver, place.block])) === "0x";
}

/** @throws RpcError when the sender cannot pay for value and gas at the price that the call names */
export async function checkCallBalance(
  place: CallBlock,
  request: CallRequest,
  state: readonly AccountOverride[] = [],
): Promise<void> {
  const { value, price, gas } = costOf(request);
  const cost = value + price * gas;
  if (cost === 0n) return;
  const own = state.find(({ address: owner }) => owner === request.from.toLowerCase());
  const balance = own?.balance ?? (await balanceOf(place, request.from));
  if (balance < cost) throw insufficient(request.from, balance, cost);
}

function costOf(request: CallRequest): { value: bigint; price: bigint; gas: bigint } {
  const read = (name: string): bigint => (request[name] === undefined ? 0n : quantity(request[name], name));
  const price = request["gasPrice"] === undefined ? read("maxFeePerGas") : read("gasPrice");
  return { value: read("value"), price, gas: read("gas") };
}

async function balanceOf({ block, request }: CallBlock, account: Hex): Promise<bigint> {
  return hexToBigInt(await request<Hex>("eth_getBalance", [account, block]));
}

function insufficient(account: Hex, have: bigint, want: bigint): RpcError {
  return refused(`insufficient funds for gas * price + value: address ${account} have ${have} want ${want}`);
}
