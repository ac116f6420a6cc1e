// Starts the chain engines, one per catalogue row, in this process. The only file that imports the engine, Hardhat's EDR.
import type { EdrContext, Provider, ProviderConfig } from "@nomicfoundation/edr";
import manifest from "../../package.json" with { type: "json" };
import { assert } from "../kernel/assert.ts";
import { EPOCH_MS } from "../kernel/clock.ts";
import { MAX_TRANSACTION_GAS } from "../kernel/transaction-gas.ts";
import type { ChainDefinition } from "./catalogue.ts";
import type { Engine, EngineCall } from "./engine/engine.ts";
import { explainMissingBinary } from "./engine/missing-binary.ts";
import { RPC_CODE, toRpcError } from "./rpc-errors.ts";

/** The EVM hardfork of every block; part of the engine version that a journal records. */
export const HARDFORK = "osaka";

/** Gas limit of a block. */
export const BLOCK_GAS_LIMIT = 60_000_000;

/** Receiver of the tips: an address without a known key, so that mining changes no balance of the sandbox. */
const COINBASE = Buffer.from("c014ba5ec014ba5ec014ba5ec014ba5ec014ba5e", "hex");

/** These break parent hashes, reset the chain, or mine and move time on their own: never sent to an engine. */
const FORBIDDEN = new Set(["hardhat_mine", "hardhat_reset", "evm_increaseTime", "evm_setIntervalMining"]);

/** An engine that can be closed. */
export type RunningEngine = Engine & { close(): Promise<void> };

/**
 * Name, version and hardfork of the engine; a journal of another one is refused. Named after the pinned Hardhat that depends
 * on this EDR: its own networks give the same blocks (test/chains/hardhat-conformance), and older folders carry its name.
 */
export function engineVersion(): string {
  return `hardhat/${manifest.devDependencies.hardhat}/${HARDFORK}`;
}

type Edr = typeof import("@nomicfoundation/edr");

let loaded: Promise<{ edr: Edr; context: EdrContext }> | undefined;

/** Loads the native module and makes its context, which may exist only once in a process. @throws MissingBinary */
function loadEdr(): Promise<{ edr: Edr; context: EdrContext }> {
  loaded ??= (async () => {
    const edr = await import("@nomicfoundation/edr");
    const context = new edr.EdrContext();
    // The `op` chain type refuses type-4 transactions, which deposit addresses need: every network is an `l1`.
    await context.registerProviderFactory(edr.L1_CHAIN_TYPE, edr.l1ProviderFactory());
    return { edr, context };
  })().catch((error: unknown) => {
    loaded = undefined;
    throw explainMissingBinary(error);
  });
  return loaded;
}

/** Starts one engine per network in this process; block 0 is at 2026-01-01T00:00:00Z. */
export async function startEngines(definitions: readonly ChainDefinition[]): Promise<RunningEngine[]> {
  const { edr, context } = await loadEdr();
  const logger = { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} };
  const subscriptions = { subscriptionCallback: () => {} };
  return Promise.all(
    definitions.map(async (definition) => {
      const decoder = edr.ContractDecoder.withContracts({});
      const config = configuration(edr, definition);
      return running(edr, await context.createProvider(edr.L1_CHAIN_TYPE, config, logger, subscriptions, decoder));
    }),
  );
}

function running(edr: Edr, provider: Provider): RunningEngine {
  let open: Provider | undefined = provider;
  const ask = async (question: object): Promise<unknown> => {
    assert(open !== undefined, "an engine answers until it is closed");
    const { data } = await open.handleRequest(JSON.stringify(question));
    const answer = (typeof data === "string" ? JSON.parse(data) : data) as EngineAnswer;
    if ("error" in answer) throw toRpcError(engineError(answer.error));
    return answer.result;
  };
  return {
    request: async <T>(method: string, parameters: readonly unknown[] = []): Promise<T> =>
      (await ask(question([method, parameters], 1))) as T,
    batch: async (calls) => (await ask(calls.map((call, index) => question(call, index + 1)))) as unknown[],
    hashOf: (bytes) => `0x${Buffer.from(edr.keccak256(Buffer.from(bytes.slice(2), "hex"))).toString("hex")}`,
    // The provider ends when nothing refers to it.
    close: async () => {
      open = undefined;
    },
  };
}

/** @throws AssertionFailure for a method that never reaches an engine */
function question([method, params]: EngineCall, id: number): object {
  assert(!FORBIDDEN.has(method), "this method never reaches an engine", { method });
  return { jsonrpc: "2.0", id, method, params };
}

type EngineFailure = { code: number; message: string; data?: unknown };
type EngineAnswer = { result: unknown } | { error: EngineFailure };
/** What the engine says about a call or transaction that failed while it ran. */
type ExecutionFailure = { reason: unknown; data: string };

/** A failure as an error with code and data; what reverted has code 3 and the returned bytes, as geth answers. */
function engineError({ code, message, data }: EngineFailure): Error {
  const reverted = executionFailure(data);
  if (reverted === undefined) return Object.assign(new Error(message), { code, data });
  return Object.assign(new Error(message), { code: RPC_CODE.reverted, data: reverted.data });
}

/** Undefined when nothing ran, or when it ran out of gas: that is no revert. */
function executionFailure(data: unknown): ExecutionFailure | undefined {
  if (typeof data !== "object" || data === null || !("reason" in data) || !("data" in data)) return undefined;
  const { reason } = data;
  const outOfGas = typeof reason === "object" && reason !== null && "OutOfGas" in reason;
  return outOfGas ? undefined : (data as ExecutionFailure);
}

/** As Hardhat configures a network of type `edr-simulated`. */
function configuration(edr: Edr, definition: ChainDefinition): ProviderConfig {
  return {
    allowBlocksWithSameTimestamp: true,
    allowUnlimitedContractSize: false,
    bailOnCallFailure: true,
    bailOnTransactionFailure: false,
    chainId: BigInt(definition.eip155_id),
    coinbase: COINBASE,
    defaultTransactionGasLimit: BigInt(MAX_TRANSACTION_GAS),
    gasEstimationMode: edr.GasEstimationMode.NoInternalOutOfGas,
    genesisState: edr.l1GenesisState(edr.l1HardforkFromString(edr.OSAKA)),
    hardfork: edr.OSAKA,
    initialBaseFeePerGas: BigInt(definition.base_fee),
    minGasPrice: 0n,
    mining: {
      autoMine: false,
      blockGasLimit: BigInt(BLOCK_GAS_LIMIT),
      memPool: { order: edr.MineOrdering.Fifo },
    },
    network: { genesisBlockGasLimit: BigInt(BLOCK_GAS_LIMIT), genesisBlockTime: BigInt(EPOCH_MS / 1_000) },
    networkId: BigInt(definition.eip155_id),
    observability: {},
    ownedAccounts: [],
    precompileOverrides: [],
  };
}
