// Reads the payload of eth_simulateV1; what is not supported is refused by name.
import { type Hex, pad } from "viem";
import { isObject } from "../../../kernel/is-object.ts";
import { address, invalid, quantity } from "../../arguments.ts";
import { type AccountOverride, readStateOverrides } from "../../overrides/state-overrides.ts";
import { type CallRequest, readRequest } from "../eth-call.ts";
import { SIMULATION_ERROR, simulationError } from "./errors.ts";

/** Blocks of one simulation, those that fill a gap included; the limit of geth. */
export const MAX_SIMULATED_BLOCKS = 256;

/** `time` in Unix seconds, `baseFeePerGas` in wei per gas. */
export type SimulatedBlock = {
  number?: bigint;
  time?: bigint;
  baseFeePerGas?: bigint;
  prevRandao?: Hex;
  feeRecipient?: Hex;
  state: readonly AccountOverride[];
  calls: readonly CallRequest[];
};

export type Payload = {
  blocks: readonly SimulatedBlock[];
  tracesTransfers: boolean;
  validates: boolean;
  hasFullTransactions: boolean;
};

const PAYLOAD_MEMBERS = ["blockStateCalls", "traceTransfers", "validation", "returnFullTransactions"];
const BLOCK_MEMBERS = ["blockOverrides", "stateOverrides", "calls"];
const OVERRIDES = ["number", "time", "baseFeePerGas", "prevRandao", "feeRecipient"];
const FEES = ["gasPrice", "maxFeePerGas", "maxPriorityFeePerGas"];
const CALL_MEMBERS = ["from", "to", "gas", "value", "data", "nonce", "accessList", "authorizationList"];
const IGNORED_CALL_MEMBERS = ["type", "chainId"];

/** @throws RpcError -32602 for a form that is not one, or for a member that is not supported; -38026 for too many blocks */
export function readPayload(value: unknown): Payload {
  const given = membersOf(value, "argument 0", PAYLOAD_MEMBERS);
  const blocks = given["blockStateCalls"];
  if (!Array.isArray(blocks) || blocks.length === 0) throw invalid("invalid argument 0: want blockStateCalls");
  if (blocks.length > MAX_SIMULATED_BLOCKS) throw simulationError(SIMULATION_ERROR.limit, "too many blocks");
  return {
    blocks: blocks.map(readBlock),
    tracesTransfers: given["traceTransfers"] === true,
    validates: given["validation"] === true,
    hasFullTransactions: given["returnFullTransactions"] === true,
  };
}

function readBlock(value: unknown): SimulatedBlock {
  const given = membersOf(value, "blockStateCalls", BLOCK_MEMBERS);
  const calls = given["calls"] ?? [];
  if (!Array.isArray(calls)) throw invalid("invalid calls: want a list");
  const overrides = membersOf(given["blockOverrides"] ?? {}, "block override", OVERRIDES);
  const { prevRandao, feeRecipient, ...numbers } = overrides;
  return {
    ...Object.fromEntries(Object.entries(numbers).map(([name, member]) => [name, quantity(member, name)])),
    ...(prevRandao === undefined ? {} : { prevRandao: pad(`0x${quantity(prevRandao, "prevRandao").toString(16)}`) }),
    ...(feeRecipient === undefined ? {} : { feeRecipient: address(feeRecipient, "feeRecipient") }),
    state: readStateOverrides(given["stateOverrides"]),
    calls: calls.map(readCall),
  };
}

function readCall(value: unknown): CallRequest {
  const request = readRequest(value);
  membersOf(request, "call", [...CALL_MEMBERS, ...FEES, ...IGNORED_CALL_MEMBERS]);
  return request;
}

/** The members that are set. @throws RpcError -32602 for one that is not in the list */
function membersOf(value: unknown, what: string, names: readonly string[]): Record<string, unknown> {
  if (!isObject(value)) throw invalid(`invalid ${what}: want an object`);
  const given = Object.entries(value).filter(([, member]) => member !== undefined && member !== null);
  const other = given.find(([name]) => !names.includes(name));
  if (other === undefined) return Object.fromEntries(given);
  throw invalid(`${what} ${JSON.stringify(other[0])} is not supported; supported: ${names.join(", ")}`);
}
