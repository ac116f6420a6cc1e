// eth_simulateV1: blocks of calls on top of the head, run in a dry run of the engine, of which nothing remains.
import { hexToBigInt, numberToHex, zeroAddress, zeroHash } from "viem";
import type { Chain, DryRun, Hex } from "../../../chains/chain.ts";
import { LATEST_MS } from "../../../kernel/clock.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { MAX_TRANSACTION_GAS } from "../../../kernel/transaction-gas.ts";
import { argument, invalid } from "../../arguments.ts";
import type { BlockTags } from "../../block-tag.ts";
import type { GasLimits } from "../../gas-limits.ts";
import { applyOverrides, emptyPool } from "../../overrides/state-overrides.ts";
import type { Handler } from "../../rpc-call.ts";
import { type BlockFormInput, blockForm } from "./block-form.ts";
import { type RunCall, runCall } from "./call.ts";
import { SIMULATION_ERROR, simulationError } from "./errors.ts";
import { MAX_SIMULATED_BLOCKS, type Payload, readPayload, type SimulatedBlock } from "./payload.ts";

type SimulateDependencies = {
  tags: BlockTags;
  gasLimits: GasLimits;
  /** The clock of the sandbox, ms. */
  now(): number;
};

export function simulateHandlers({ tags, gasLimits, now }: SimulateDependencies): Record<string, Handler> {
  return {
    eth_simulateV1(call) {
      const { chain } = call;
      const payload = readPayload(argument(call, 0));
      const isPending = readBase(chain, tags, call.parameters[1]);
      // All calls together have the gas of one transaction, so a simulation waits like a call with much gas.
      return gasLimits.run({ gas: numberToHex(MAX_TRANSACTION_GAS) }, () =>
        chain.dryRun((run) => {
          const simulation = new Simulation(run, chain, payload, gasLimits, Math.floor(now() / 1_000));
          return simulation.run(isPending);
        }),
      );
    },
  };
}

/** True for `pending`. @throws RpcError -32602 for a block below the head: its state cannot be built on */
function readBase(chain: Chain, tags: BlockTags, given: unknown): boolean {
  const asked = isObject(given) && "blockHash" in given ? given["blockHash"] : given;
  const block = tags.block(chain, asked ?? "latest");
  if (block === "pending") return true;
  const { number, hash } = chain.head;
  if (["latest", numberToHex(number), hash].includes(String(block).toLowerCase() as Hex)) return false;
  throw invalid('eth_simulateV1 works on "latest" and "pending" only: the state of older blocks cannot be changed');
}

class Simulation {
  readonly #run: DryRun;
  readonly #chain: Chain;
  readonly #payload: Payload;
  readonly #gasLimits: GasLimits;
  readonly #seconds: number;
  readonly #blocks: ReturnType<typeof blockForm>[] = [];
  #gasLeft = BigInt(MAX_TRANSACTION_GAS);
  #number: number;
  #timestamp: number;

  constructor(run: DryRun, chain: Chain, payload: Payload, gasLimits: GasLimits, seconds: number) {
    this.#run = run;
    this.#chain = chain;
    this.#payload = payload;
    this.#gasLimits = gasLimits;
    this.#seconds = seconds;
    this.#number = chain.head.number;
    this.#timestamp = chain.head.timestamp;
  }

  async run(onPending: boolean): Promise<unknown[]> {
    const { engine, setNextBlock } = this.#run;
    const coinbase = await engine.request<Hex>("eth_coinbase");
    if (onPending) {
      this.#timestamp = Math.max(this.#timestamp, this.#seconds);
      await setNextBlock({ timestamp: this.#timestamp });
      await this.#mine(this.#timestamp);
    }
    await emptyPool(engine);
    for (const block of this.#payload.blocks) {
      await this.#fillGap(block);
      const feeRecipient = block.feeRecipient ?? coinbase;
      await engine.request("hardhat_setCoinbase", [feeRecipient]);
      await this.#simulate(block, feeRecipient);
    }
    return this.#blocks;
  }

  /** Blocks without calls up to the height that a block asks for. */
  async #fillGap({ number }: SimulatedBlock): Promise<void> {
    if (number === undefined) return;
    if (number <= BigInt(this.#number)) {
      const message = `block numbers must be in order: ${number} <= ${this.#number}`;
      throw simulationError(SIMULATION_ERROR.blockNumber, message);
    }
    const gap = number - BigInt(this.#number) - 1n;
    if (gap + BigInt(this.#blocks.length) >= BigInt(MAX_SIMULATED_BLOCKS)) {
      throw simulationError(SIMULATION_ERROR.limit, `more than ${MAX_SIMULATED_BLOCKS} blocks`);
    }
    for (let count = 0n; count < gap; count += 1n) await this.#simulate({ state: [], calls: [] }, zeroAddress);
  }

  async #simulate(block: SimulatedBlock, coinbase: Hex): Promise<void> {
    if (this.#blocks.length >= MAX_SIMULATED_BLOCKS) throw simulationError(SIMULATION_ERROR.limit, "too many blocks");
    const { engine, setNextBlock } = this.#run;
    const timestamp = this.#timeOf(block);
    const baseFee = block.baseFeePerGas ?? (this.#payload.validates ? this.#chain.baseFee : 0n);
    const prevRandao = block.prevRandao ?? zeroHash;
    await setNextBlock({ timestamp, baseFee, prevRandao });
    await applyOverrides(engine, block.state);
    const calls: RunCall[] = [];
    for (const request of block.calls) {
      const { validates } = this.#payload;
      const defaultGas = (asked: RunCall["request"]): bigint => hexToBigInt(this.#gasLimits.limit(asked).gas);
      const context = { engine, baseFee, coinbase, validates, gasLeft: this.#gasLeft, defaultGas };
      const done = await runCall(context, request);
      this.#gasLeft -= hexToBigInt(done.frame.gasUsed);
      calls.push(done);
    }
    const header = await this.#mine(timestamp);
    const { tracesTransfers, hasFullTransactions } = this.#payload;
    const chainId = this.#chain.definition.eip155_id;
    this.#blocks.push(blockForm({ header, calls, chainId, tracesTransfers, hasFullTransactions }));
  }

  /** Without a time, the first block has the time of the clock, as the next block would; each later one is a second younger. */
  #timeOf({ time }: SimulatedBlock): number {
    const next = this.#timestamp + 1;
    if (time === undefined) return this.#blocks.length === 0 ? Math.max(next, this.#seconds) : next;
    if (time > BigInt(LATEST_MS / 1_000)) throw invalid(`a block time is at most ${LATEST_MS / 1_000}`);
    if (time >= BigInt(this.#timestamp)) return Number(time);
    throw simulationError(
      SIMULATION_ERROR.blockTime,
      `block timestamps must be in order: ${time} < ${this.#timestamp}`,
    );
  }

  async #mine(timestamp: number): Promise<BlockFormInput["header"]> {
    const { engine } = this.#run;
    await engine.request("evm_mine", [timestamp]);
    const header = await engine.request<BlockFormInput["header"]>("eth_getBlockByNumber", ["latest", false]);
    this.#number = Number(header.number);
    this.#timestamp = timestamp;
    return header;
  }
}
