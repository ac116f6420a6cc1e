// Reads of one chain: calls on blocks that exist, and calls in the block that would be mined next, at any time and with any fee.
import { numberToHex } from "viem";
import { assert } from "../../kernel/assert.ts";
import { type Chain, type DryRun, type Head, type Hex, type NextBlockEnvironment, RpcError } from "../chain.ts";
import type { ChainMutex } from "../chain-mutex.ts";
import { takeCheckpoint } from "../engine-checkpoints.ts";
import type { ReadLock } from "../read-lock.ts";
import { RPC_CODE } from "../rpc-errors.ts";
import type { Engine } from "./engine.ts";

/** Read-only methods. Everything else changes the chain and goes through a method of the port. */
const READ_ONLY = /^(eth_(?!send|sign|submit)|net_|web3_|debug_trace)/;

type ReadDependencies = {
  engine: Engine;
  mutex: ChainMutex;
  readLock: ReadLock;
  chain: Pick<Chain, "head">;
  /** The head, and the inputs that the next block will have. `baseFee`: wei per gas. */
  next(): NextInputs;
};

type NextInputs = { head: Head; baseFee: bigint; prevRandao: Hex };

export class EngineReads {
  readonly #dependencies: ReadDependencies;

  constructor(dependencies: ReadDependencies) {
    this.#dependencies = dependencies;
  }

  /** As `Chain.request`. */
  async request<T>(method: string, parameters: readonly unknown[] = []): Promise<T> {
    const { engine, mutex, readLock, chain } = this.#dependencies;
    // While nothing changes the chain the engine is at the head that is known here. During a change it may be ahead.
    if (method === "eth_blockNumber" && readLock.isOpen && mutex.isQuiet) return numberToHex(chain.head.number) as T;
    checkReadOnly(method);
    return readLock.read(() => engine.request<T>(method, parameters));
  }

  /**
   * As `Chain.inNextBlock`. The engine keeps what is set here until the next call or block, which both set their own: so
   * the journal, and what a replay gives, do not depend on calls.
   */
  inNextBlock<T>(
    environment: (head: Head) => NextBlockEnvironment,
    ask: (request: Chain["request"]) => Promise<T>,
  ): Promise<T> {
    const { engine, mutex, readLock, next } = this.#dependencies;
    return mutex.read(async () => {
      readLock.check();
      const inputs = next();
      await setNextBlock(engine, inputs, environment(inputs.head));
      return ask(async (method, parameters) => {
        checkReadOnly(method);
        return engine.request(method, parameters);
      });
    });
  }

  /** As `Chain.dryRun`: neither journal nor replay see any of it. @throws whatever `work` throws */
  dryRun<T>(work: (run: DryRun) => Promise<T>): Promise<T> {
    const { engine, mutex, readLock, next } = this.#dependencies;
    const run = async (): Promise<T> => {
      readLock.check();
      if (mutex.needsRepair) throw new RpcError(RPC_CODE.server, "the chain is being repaired: ask again");
      const inputs = next();
      const snapshot = await takeCheckpoint(engine);
      try {
        return await work({ engine, setNextBlock: (asked) => setNextBlock(engine, inputs, asked) });
      } finally {
        await this.#undo(snapshot);
      }
    };
    return mutex.read(() => readLock.holdDuring(run));
  }

  async #undo(snapshot: string): Promise<void> {
    const { engine, mutex } = this.#dependencies;
    const isUndone = await engine.request<boolean>("evm_revert", [snapshot]).catch(() => false);
    if (!isUndone) mutex.damaged();
    assert(isUndone, "what a dry run changed is undone", { snapshot });
  }
}

/** The engine answers independent requests in any order: whoever asks has to wait for these. */
async function setNextBlock(engine: Engine, { head, baseFee, prevRandao }: NextInputs, asked: NextBlockEnvironment) {
  await Promise.all([
    engine.request("evm_setNextBlockTimestamp", [Math.max(asked.timestamp, head.timestamp)]),
    engine.request("hardhat_setNextBlockBaseFeePerGas", [numberToHex(asked.baseFee ?? baseFee)]),
    engine.request("hardhat_setPrevRandao", [asked.prevRandao ?? prevRandao]),
  ]);
}

function checkReadOnly(method: string): void {
  assert(READ_ONLY.test(method), "a chain is changed only through the methods of the port", { method });
}
