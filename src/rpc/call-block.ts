// In which block a call runs, and so which time a contract sees: one that exists, or the one that would be mined next.
import { numberToHex } from "viem";
import type { Chain, Head, NextBlockEnvironment } from "../chains/chain.ts";
import { invalid } from "./arguments.ts";
import { type BlockOverrides, overriddenBlock, readBlockOverrides } from "./overrides/block-overrides.ts";
import { type AccountOverride, applyOverrides, emptyPool } from "./overrides/state-overrides.ts";

/** The clock of the sandbox, and the block time of a network: both in virtual ms. */
export type ChainTime = { now(): number; blockTimeMs(network: string): number };

/** The block parameter that the engine gets, and how it is asked with that. */
export type CallBlock = { block: unknown; request: Chain["request"] };

export type CallBlocks = {
  /** A read of state or of a block: `pending` is the next block as of now. */
  ofRead(chain: Chain, given: unknown): CallBlock;
  /**
   * A call or its trace: `pending` is the next block as of now, and so is `latest` when the head is older than the clock by
   * more than a block time and nothing waits in the pool. `state`: what accounts have instead of their own.
   * @throws RpcError -32602 for overrides that cannot be honoured
   */
  ofCall(chain: Chain, given: unknown, overrides?: unknown, state?: readonly AccountOverride[]): CallBlock;
  /** An estimate: as `ofCall`, but `latest` is always the next block as of now. */
  ofEstimate(chain: Chain, given: unknown, overrides?: unknown, state?: readonly AccountOverride[]): CallBlock;
};

/** `resolve`: a block parameter in the form that the engine accepts. */
export function createCallBlocks(resolve: (chain: Chain, value: unknown) => unknown, time: ChainTime): CallBlocks {
  const seconds = (): number => Math.floor(time.now() / 1_000);
  const isOld = ({ definition, head, waiting }: Chain): boolean =>
    waiting === 0 && time.now() - head.timestamp * 1_000 > time.blockTimeMs(definition.symbol);
  const called = (latestIsNext: (chain: Chain) => boolean): CallBlocks["ofCall"] => {
    return (chain, given, overrides, state = []) => {
      const block = resolve(chain, orLatest(given));
      const wanted = readBlockOverrides(overrides);
      if (wanted !== undefined) checkOverridable(chain, block);
      const isNext = block === "pending" || (block === "latest" && (wanted !== undefined || latestIsNext(chain)));
      const environment = isNext ? environmentOf(wanted, seconds) : undefined;
      if (state.length > 0) return withState(chain, { block, state, environment });
      return environment === undefined ? existingBlock(chain, block) : nextBlock(chain, environment);
    };
  };
  return {
    ofRead: (chain, given) => {
      const block = resolve(chain, given);
      return block === "pending" ? nextBlock(chain, environmentOf(undefined, seconds)) : existingBlock(chain, block);
    },
    ofCall: called(isOld),
    ofEstimate: called(() => true),
  };
}

function orLatest(given: unknown): unknown {
  return given ?? "latest";
}

type Environment = (head: Head) => NextBlockEnvironment;

function environmentOf(wanted: BlockOverrides | undefined, seconds: () => number): Environment {
  return (head) => (wanted === undefined ? { timestamp: seconds() } : overriddenBlock(wanted, head, seconds()));
}

function nextBlock(chain: Chain, environment: Environment): CallBlock {
  return {
    block: "pending",
    request: (method, parameters) => chain.inNextBlock(environment, (request) => request(method, parameters)),
  };
}

function existingBlock(chain: Chain, block: unknown): CallBlock {
  return { block, request: (method, parameters) => chain.request(method, parameters) };
}

type StateInput = { block: unknown; state: readonly AccountOverride[]; environment: Environment | undefined };

/** Only calls of the engine take other state by themselves: anything else is asked in a dry run, at the head. */
function withState(chain: Chain, { block, state, environment }: StateInput): CallBlock {
  if (environment === undefined && block !== "latest" && block !== numberToHex(chain.head.number)) {
    throw invalid('state overrides of this method are for "latest" and "pending" only');
  }
  const asked = environment === undefined ? "latest" : "pending";
  const request: Chain["request"] = (method, parameters = []) =>
    chain.dryRun(async ({ engine, setNextBlock }) => {
      // A nonce can only be set while nothing waits; what waits does not matter unless it is in the next block.
      if (asked === "latest" || chain.waiting === 0) await emptyPool(engine);
      await applyOverrides(engine, state);
      if (environment !== undefined) await setNextBlock(environment(chain.head));
      return engine.request(method, parameters);
    });
  return { block: asked, request };
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
