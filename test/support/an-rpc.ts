// A running RPC server on real chains, with a minimal loop: submit, mine, notify.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import type { LocalAccount } from "viem";
import { parseEther } from "viem";
import { developmentAccounts } from "../../src/chains/address.ts";
import { readCatalogue } from "../../src/chains/catalogue.ts";
import {
  type Hex,
  type MinedBlock,
  type ReorgTransactions,
  RpcError,
  type Submission,
} from "../../src/chains/chain.ts";
import { openChains } from "../../src/chains/open-chains.ts";
import type { Database } from "../../src/db/database.ts";
import { EPOCH_MS } from "../../src/kernel/clock.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import type { BlockChange } from "../../src/rpc/chain-feed.ts";
import { createRpcServer, type RpcDependencies } from "../../src/rpc/server.ts";
import { anEmptyDatabase } from "./worlds/an-empty-database.ts";

export const developers = developmentAccounts().map(({ account }) => account) as unknown as LocalAccount[];
export const [alice, bob, carol] = [developers[0]!, developers[1]!, developers[2]!];
/** Base units of every token that alice and bob hold; the others hold only native coins. */
export const TOKENS_EACH = 1_000_000_000_000n;

type Options = { networks?: readonly string[]; mining?: "instant" | "manual" } & Partial<
  Pick<RpcDependencies, "wall" | "allow" | "waiting" | "log" | "gas">
>;

/** Starts chains and server; by default only Base, with instant mining. */
export const anRpc = async ({ networks = ["base"], mining = "instant", ...parts }: Options = {}) => {
  const database = anEmptyDatabase();
  const { chains } = await openChains({
    definitions: readCatalogue().filter(({ symbol }) => networks.includes(symbol)),
    database,
    seed: "rpc",
    tokenOwner: alice.address as Hex,
    funding: ({ tokens }) =>
      developers.slice(0, 9).map(({ address }, index) => ({
        address: address as Hex,
        native: parseEther("1000"),
        tokens: index < 2 ? Object.fromEntries(tokens.map(({ symbol }) => [symbol, TOKENS_EACH])) : {},
      })),
  });
  const loop = createLoop(database, chains.get);
  const front = createRpcServer({
    chains,
    wall: systemClock,
    log: silentLog,
    waiting: { rule: () => "none", mine: async () => {} },
    accounts: developmentAccounts(),
    taggedHeight: (network) => Math.max(0, chains.get(network).head.number - 1),
    onBlocks: loop.onBlocks,
    actions: { ...bent, mine: loop.mine },
    submit: (network, raw) => loop.submit(network, raw, mining === "instant"),
    ...parts,
  });
  const app = express().use("/rpc", front.router);
  const server = createServer(app);
  front.attach(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    chains,
    chain: chains.all[0]!,
    loop,
    front,
    server,
    url: (network = "base") => `http://127.0.0.1:${port}/rpc/${network}`,
    wsUrl: (network = "base") => `ws://127.0.0.1:${port}/rpc/${network}`,
    close: async () => {
      front.stop();
      await front.closeSockets(1001);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await chains.close();
      database.close();
    },
  };
};
export type AnRpc = Awaited<ReturnType<typeof anRpc>>;

/** This loop has no movable clock and no ledger: development methods are tested with the whole sandbox. */
const unbent = (): never => {
  throw new RpcError(-32_004, "this server has no sandbox");
};
const bent: Omit<RpcDependencies["actions"], "mine"> = {
  ...{ now: () => EPOCH_MS, mining: () => ({ mode: "manual", blockTimeMs: 1_000 }) },
  ...{
    advanceBy: unbent,
    advanceTo: unbent,
    setMining: unbent,
    changeState: unbent,
    setOnce: unbent,
    drop: unbent,
    impersonate: unbent,
    stopImpersonating: unbent,
    impersonateAll: unbent,
    isUnlocked: () => false,
    snapshot: unbent,
    revert: unbent,
  },
};

type GetChain = Awaited<ReturnType<typeof openChains>>["chains"]["get"];

/** One job at a time, like the real loop; blocks are one second apart. */
const createLoop = (database: Database, get: GetChain) => {
  const listeners = new Set<(change: BlockChange) => void>();
  let tail: Promise<unknown> = Promise.resolve();
  let nowMs = EPOCH_MS;
  const inTurn = <T>(job: () => Promise<T>): Promise<T> => {
    const done = tail.then(job);
    tail = done.catch(() => {});
    return done;
  };
  const apply = (network: string, removed: readonly MinedBlock[], added: readonly MinedBlock[]): void => {
    database.transaction(() => {
      for (const block of added) get(network).finish(block);
    });
    for (const listener of listeners) listener({ network, removed, added });
  };
  const produce = async (network: string): Promise<void> => {
    nowMs += 1_000;
    apply(network, [], await get(network).produce(nowMs));
  };
  return {
    onBlocks(listener: (change: BlockChange) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    submit: (network: string, raw: Submission, mines: boolean): Promise<Hex> =>
      inTurn(async () => {
        const hash = await get(network).submit(raw);
        if (mines && get(network).waiting > 0) await produce(network);
        return hash;
      }),
    mine: (network: string, blocks: number): Promise<void> =>
      inTurn(async () => {
        for (let count = 0; count < blocks; count += 1) await produce(network);
      }),
    reorg: (network: string, depth: number, transactions: ReorgTransactions): Promise<void> =>
      inTurn(async () => {
        const chain = get(network);
        const heights = Array.from({ length: depth }, (_, index) => chain.head.number - depth + 1 + index);
        const removed = heights.map((height) => chain.blockAt(height)!);
        const { added } = await chain.reorg(depth, transactions);
        apply(network, removed, added);
      }),
  };
};
