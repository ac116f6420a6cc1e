// eth_createAccessList: the accounts and slots that a call touches, read from the prestateTracer.
import { getContractAddress, hexToNumber } from "viem";
import type { Hex } from "../../chains/chain.ts";
import { argument } from "../arguments.ts";
import type { BlockTags } from "../block-tag.ts";
import type { CallBlock } from "../call-block.ts";
import type { GasLimits } from "../gas-limits.ts";
import { readStateOverrides } from "../overrides/state-overrides.ts";
import type { Handler } from "../rpc-call.ts";
import { type CallRequest, checkCallBalance, readRequest } from "./eth-call.ts";
import { type Frame, failureText } from "./simulate/frame.ts";

type AccessList = { address: Hex; storageKeys: Hex[] }[];
type Prestate = Record<Hex, { storage?: Record<Hex, Hex> }>;

/** A list changes what a call costs and so, rarely, what it does: after so many rounds it is taken as it is. */
const MAX_ROUNDS = 8;

/** The precompiles of the hardfork, which are never cold: 0x01 to 0x11, and 0x100 (EIP-7951). */
const LAST_PRECOMPILE = 0x11n;
const P256_PRECOMPILE = 0x100n;

export function accessListHandlers(tags: BlockTags, gasLimits: GasLimits): Record<string, Handler> {
  return {
    async eth_createAccessList(call) {
      const request = readRequest(argument(call, 0));
      const place = tags.ofEstimate(call.chain, call.parameters[1], undefined, readStateOverrides(call.parameters[2]));
      await checkCallBalance(place, request);
      return gasLimits.run(request, (limited) => gasLimits.trace(() => createAccessList(place, limited)));
    },
  };
}

async function createAccessList(place: CallBlock, request: CallRequest): Promise<Record<string, unknown>> {
  const free = await freeAddresses(place, request);
  const given = (request["accessList"] ?? []) as AccessList;
  let accessList = merged(given, {}, free);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const parameters = [{ ...request, accessList }, place.block, { tracer: "prestateTracer" }];
    const next = merged(given, await place.request<Prestate>("debug_traceCall", parameters), free);
    if (JSON.stringify(next) === JSON.stringify(accessList)) break;
    accessList = next;
  }
  const traced = [{ ...request, accessList }, place.block, { tracer: "callTracer" }];
  const frame = await place.request<Frame>("debug_traceCall", traced);
  return {
    accessList,
    ...(frame.error === undefined ? {} : { error: failureText(frame) }),
    gasUsed: frame.gasUsed,
  };
}

/** Addresses that every transaction may touch without the cost of a cold account: listed only with slots. */
async function freeAddresses({ request, block }: CallBlock, { from, to }: CallRequest): Promise<ReadonlySet<string>> {
  const [coinbase, nonce] = await Promise.all([
    request<Hex>("eth_coinbase"),
    request<Hex>("eth_getTransactionCount", [from, block]),
  ]);
  const receiver = typeof to === "string" ? to : getContractAddress({ from, nonce: BigInt(hexToNumber(nonce)) });
  return new Set([from, receiver, coinbase].map((one) => one.toLowerCase()));
}

/** The entries that the client gave and those that the call touched, each once. */
function merged(given: AccessList, touched: Prestate, free: ReadonlySet<string>): AccessList {
  const slots = new Map<Hex, Set<Hex>>();
  const add = (owner: Hex, keys: readonly Hex[]): void => {
    const account = owner.toLowerCase() as Hex;
    const isFree = free.has(account) || isPrecompile(BigInt(account));
    if (!isFree || keys.length > 0) slots.set(account, new Set([...(slots.get(account) ?? []), ...keys]));
  };
  for (const { address, storageKeys } of given) add(address, storageKeys);
  for (const [account, { storage = {} }] of Object.entries(touched)) add(account as Hex, Object.keys(storage) as Hex[]);
  return [...slots].map(([address, keys]) => ({ address, storageKeys: [...keys].toSorted() }));
}

function isPrecompile(account: bigint): boolean {
  return account <= LAST_PRECOMPILE || account === P256_PRECOMPILE;
}
