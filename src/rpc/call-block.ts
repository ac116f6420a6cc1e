// In which block a call runs, and so which time a contract sees: one that exists, or the one that would be mined next.
import type { Chain, Head, NextBlockEnvironment } from "../chains/chain.ts";
import { invalid } from "./arguments.ts";
import { overriddenBlock, readBlockOverrides } from "./block-overrides.ts";

/** The clock of the sandbox, and the block time of a network: both in virtual ms. */
export type ChainTime = { now(): number; blockTimeMs(network: string): number };

/** The block parameter that the engine gets, and how it is asked with that. */
export type CallBlock = { block: unknown; request: Chain["request"] };

export type CallBlocks = {
  /** A read of state or of a block: `pending` is the next block as of now. */
  ofRead(chain: Chain, given: unknown): CallBlock;
  /**
   * A call or its trace: `pending` is the next block as of now, and so is `latest` when the head is older than the clock by
   * more than a block time and nothing waits in the pool. @throws RpcError -32602 for overrides that cannot be honoured
   */
  ofCall(chain: Chain, given: unknown, overrides?: unknown): CallBlock;
  /** An estimate: as `ofCall`, but `latest` is always the next block as of now. */
  ofEstimate(chain: Chain, given: unknown, overrides?: unknown): CallBlock;
};

/** `resolve`: a block parameter in the form that the engine accepts. */
export function createCallBlocks(resolve: (chain: Chain, value: unknown) => unknown, time: ChainTime): CallBlocks {
  const seconds = (): number => Math.floor(time.now() / 1_000);
  const isOld = ({ definition, head, waiting }: Chain): boolean =>
    waiting === 0 && time.now() - head.timestamp * 1_000 > time.blockTimeMs(definition.symbol);
  const next = (chain: Chain, environment?: (head: Head) => NextBlockEnvironment): CallBlock => {
    const ofMoment = environment ?? (() => ({ timestamp: seconds() }));
    return {
      block: "pending",
      request: (method, parameters) => chain.inNextBlock(ofMoment, (request) => request(method, parameters)),
    };
  };
  const existing = (chain: Chain, block: unknown): CallBlock => ({
    block,
    request: (method, parameters) => chain.request(method, parameters),
  });
  const called = (latestIsNext: (chain: Chain) => boolean): CallBlocks["ofCall"] => {
    return (chain, given, overrides) => {
      const block = resolve(chain, given ?? "latest");
      const wanted = readBlockOverrides(overrides);
      if (wanted !== undefined) {
        checkOverridable(chain, block);
        return next(chain, (head) => overriddenBlock(wanted, head, seconds()));
      }
      return block === "pending" || (block === "latest" && latestIsNext(chain)) ? next(chain) : existing(chain, block);
    };
  };
  return {
    ofRead: (chain, given) => {
      const block = resolve(chain, given);
      return block === "pending" ? next(chain) : existing(chain, block);
    },
    ofCall: called(isOld),
    ofEstimate: called(() => true),
  };
}

/** Overrides set the next block, which also holds what waits in the pool: that is `pending`, and `latest` if nothing waits. */
function checkOverridable({ waiting }: Chain, block: unknown): void {
  if (block !== "pending" && block !== "latest") {
    throw invalid('block overrides are for "latest" and "pending": a block that exists cannot be changed');
  }
  if (block === "latest" && waiting > 0) {
    throw invalid(`block overrides need "pending" here: ${waiting} transactions wait for the next block`);
  }
}
