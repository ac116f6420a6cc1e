// debug_trace* methods: one trace at a time, with the limits that keep the memory of a trace bounded.
import { hexToNumber, numberToHex } from "viem";
import type { Hex } from "../../../chains/chain.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { argument, hashArgument, invalid, refused } from "../../arguments.ts";
import type { BlockTags } from "../../block-tag.ts";
import type { GasLimits } from "../../gas-limits.ts";
import { readStateOverrides } from "../../overrides/state-overrides.ts";
import type { Handler } from "../../rpc-call.ts";
import { readRequest } from "../eth-call.ts";

/** Tracers of the engine; without one a trace lists every single step. */
export const TRACERS = new Set(["callTracer", "prestateTracer", "flatCallTracer"]);

export type TraceOptions = { tracer: string | undefined; options: Record<string, unknown> };

export function traceHandlers(tags: BlockTags, gasLimits: GasLimits): Record<string, Handler> {
  return {
    debug_traceCall(call) {
      const request = readRequest(argument(call, 0));
      const { tracer, options } = readTraceOptions(call.parameters[2]);
      const { blockOverrides, stateOverrides } = isObject(call.parameters[2]) ? call.parameters[2] : {};
      const place = tags.ofCall(call.chain, call.parameters[1], blockOverrides, readStateOverrides(stateOverrides));
      const trace = (gas: Record<string, unknown>): Promise<unknown> =>
        gasLimits.trace(() => place.request("debug_traceCall", [gas, place.block, options]));
      if (tracer !== undefined) return gasLimits.run(request, trace);
      return traceSteps(gasLimits, request, trace);
    },
    async debug_traceTransaction(call) {
      const hash = hashArgument(call, 0);
      const { tracer, options } = readTraceOptions(call.parameters[1]);
      if (tracer === undefined) {
        const receipt = await call.chain.request<{ gasUsed: Hex } | null>("eth_getTransactionReceipt", [hash]);
        if (receipt !== null) checkSteps(gasLimits, hexToNumber(receipt.gasUsed));
      }
      return gasLimits.trace(() => call.chain.request("debug_traceTransaction", [hash, options]));
    },
  };
}

type StepTrace = { failed: boolean; gas: Hex | number };

/** Steps of a call, with at most the gas that single steps may take. */
async function traceSteps(
  gasLimits: GasLimits,
  request: Record<string, unknown>,
  trace: (limited: Record<string, unknown>) => Promise<unknown>,
): Promise<unknown> {
  const limited = gasLimits.limit(request);
  const limit = gasLimits.options.traceGas;
  if (hexToNumber(limited.gas) <= limit) return trace(limited);
  const result = (await trace({ ...limited, gas: numberToHex(limit) })) as StepTrace;
  if (result.failed && Number(result.gas) >= limit) checkSteps(gasLimits, limit + 1);
  return result;
}

/** @throws RpcError when a trace of single steps would take too much gas, and with it memory */
function checkSteps({ options }: GasLimits, gas: number): void {
  if (gas <= options.traceGas) return;
  throw refused(
    `more than ${options.traceGas} gas cannot be traced in single steps: use {"tracer": "callTracer"}, or start the sandbox with a higher --rpc-trace-gas`,
  );
}

/** The options in the engine's form: memory, stack and storage of steps only on request. @throws RpcError -32602 */
export function readTraceOptions(value: unknown): TraceOptions {
  const given = value === undefined || value === null ? {} : value;
  if (!isObject(given)) throw invalid("invalid argument: trace options are an object");
  const { tracer, tracerConfig } = given;
  if (tracer === undefined || tracer === null || tracer === "")
    return { tracer: undefined, options: stepOptions(given) };
  if (typeof tracer !== "string" || !TRACERS.has(tracer)) {
    throw refused(`the tracer ${JSON.stringify(tracer)} is not supported; supported: ${[...TRACERS].join(", ")}`);
  }
  return { tracer, options: isObject(tracerConfig) ? { tracer, tracerConfig } : { tracer } };
}

function stepOptions(given: Record<string, unknown>): Record<string, unknown> {
  return {
    enableMemory: given["enableMemory"] === true || given["disableMemory"] === false,
    disableStack: given["disableStack"] !== false,
    disableStorage: given["disableStorage"] !== false,
  };
}
