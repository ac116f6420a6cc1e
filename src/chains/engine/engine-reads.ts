// Reads of one chain: calls on blocks that exist, and calls in the block that would be mined next, at any time and with any fee.
import { numberToHex } from "viem";
import { assert } from "../../kernel/assert.ts";
import type { Chain, Engine, Head, Hex, NextBlockEnvironment } from "../chain.ts";
import type { ChainMutex } from "../chain-mutex.ts";
import type { ReadLock } from "../read-lock.ts";

/** Read-only methods. Everything else changes the chain and goes through a method of the port. */
const READ_ONLY = /^(eth_(?!send|sign|submit)|net_|web3_|debug_trace)/;

type ReadDependencies = {
  engine: Engine;
  mutex: ChainMutex;
  readLock: ReadLock;
  /** The head, and the inputs that the next block will have. `baseFee`: wei per gas. */
  next(): { head: Head; baseFee: bigint; prevRandao: Hex };
};

export class EngineReads {
  readonly #dependencies: ReadDependencies;

  constructor(dependencies: ReadDependencies) {
    this.#dependencies = dependencies;
  }

  /** As `Chain.request`. */
  async request<T>(method: string, parameters: readonly unknown[] = []): Promise<T> {
    checkReadOnly(method);
    await this.#dependencies.readLock.allowed();
    return this.#dependencies.engine.request<T>(method, parameters);
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
      const { head, baseFee, prevRandao } = next();
      const asked = environment(head);
      // The engine answers independent requests in any order: the call has to wait for them.
      await Promise.all([
        engine.request("evm_setNextBlockTimestamp", [Math.max(asked.timestamp, head.timestamp)]),
        engine.request("hardhat_setNextBlockBaseFeePerGas", [numberToHex(asked.baseFee ?? baseFee)]),
        engine.request("hardhat_setPrevRandao", [asked.prevRandao ?? prevRandao]),
      ]);
      return ask(async (method, parameters) => {
        checkReadOnly(method);
        return engine.request(method, parameters);
      });
    });
  }
}

function checkReadOnly(method: string): void {
  assert(READ_ONLY.test(method), "a chain is changed only through the methods of the port", { method });
}
