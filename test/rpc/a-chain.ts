// A fake chain with scripted answers, for situations that a real one cannot be brought into.
import type { Chain, Chains, Hex, MinedBlock } from "../../src/chains/chain.ts";
import type { BlockChange } from "../../src/rpc/chain-feed.ts";
import type { RpcLog } from "../../src/rpc/methods/logs.ts";

type Answers = Record<string, (parameters: readonly unknown[]) => unknown>;

/** One network named `fake`, and the function that publishes its changes. */
export const aFakeChain = (answers: Answers) => {
  const listeners = new Set<(change: BlockChange) => void>();
  const chain = {
    definition: { symbol: "fake", eip155_id: 1 },
    head: { number: 0, hash: aHash(0), timestamp: 0 },
    request: async (method: string, parameters: readonly unknown[] = []) => answers[method]?.(parameters),
    justMined: () => undefined,
  } as unknown as Chain;
  const chains = { all: [chain], get: () => chain, close: async () => {} } as unknown as Chains;
  const onBlocks = (listener: (change: BlockChange) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const change = (added: readonly MinedBlock[], removed: readonly MinedBlock[] = []): void => {
    for (const listener of listeners) listener({ network: "fake", added, removed });
  };
  return { chain, chains, onBlocks, change, listeners };
};

export const aHash = (number: number): Hex => `0x${number.toString(16).padStart(64, "0")}`;

/** A block with one transaction. */
export const aBlock = (number: number): MinedBlock => ({
  network: "fake",
  number,
  hash: aHash(number),
  parentHash: aHash(number - 1),
  timestamp: number,
  transactionHashes: [aHash(1_000 + number)],
});

export const aLog = (more: Partial<RpcLog> = {}): RpcLog => ({
  address: `0x${"aa".repeat(20)}`,
  topics: [],
  data: "0x",
  blockHash: aHash(1),
  blockNumber: "0x1",
  transactionHash: aHash(1_001),
  transactionIndex: "0x0",
  logIndex: "0x0",
  removed: false,
  ...more,
});
