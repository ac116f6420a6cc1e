// One simulated call: checks what its sender can pay, runs it, and writes what it changed into the state of the dry run.
import { hexToBigInt, numberToHex, zeroHash } from "viem";
import type { Hex } from "../../../chains/chain.ts";
import type { Engine } from "../../../chains/engine/engine.ts";
import { MAX_TRANSACTION_GAS } from "../../../kernel/transaction-gas.ts";
import { quantity } from "../../arguments.ts";
import { writeSlots } from "../../overrides/state-overrides.ts";
import type { CallRequest } from "../eth-call.ts";
import { asSimulationError, SIMULATION_ERROR, simulationError } from "./errors.ts";
import type { Frame } from "./frame.ts";

/** Where a call runs. Fees in wei per gas; `gasLeft` of all calls of the simulation. */
export type CallContext = {
  engine: Engine;
  baseFee: bigint;
  coinbase: Hex;
  validates: boolean;
  gasLeft: bigint;
  defaultGas(request: CallRequest): bigint;
};

/** A call with what was chosen for it, and what it did. Amounts in wei, fees in wei per gas. */
export type RunCall = {
  request: CallRequest;
  nonce: bigint;
  gas: bigint;
  maxFee: bigint;
  tip: bigint;
  /** What a unit of gas costs the sender. */
  price: bigint;
  frame: Frame;
};

type Account = { balance?: Hex; nonce?: number; code?: Hex; storage?: Record<Hex, Hex> };
type StateDiff = { pre: Record<Hex, Account>; post: Record<Hex, Account> };

/** An intrinsic cost that no call can be below. */
const LEAST_GAS = 21_000n;

/** @throws RpcError with a code of eth_simulateV1 for a call that no block could hold */
export async function runCall(context: CallContext, request: CallRequest): Promise<RunCall> {
  const { engine } = context;
  const nonce = await checkNonce(engine, request);
  const gas = gasOf(context, request);
  const fees = feesOf(context, request);
  await checkBalance(engine, request, gas * fees.maxFee);
  const call = engineCall(request, gas, fees.price);
  try {
    const frame = await engine.request<Frame>("debug_traceCall", [call, "pending", CALL_TRACER]);
    const diff = await engine.request<StateDiff>("debug_traceCall", [call, "pending", DIFF_TRACER]);
    const burned = hexToBigInt(frame.gasUsed) * (fees.price < context.baseFee ? fees.price : context.baseFee);
    await applyDiff(context, diff, burned);
    return { request, nonce, gas, ...fees, frame };
  } catch (error) {
    throw asSimulationError(error);
  }
}

const CALL_TRACER = { tracer: "callTracer", tracerConfig: { withLog: true } };
const DIFF_TRACER = { tracer: "prestateTracer", tracerConfig: { diffMode: true } };

/** In a call of the engine the base fee is 0, so that the tip is the whole price. */
function engineCall(request: CallRequest, gas: bigint, price: bigint): Record<string, unknown> {
  const { from, to, value, data, accessList, authorizationList } = request;
  const fee = numberToHex(price);
  const given = Object.entries({ from, to, value, data, accessList, authorizationList });
  return {
    ...Object.fromEntries(given.filter(([, member]) => member !== undefined)),
    gas: numberToHex(gas),
    ...(price === 0n ? {} : { maxFeePerGas: fee, maxPriorityFeePerGas: fee }),
  };
}

async function checkNonce(engine: Engine, { from, nonce }: CallRequest): Promise<bigint> {
  const next = hexToBigInt(await engine.request<Hex>("eth_getTransactionCount", [from, "latest"]));
  if (nonce === undefined) return next;
  const asked = quantity(nonce, "nonce");
  const details = `address ${from}, tx: ${asked} state: ${next}`;
  if (asked < next) throw simulationError(SIMULATION_ERROR.nonceTooLow, `nonce too low: ${details}`);
  if (asked > next) throw simulationError(SIMULATION_ERROR.nonceTooHigh, `nonce too high: ${details}`);
  return next;
}

/** What the call names, else the default of a call, and never more than is left of all. */
function gasOf({ gasLeft, defaultGas }: CallContext, request: CallRequest): bigint {
  if (gasLeft < LEAST_GAS) {
    throw simulationError(SIMULATION_ERROR.limit, `the calls use more than ${MAX_TRANSACTION_GAS} gas in all`);
  }
  const wanted = defaultGas(request);
  return wanted < gasLeft ? wanted : gasLeft;
}

function feesOf(context: CallContext, request: CallRequest): { maxFee: bigint; tip: bigint; price: bigint } {
  const { baseFee, validates } = context;
  const read = (name: string): bigint => (request[name] === undefined ? 0n : quantity(request[name], name));
  const isLegacy = request["gasPrice"] !== undefined;
  const maxFee = read(isLegacy ? "gasPrice" : "maxFeePerGas");
  const tip = read(isLegacy ? "gasPrice" : "maxPriorityFeePerGas");
  if (maxFee < baseFee && (validates || maxFee > 0n)) {
    const details = `address ${request.from}, maxFeePerGas: ${maxFee}, baseFee: ${baseFee}`;
    throw simulationError(SIMULATION_ERROR.feeTooLow, `max fee per gas less than block base fee: ${details}`);
  }
  const price = baseFee + tip < maxFee ? baseFee + tip : maxFee;
  return { maxFee, tip: tip < maxFee ? tip : maxFee, price };
}

async function checkBalance(engine: Engine, { from, value }: CallRequest, gasCost: bigint): Promise<void> {
  const want = gasCost + (value === undefined ? 0n : quantity(value, "value"));
  if (want === 0n) return;
  const have = hexToBigInt(await engine.request<Hex>("eth_getBalance", [from, "latest"]));
  if (have >= want) return;
  const details = `address ${from} have ${have} want ${want}`;
  throw simulationError(SIMULATION_ERROR.insufficientFunds, `insufficient funds for gas * price + value: ${details}`);
}

/** `burned` (wei): the part of the fee that the engine gave to the coinbase, because its calls have no base fee. */
async function applyDiff({ engine, coinbase }: CallContext, diff: StateDiff, burned: bigint): Promise<void> {
  for (const [owner, { balance, nonce, code, storage = {} }] of Object.entries(diff.post) as [Hex, Account][]) {
    const isPaid = owner.toLowerCase() === coinbase.toLowerCase();
    if (balance !== undefined) {
      const kept = hexToBigInt(balance) - (isPaid ? burned : 0n);
      await engine.request("hardhat_setBalance", [owner, numberToHex(kept)]);
    }
    if (nonce !== undefined) await engine.request("hardhat_setNonce", [owner, numberToHex(nonce)]);
    if (code !== undefined) await engine.request("hardhat_setCode", [owner, code]);
    const cleared = Object.keys(diff.pre[owner]?.storage ?? {}).filter((slot) => !(slot in storage)) as Hex[];
    await writeSlots(engine, owner, [
      ...(Object.entries(storage) as [Hex, Hex][]),
      ...cleared.map((slot) => [slot, zeroHash] as const),
    ]);
  }
}
