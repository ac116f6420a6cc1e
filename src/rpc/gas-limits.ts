// Gas limits of calls, estimates and traces: the engine needs up to 190 MB of memory per million gas, so gas is what bounds one call.
import { numberToHex } from "viem";
import { type Hex, RpcError } from "../chains/chain.ts";
import { RPC_CODE } from "../chains/rpc-errors.ts";
import { MAX_TRANSACTION_GAS } from "../kernel/transaction-gas.ts";
import { quantity } from "./arguments.ts";
import { createSerialQueue, type SerialQueue } from "./serial-queue.ts";

/** Gas limits, in gas. */
export type GasOptions = {
  /** Of a call or estimate that names none; null for the defaults, which depend on the call. */
  callGas: number | null;
  /** Of a trace of single steps. */
  traceGas: number;
  /** Of a transaction that a client sends. */
  transactionGasCap: number;
};

export const DEFAULT_GAS_OPTIONS: GasOptions = {
  callGas: null,
  traceGas: 1_000_000,
  transactionGasCap: MAX_TRANSACTION_GAS,
};

/** A call, and one that creates a contract or carries much data: the largest legal contract needs 6.5 million. */
const PLAIN_GAS = 5_000_000;
const LARGE_GAS = 8_000_000;
/** Bytes of call data that make a call a large one. */
const LARGE_DATA_BYTES = 4_096;
/** Waiting calls with much gas, and waiting traces. */
const MAX_WAITING_CALLS = 1_000;
const MAX_WAITING_TRACES = 16;

type Request = Record<string, unknown>;

export class GasLimits {
  readonly options: GasOptions;
  /** One trace at a time. */
  readonly trace: SerialQueue = createSerialQueue(MAX_WAITING_TRACES, "traces");
  readonly #expensive: SerialQueue = createSerialQueue(MAX_WAITING_CALLS, "calls with much gas");

  constructor(options: GasOptions) {
    this.options = options;
  }

  /** The request with the gas that it runs with: what it names up to the limit of a transaction, else the default. */
  limit<T extends Request>(request: T): T & { gas: Hex } {
    const gas = request["gas"] === undefined ? this.#default(request) : quantity(request["gas"], "gas");
    return { ...request, gas: numberToHex(gas > MAX_TRANSACTION_GAS ? MAX_TRANSACTION_GAS : gas) };
  }

  /**
   * Runs a call with its gas limited; one with much gas waits for others of that kind.
   * @throws RpcError that names the limit and its option when a call without gas runs out of it
   */
  async run<T, R extends Request>(request: R, call: (limited: R & { gas: Hex }) => Promise<T>): Promise<T> {
    const limited = this.limit(request);
    const work = (): Promise<T> => call(limited);
    try {
      return await (Number(limited.gas) > PLAIN_GAS ? this.#expensive(work) : work());
    } catch (error) {
      if (request["gas"] !== undefined || !isOutOfGas(error)) throw error;
      throw new RpcError(RPC_CODE.server, `out of gas: ${Number(limited.gas)} gas, ${DEFAULT_EXPLAINED}`);
    }
  }

  #default({ to, data }: Request): bigint {
    if (this.options.callGas !== null) return BigInt(this.options.callGas);
    const isLarge = to === undefined || (typeof data === "string" && data.length > 2 + 2 * LARGE_DATA_BYTES);
    return BigInt(isLarge ? LARGE_GAS : PLAIN_GAS);
  }
}

const DEFAULT_EXPLAINED =
  "the default of a call that names no gas: name gas in the call, or start the sandbox with a higher --rpc-gas";

function isOutOfGas(error: unknown): boolean {
  return error instanceof RpcError && /out of gas|gas required exceeds/i.test(error.message);
}
