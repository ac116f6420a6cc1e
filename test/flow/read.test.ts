// Reading a block from an engine with scripted answers: only data that belongs to the requested block is accepted.
import { describe, expect, test } from "vitest";
import type { Chain, Hex } from "../../src/chains/chain.ts";
import { TRANSFER_TOPIC } from "../../src/chains/token.ts";
import type { AddressRow } from "../../src/domain/address/address.ts";
import { insertAddress } from "../../src/domain/address/store.ts";
import { appendTail } from "../../src/domain/chain-tail.ts";
import { indexBlocks } from "../../src/flow/indexer/index-blocks.ts";
import { readBlock } from "../../src/flow/indexer/read.ts";
import { type AWorld, aHash, anAddress, aWorld } from "../support/worlds/a-world.ts";
import { blockHash, NETWORK } from "./blocks.ts";

type Answer = (parameters: readonly unknown[]) => unknown;

const word = (address: string): string => `0x${address.slice(2).padStart(64, "0")}`;
const PAYMENT = aHash(7);

/** A block that pays the vault 5 wei and 9 units of USDC, as an engine answers it; `answers` replaces the answer of one method. */
function anEngine(world: AWorld, answers: Record<string, Answer> = {}) {
  const vault = world.vaultOn(NETWORK).address;
  const hash = blockHash(0);
  const calls: (readonly [method: string, parameters: readonly unknown[]])[] = [];
  const usual: Record<string, Answer> = {
    eth_getBlockByHash: () => ({
      ...{ number: "0x0", hash, parentHash: `0x${"0".repeat(64)}`, timestamp: "0x69600000" },
      transactions: [
        { hash: PAYMENT, type: "0x2", from: anAddress(1), to: vault, gas: "0x186a0", value: "0x5", input: "0x" },
      ],
    }),
    eth_getLogs: () => [aLog(world.asset(NETWORK, "USDC").key, vault)],
    eth_getCode: () => "0x",
    eth_getTransactionReceipt: () => ({ status: "0x1", gasUsed: "0x5208", effectiveGasPrice: "0x1", blockHash: hash }),
  };
  const chain = {
    definition: { symbol: NETWORK },
    head: { number: 0, hash, timestamp: 0x69600000 },
    justMined: () => undefined,
    request: (method: string, parameters: readonly unknown[] = []) => {
      calls.push([method, parameters]);
      const answer = answers[method] ?? usual[method];
      if (answer === undefined) throw new Error(`no answer is scripted for ${method}`);
      return Promise.resolve(answer(parameters));
    },
  };
  return { chain: chain as unknown as Chain, hash: hash as Hex, vault, calls };
}

function aLog(address: string, to: string, more: object = {}) {
  const topics = [TRANSFER_TOPIC, word(anAddress(1)), word(to)];
  return { address, topics, data: word("0x9"), transactionHash: PAYMENT, blockHash: blockHash(0), ...more };
}

const rows = (world: AWorld, table: string): number =>
  world.db.get<{ n: number }>(`select count(*) as n from ${table}`)?.n ?? 0;

describe("what is asked for", () => {
  test("R-002 logs are asked for by the hash of the block, and nothing at all by a tag but the code of an account", async () => {
    const world = aWorld();
    const { chain, hash, calls } = anEngine(world);
    expect((await readBlock(world, chain, hash)).transactions[0]?.legs).toHaveLength(2);
    expect(calls.filter(([method]) => method === "eth_getLogs")).toEqual([
      ["eth_getLogs", [{ blockHash: hash, topics: [TRANSFER_TOPIC] }]],
    ]);
    const loose = calls.filter(([, parameters]) => JSON.stringify(parameters).includes("latest"));
    expect(loose.map(([method]) => method)).toEqual(["eth_getCode"]);
  });

  test("of a transaction with the gas of a plain transfer no code is asked: none could run", async () => {
    const world = aWorld();
    const usual = anEngine(world);
    const plain = await usual.chain.request<{ transactions: object[] }>("eth_getBlockByHash");
    const transactions = plain.transactions.map((transaction) => ({ ...transaction, gas: "0x5208" }));
    const { chain, hash, calls } = anEngine(world, {
      eth_getBlockByHash: () => ({ ...plain, transactions }),
      eth_getLogs: () => [],
    });
    expect((await readBlock(world, chain, hash)).transactions[0]?.legs).toMatchObject([{ raw: 5n }]);
    expect(calls.map(([method]) => method)).toEqual(["eth_getBlockByHash", "eth_getLogs", "eth_getTransactionReceipt"]);
  });

  const other = blockHash(0, "b");
  const receipt = { status: "0x1", gasUsed: "0x1", effectiveGasPrice: "0x1", blockHash: other };
  test.each<[string, string, Record<string, Answer>]>([
    [
      "a log of another block",
      "a log belongs to the block",
      { eth_getLogs: () => [aLog(anAddress(3), anAddress(4), { blockHash: other })] },
    ],
    ["a receipt of another block", "a receipt belongs to the block", { eth_getTransactionReceipt: () => receipt }],
    ["no receipt at all", "a receipt belongs to the block", { eth_getTransactionReceipt: () => null }],
  ])("R-002 the block is swapped between two calls (%s): nothing of it is indexed", async (_what, says, answers) => {
    const world = aWorld();
    const { chain } = anEngine(world, answers);
    await expect(indexBlocks(world, chain, [])).rejects.toThrow(says);
    expect([rows(world, "chain_tail"), rows(world, "deposit"), rows(world, "event")]).toEqual([0, 0, 0]);
  });
});

