// A restart replays the journal to the same chain, hash by hash.
import { parseEther, zeroHash } from "viem";
import { expect, test } from "vitest";
import { type Hex, RpcError } from "../../src/chains/chain.ts";
import { encodeTransfer } from "../../src/chains/token.ts";
import { EPOCH_MS } from "../../src/kernel/clock.ts";
import {
  aDatabase,
  aTransaction,
  aWorld,
  balanceOf,
  bob,
  carol,
  finishAll,
  hashesOf,
  mine,
  type World,
  worldsOfThisFile,
} from "./a-chain.ts";

const open = worldsOfThisFile();

/** Transfers, token transfers, grants, empty blocks, all three kinds of reorg, a failing and a waiting transaction. */
const makeHistory = async (world: World): Promise<void> => {
  const { chain } = world;
  const token = chain.definition.tokens[0]!.address;
  let nonce = 0;
  const send = async (value: bigint, data?: `0x${string}`) => {
    const to = data ? token : carol.address;
    await chain.submit(
      await aTransaction(chain, { nonce: nonce++, to, value: data ? 0n : value, ...(data ? { data } : {}) }),
    );
  };
  for (let round = 1; round <= 3; round += 1) {
    await send(parseEther("1"));
    await send(0n, encodeTransfer(carol.address, 25_500_000n));
    await send(0n, encodeTransfer(carol.address, 10n ** 40n));
    await mine(world, round);
    await chain.grant(carol.address, parseEther("0.5"));
    await mine(world, round);
  }
  finishAll(world, (await chain.reorg(3, "keep")).added);
  await send(7n);
  await mine(world, 10);
  finishAll(world, (await chain.reorg(1, "delay")).added);
  await mine(world, 11);
  await chain.submit(await aTransaction(chain, { from: bob, nonce: 0 }));
  await mine(world, 12);
  finishAll(world, (await chain.reorg(1, "drop")).added);
  await chain.grant(bob.address, 1n);
  await chain.submit(await aTransaction(chain, { nonce: nonce + 1 }));
  await chain.submit(await aTransaction(chain, { nonce }));
};

test("a journal replayed on a fresh engine gives equal hashes, over reorgs and grants, with the same pool", async () => {
  const first = await open();
  await makeHistory(first);
  const second = await open({ database: first.database });
  expect(second.unfinished).toEqual([]);
  expect(await hashesOf(second.chain)).toEqual(await hashesOf(first.chain));
  expect(second.chain.head).toEqual(first.chain.head);
  for (const account of [carol, bob]) {
    expect(await balanceOf(second.chain, account.address)).toBe(await balanceOf(first.chain, account.address));
  }
  expect(second.chain.waiting).toBe(2);
  expect(second.chain.deepestReorg).toBe(first.chain.deepestReorg);
  expect((await second.chain.produce(EPOCH_MS + 20_000))[0]?.transactionHashes).toHaveLength(2);
});

test("base fees and prevRandao values of blocks are replayed, and those set for the next block are kept", async () => {
  const first = await open();
  const feesOf = async ({ chain }: World) => {
    const blocks = Array.from({ length: chain.head.number }, (_, index) =>
      chain.request<{ baseFeePerGas: Hex }>("eth_getBlockByNumber", [`0x${(index + 1).toString(16)}`, false]),
    );
    return (await Promise.all(blocks)).map(({ baseFeePerGas }) => Number(baseFeePerGas));
  };
  await first.chain.submit(await aTransaction(first.chain, { nonce: 0, maxFeePerGas: 2_000_000_000n }));
  first.chain.setBaseFee(5_000_000_000n);
  expect([first.chain.baseFee, first.chain.waiting]).toEqual([5_000_000_000n, 0]);
  await mine(first);
  first.chain.setOnce({ baseFee: 1_000_000_000n, prevRandao: `0x${"ab".repeat(32)}` });
  expect(first.chain.waiting).toBe(1);
  expect((await mine(first)).transactionHashes).toHaveLength(1);
  expect(first.chain.baseFee).toBe(5_000_000_000n);
  expect(() => first.chain.setOnce({ prevRandao: `0x${"AB".repeat(32)}` })).toThrow("already");
  finishAll(first, (await first.chain.reorg(1, "keep")).added);
  first.chain.setOnce({ baseFee: 7n });
  const second = await open({ database: first.database });
  expect(await hashesOf(second.chain)).toEqual(await hashesOf(first.chain));
  expect([second.chain.baseFee, await feesOf(second)]).toEqual([7n, [5_000_000_000, 1_000_000_000]]);
  await mine(second);
  expect([second.chain.baseFee, (await feesOf(second)).at(-1)]).toEqual([5_000_000_000n, 7]);
});