describe("a block that the engine does not know", () => {
  test("R-003 is an error without side effects, never a block without logs, and is indexed by the next attempt", async () => {
    const world = aWorld();
    let known = false;
    const { chain } = anEngine(world);
    const request = chain.request.bind(chain);
    chain.request = (async (method: string, parameters?: readonly unknown[]) =>
      method === "eth_getBlockByHash" && !known ? null : request(method, parameters)) as Chain["request"];
    await expect(indexBlocks(world, chain, [])).rejects.toThrow("the engine knows a block it has mined");
    expect([rows(world, "chain_tail"), rows(world, "deposit")]).toEqual([0, 0]);
    known = true;
    expect((await indexBlocks(world, chain, [])).added).toHaveLength(1);
    expect([rows(world, "chain_tail"), rows(world, "deposit")]).toEqual([1, 2]);
  });

  test("R-003 logs that cannot be fetched are an error too, and nothing of the block is indexed", async () => {
    const world = aWorld();
    const { chain } = anEngine(world, {
      eth_getLogs: () => {
        throw new Error("unknown block");
      },
    });
    await expect(indexBlocks(world, chain, [])).rejects.toThrow("unknown block");
    expect(rows(world, "chain_tail")).toBe(0);
  });
});

test.each([
  ["the system address, as a later hardfork does", "0xfffffffffffffffffffffffffffffffffffffffe"],
  ["the zero address, which denotes native coin in the database", `0x${"0".repeat(40)}`],
])("R-026 a native transfer with a log of its own from %s is one deposit", async (_who, emitter) => {
  const world = aWorld();
  const { chain, vault } = anEngine(world, {
    eth_getLogs: () => [aLog(emitter, anAddress(2)), aLog(emitter, world.vaultOn(NETWORK).address)],
  });
  await indexBlocks(world, chain, []);
  expect(world.db.all("select to_address, symbol, raw from deposit")).toEqual([
    { to_address: vault, symbol: "ETH", raw: "5" },
  ]);
});

test("I-10 an address of the block that is assigned while the block is read gets its deposit: the block comes after the assignment", async () => {
  const world = aWorld();
  const [stranger, late] = [anAddress(8), anAddress(9)];
  world.write(() => appendTail(world.db, aTail(0)));
  const hash = blockHash(1);
  let reads = 0;
  const { chain } = anEngine(world, {
    eth_getBlockByHash: () => {
      reads += 1;
      return {
        ...{ number: "0x1", hash, parentHash: blockHash(0), timestamp: "0x69600000" },
        transactions: [
          { hash: PAYMENT, type: "0x2", from: anAddress(1), to: late, gas: "0x186a0", value: "0x5", input: "0x" },
        ],
      };
    },
    eth_getLogs: () => [],
    eth_getCode: () => {
      if (reads === 1)
        for (const address of [stranger, late]) world.write(() => insertAddress(world.db, aUser(world, address)));
      return "0x";
    },
    eth_getTransactionReceipt: () => ({ status: "0x1", gasUsed: "0x1", effectiveGasPrice: "0x1", blockHash: hash }),
  });
  Object.assign(chain, { head: { number: 1, hash, timestamp: 0x69600000 } });
  await indexBlocks(world, chain, []);
  expect(reads).toBe(2);
  expect(world.db.all("select to_address, raw from deposit")).toEqual([{ to_address: late, raw: "5" }]);
});

const aTail = (height: number) => ({
  ...{ network: NETWORK, height, hash: blockHash(height), parent_hash: blockHash(height - 1), timestamp: 0x69600000 },
});

const aUser = (world: AWorld, address: string): AddressRow => ({
  ...{ id: address, tenant_id: world.tenant.id, network: NETWORK, address, category: "user", owner: "late" },
  ...{ holder_id: "", derivation: address, created_at: 0 },
});

/** A chain of empty blocks, branch by branch: the last one named for a height counts. */
function aChainOf(branches: readonly string[]): Chain {
  const hashes = branches.map((branch, height) => blockHash(height, branch));
  return {
    definition: { symbol: NETWORK },
    head: { number: hashes.length - 1, hash: hashes.at(-1), timestamp: 1 },
    justMined: () => undefined,
    request: (_method: string, [hash]: [string]) => {
      const height = hashes.indexOf(hash as Hex);
      const parentHash = hashes[height - 1] ?? `0x${"0".repeat(64)}`;
      const number = `0x${height.toString(16)}`;
      return Promise.resolve(height < 0 ? null : { number, hash, parentHash, timestamp: "0x1", transactions: [] });
    },
  } as unknown as Chain;
}

const tail = (world: AWorld) =>
  world.db.all<{ height: number; hash: string }>("select height, hash from chain_tail order by height");

describe("blocks that were missed", () => {
  test("R-001 R-004 are read in by height up to the head, each on its parent, in one commit", async () => {
    const world = aWorld();
    await indexBlocks(world, aChainOf(["a"]), []);
    let commits = 0;
    world.db.onCommit(() => {
      commits += 1;
    });
    const { added } = await indexBlocks(world, aChainOf(["a", "a", "a", "a"]), []);
    expect(added.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(commits).toBe(1);
    expect(tail(world).map(({ hash }) => hash)).toEqual([0, 1, 2, 3].map((height) => blockHash(height)));
  });

  test("R-001 of another branch replace everything above the last common one, and nothing below it", async () => {
    const world = aWorld();
    await indexBlocks(world, aChainOf(["a", "a", "a", "a"]), []);
    const { removed, added } = await indexBlocks(world, aChainOf(["a", "a", "b", "b", "b"]), []);
    expect(removed.map(({ height }) => height)).toEqual([2, 3]);
    expect(added.map(({ number }) => number)).toEqual([2, 3, 4]);
    expect(tail(world).map(({ hash }) => hash)).toEqual(
      ["a", "a", "b", "b", "b"].map((branch, at) => blockHash(at, branch)),
    );
  });
});