test("state changes keep their position: a fresh engine and a new branch apply them again (R-025, R-168)", async () => {
  const first = await open();
  const { chain } = first;
  const contract = `0x${"c0".repeat(20)}` as const;
  const word = (digit: string): Hex => `0x${digit.padStart(64, "0")}`;
  await chain.changeState({ kind: "code", address: contract, code: "0x5f545f5260205ff3" });
  await chain.changeState({ kind: "storage", address: contract, slot: "0x0", value: word("1") });
  await mine(first, 1);
  await chain.changeState({ kind: "storage", address: contract, slot: "0x0", value: word("2") });
  await chain.changeState({ kind: "give", address: carol.address, amount: 10n });
  await chain.submit(await aTransaction(chain, { nonce: 0, to: carol.address, value: 5n }));
  await mine(first, 2);
  await chain.changeState({ kind: "give", address: carol.address, amount: -12n });
  await chain.changeState({ kind: "storage", address: contract, slot: "0x0", value: word("3") });
  const stored = async (world: World, block = "latest") =>
    world.chain.request<Hex>("eth_call", [{ to: contract, data: "0x" }, block]);
  const holds = async (world: World) => [await stored(world), await balanceOf(world.chain, carol.address)];
  expect([await stored(first, "0x1"), ...(await holds(first))]).toEqual([word("2"), word("3"), 3n]);
  const second = await open({ database: first.database });
  expect([await hashesOf(second.chain), await holds(second)]).toEqual([await hashesOf(chain), [word("3"), 3n]]);
  finishAll(second, (await second.chain.reorg(2, "drop")).added);
  expect(await holds(second)).toEqual([word("3"), 0n]);
  const third = await open({ database: first.database });
  expect([await hashesOf(third.chain), await holds(third)]).toEqual([await hashesOf(second.chain), [word("3"), 0n]]);
  await expect(chain.changeState({ kind: "storage", address: contract, slot: "0x0", value: "0x1" })).rejects.toThrow(
    RpcError,
  );
});

test("the same calls with the same seed give the same hashes in two fresh worlds; another seed gives others (R-166)", async () => {
  const [one, two, other] = [await open(), await open(), await open({ seed: "another" })];
  for (const world of [one, two, other]) await makeHistory(world);
  expect(await hashesOf(two.chain)).toEqual(await hashesOf(one.chain));
  expect(await hashesOf(other.chain)).not.toEqual(await hashesOf(one.chain));
});

test("a block that was begun and not finished is mined again with the same hash (R-162)", async () => {
  const first = await open();
  await mine(first);
  await first.chain.submit(await aTransaction(first.chain, { nonce: 0 }));
  await first.chain.submit(await aTransaction(first.chain, { nonce: 5 }));
  const blocks = [...(await first.chain.produce(EPOCH_MS + 1000)), ...(await first.chain.produce(EPOCH_MS + 2000))];
  const second = await open({ database: first.database });
  expect(second.unfinished).toEqual(blocks);
  expect(second.chain.waiting).toBe(0);
  finishAll(second, second.unfinished);
  expect(second.chain.blockAt(3)).toEqual(blocks[1]);
  await second.chain.submit(await aTransaction(second.chain, { nonce: 1 }));
  expect((await mine(second)).number).toBe(4);
});

test("a reorg that was begun and not finished is made again, wherever it was cut (R-008, R-162)", async () => {
  for (const finished of [0, 1, 2]) {
    const first = await open();
    for (let nonce = 0; nonce < 3; nonce += 1) {
      await first.chain.submit(await aTransaction(first.chain, { nonce, to: carol.address }));
      await mine(first);
    }
    await first.chain.grant(carol.address, 10n);
    const { added } = await first.chain.reorg(2, "keep");
    finishAll(first, added.slice(0, finished));
    const second = await open({ database: first.database });
    expect(second.unfinished).toEqual(added.slice(finished));
    expect(await hashesOf(second.chain)).toEqual(await hashesOf(first.chain));
    expect(await balanceOf(second.chain, carol.address)).toBe(13n);
    finishAll(second, second.unfinished);
    expect(second.chain.blockAt(3)).toEqual(added[1]);
  }
});

test("a journal that was changed stops the start with chain, height and both hashes (R-163)", async () => {
  const first = await open();
  for (let block = 0; block < 3; block += 1) await mine(first);
  first.database.run("update block set prev_randao = :other where height = 2", { other: zeroHash });
  await expect(aWorld({ database: first.database })).rejects.toMatchObject({
    facts: { network: "base", height: 2, journaled: first.chain.blockAt(2)?.hash },
  });
});

test("another engine or another genesis is refused (R-167)", async () => {
  const first = await open();
  await mine(first);
  const { definition } = first.chain;
  const renamed = { ...definition, tokens: definition.tokens.map((token) => ({ ...token, name: "Other Coin" })) };
  await expect(aWorld({ database: first.database, definitions: [renamed] })).rejects.toThrow("another genesis");
  await expect(aWorld({ database: first.database, tokenOwner: bob.address })).rejects.toThrow("another genesis");
  first.database.run("update chain_genesis set engine = :engine", { engine: "hardhat/0.0.0/osaka" });
  await expect(aWorld({ database: first.database })).rejects.toThrow("another chain engine");
});

test("a waiting transaction that the engine refuses at the next start is marked as gone", async () => {
  const database = aDatabase();
  const first = await open({ database });
  await first.chain.submit(await aTransaction(first.chain, { nonce: 0 }));
  database.run("update chain_transaction set raw = :raw", { raw: "0x00" });
  const second = await open({ database });
  expect(second.chain.waiting).toBe(0);
  expect(database.all("select state from chain_transaction")).toEqual([{ state: "gone" }]);
  await expect(second.chain.submit("0x00")).rejects.toThrow(RpcError);
});
