// The chain port on one network: sending, blocks, time, the pool, grants.
import { type Hex, parseEther, parseGwei } from "viem";
import { afterAll, beforeEach, expect, test } from "vitest";
import { RpcError } from "../../src/chains/chain.ts";
import { AssertionFailure } from "../../src/kernel/assert.ts";
import { EPOCH_MS } from "../../src/kernel/clock.ts";
import {
  alice,
  aTransaction,
  aWorld,
  balanceOf,
  bob,
  carol,
  finishAll,
  hashesOf,
  mine,
  type World,
} from "./a-chain.ts";

let world: World;
const worlds: World[] = [];
beforeEach(async () => {
  world = await aWorld();
  worlds.push(world);
});
afterAll(async () => {
  for (const { close } of worlds) await close();
});

test("a sent transaction waits until a block takes it", async () => {
  const { chain } = world;
  const hash = await chain.submit(await aTransaction(chain, { nonce: 0, to: carol.address, value: parseEther("1") }));
  expect([chain.waiting, chain.head.number]).toEqual([1, 0]);
  const block = await mine(world);
  expect(block).toMatchObject({ network: "base", number: 1, transactionHashes: [hash] });
  expect([chain.waiting, chain.head.number, chain.head.hash]).toEqual([0, 1, block.hash]);
  expect(await balanceOf(chain, carol.address)).toBe(parseEther("1"));
  expect(chain.blockAt(1)).toEqual(block);
});

test("block time is the whole second of the clock and never falls (R-229)", async () => {
  const { chain } = world;
  const times: number[] = [];
  for (const atMs of [EPOCH_MS + 5_999, EPOCH_MS + 5_999, EPOCH_MS + 1_000, EPOCH_MS + 8_000]) {
    times.push((await chain.produce(atMs))[0]!.timestamp - EPOCH_MS / 1000);
  }
  expect(times).toEqual([5, 5, 5, 8]);
});

test("every block has the network's base fee, also after empty blocks", async () => {
  for (let block = 0; block < 5; block += 1) await mine(world);
  const { baseFeePerGas } = await world.chain.request<{ baseFeePerGas: Hex }>("eth_getBlockByNumber", [
    "latest",
    false,
  ]);
  expect(BigInt(baseFeePerGas)).toBe(BigInt(world.chain.definition.base_fee));
});

test("a transaction after a nonce gap waits and does not count", async () => {
  const { chain } = world;
  await chain.submit(await aTransaction(chain, { nonce: 1 }));
  expect(chain.waiting).toBe(0);
  expect((await mine(world)).transactionHashes).toEqual([]);
  await chain.submit(await aTransaction(chain, { nonce: 0 }));
  expect(chain.waiting).toBe(2);
  expect((await mine(world)).transactionHashes).toHaveLength(2);
});

test("a transaction that pays less than the base fee waits and does not count", async () => {
  const { chain } = world;
  await chain.submit(await aTransaction(chain, { nonce: 0, maxFeePerGas: 1n }));
  await chain.submit(await aTransaction(chain, { nonce: 1 }));
  expect(chain.waiting).toBe(0);
  expect((await mine(world)).transactionHashes).toEqual([]);
  expect(chain.waiting).toBe(0);
});

test("a transaction with a higher fee replaces a waiting one with its nonce", async () => {
  const { chain } = world;
  await chain.submit(await aTransaction(chain, { nonce: 0, value: 5n }));
  const better = await chain.submit(await aTransaction(chain, { nonce: 0, value: 7n, maxFeePerGas: parseGwei("200") }));
  expect(chain.waiting).toBe(1);
  expect((await mine(world)).transactionHashes).toEqual([better]);
});

test("a refused transaction changes neither pool nor rows", async () => {
  const { chain, database } = world;
  const raw = await aTransaction(chain, { from: carol, nonce: 0 });
  await expect(chain.submit(raw)).rejects.toThrow(RpcError);
  expect(chain.waiting).toBe(0);
  expect(database.all("select * from chain_transaction")).toEqual([]);
});

test("a dropped transaction is never mined; dropping an unknown one answers false", async () => {
  const { chain } = world;
  const hash = await chain.submit(await aTransaction(chain, { nonce: 0 }));
  expect(await chain.drop(hash)).toBe(true);
  expect(await chain.drop(hash)).toBe(false);
  expect(chain.waiting).toBe(0);
  expect((await mine(world)).transactionHashes).toEqual([]);
});

test("a sender cannot queue more than it owns, and a refused replacement leaves the old one waiting", async () => {
  const { chain } = world;
  const first = await chain.submit(await aTransaction(chain, { nonce: 0, value: parseEther("900") }));
  await expect(chain.submit(await aTransaction(chain, { nonce: 1, value: parseEther("900") }))).rejects.toThrow(
    "overshot",
  );
  await chain.submit(await aTransaction(chain, { nonce: 1, value: parseEther("50") }));
  const dearer = { nonce: 0, value: parseEther("980"), maxFeePerGas: parseGwei("200") };
  await expect(chain.submit(await aTransaction(chain, dearer))).rejects.toThrow("insufficient funds");
  expect(chain.waiting).toBe(2);
  expect((await mine(world)).transactionHashes[0]).toBe(first);
});

test("a transaction that others of its block make invalid leaves the pool, and the block is mined without it", async () => {
  const { chain } = world;
  const [before, after] = [
    await aTransaction(chain, { from: bob, nonce: 0 }),
    await aTransaction(chain, { from: bob, nonce: 1 }),
  ];
  const authorization = await alice.signAuthorization({ address: carol.address, chainId: 8453, nonce: 0 });
  const delegating = await bob.signTransaction({
    type: "eip7702",
    chainId: 8453,
    nonce: 2,
    to: alice.address,
    gas: 100_000n,
    maxFeePerGas: parseGwei("100"),
    maxPriorityFeePerGas: 0n,
    authorizationList: [authorization],
  });
  const hashes = [];
  for (const raw of [before, after, delegating]) hashes.push(await chain.submit(raw));
  await chain.grant(carol.address, 1n);
  await chain.submit(await aTransaction(chain, { nonce: 0 }));
  expect(chain.waiting).toBe(4);
  const block = await mine(world);
  expect(block.transactionHashes).toEqual(hashes);
  expect([chain.waiting, await balanceOf(chain, carol.address)]).toEqual([0, 1n]);
  await chain.submit(await aTransaction(chain, { nonce: 1 }));
  expect((await mine(world)).transactionHashes).toHaveLength(1);
  const again = await aWorld({ database: world.database });
  worlds.push(again);
  expect(again.chain.head).toEqual(chain.head);
});

test("transactions are mined in the order in which they were sent, whatever they pay (R-166)", async () => {
  const { chain } = world;
  const first = await chain.submit(await aTransaction(chain, { nonce: 0 }));
  const second = await chain.submit(await aTransaction(chain, { from: bob, nonce: 0, maxFeePerGas: parseGwei("900") }));
  const third = await chain.submit(await aTransaction(chain, { nonce: 1 }));
  expect((await mine(world)).transactionHashes).toEqual([first, second, third]);
});

test("an empty block leaves the pool and its order unchanged, and a replay gives the same chain", async () => {
  const { chain, database } = world;
  const sent: Hex[] = [];
  for (const payment of [{ nonce: 0 }, { from: bob, nonce: 0 }, { nonce: 1 }, { nonce: 3 }])
    sent.push(await chain.submit(await aTransaction(chain, payment)));
  const empty = (await chain.produce(EPOCH_MS + 1_000, { empty: true }))[0]!;
  database.transaction(() => chain.finish(empty));
  expect([empty.transactionHashes, chain.waiting]).toEqual([[], 3]);
  const { added } = await chain.reorg(1, "keep");
  finishAll(world, added);
  expect([added[0]?.transactionHashes, chain.waiting]).toEqual([[], 3]);
  const block = await mine(world, 2);
  expect(block.transactionHashes).toEqual(sent.slice(0, 3));
  const again = await aWorld({ database });
  expect(await hashesOf(again.chain)).toEqual(await hashesOf(chain));
  await again.close();
});

test("a grant takes effect at once and is a journaled state change", async () => {
  const { chain, database } = world;
  await chain.grant(carol.address, parseEther("100"));
  await chain.grant(carol.address, 1n);
  expect(await balanceOf(chain, carol.address)).toBe(parseEther("100") + 1n);
  expect(database.all("select height, detail from chain_act order by id")).toEqual([
    { height: 0, detail: `{"amount":"${parseEther("100")}"}` },
    { height: 0, detail: '{"amount":"1"}' },
  ]);
});

test("an intent is journaled before its block is mined, and becomes the block when that is marked as done (R-162)", async () => {
  const { chain, database } = world;
  const block = (await chain.produce(EPOCH_MS))[0]!;
  const states = () => database.all("select height, state, hash from block order by id");
  expect(states()).toEqual([{ height: 1, state: "intent", hash: null }]);
  expect(chain.blockAt(1)).toBeUndefined();
  database.transaction(() => chain.finish(block));
  database.transaction(() => chain.finish(block));
  expect(states()).toEqual([{ height: 1, state: "done", hash: block.hash }]);
  expect(() => chain.finish({ ...block, number: 2 })).toThrow(AssertionFailure);
});

test("only the port's own methods change a chain", async () => {
  const raw = await aTransaction(world.chain, { nonce: 0 });
  for (const method of [
    "evm_mine",
    "hardhat_mine",
    "hardhat_setBalance",
    "evm_snapshot",
    "anvil_mine",
    "eth_sendTransaction",
  ]) {
    await expect(world.chain.request(method, []), method).rejects.toThrow(AssertionFailure);
  }
  await expect(world.chain.request("eth_sendRawTransaction", [raw])).rejects.toThrow(AssertionFailure);
  expect(await world.chain.request("eth_blockNumber")).toBe("0x0");
});

test("a second change at the same time is refused, and the chain works afterwards (R-165, R-220)", async () => {
  const { chain } = world;
  const first = chain.produce(EPOCH_MS);
  await expect(chain.grant(alice.address, 1n)).rejects.toThrow(AssertionFailure);
  await first;
  await chain.grant(alice.address, 1n);
  await expect(chain.submit("0x00")).rejects.toThrow(RpcError);
  expect((await chain.produce(EPOCH_MS))[0]?.number).toBe(2);
});

test("a legacy transaction without chain id is accepted on two chains under one hash (R-043)", async () => {
  const other = await aWorld({ definitions: [{ ...world.chain.definition, symbol: "copy", eip155_id: 999 }] });
  worlds.push(other);
  const raw = await alice.signTransaction({
    type: "legacy",
    nonce: 0,
    gas: 21_000n,
    gasPrice: parseGwei("1"),
    to: bob.address,
  });
  expect(await world.chain.submit(raw)).toBe(await other.chain.submit(raw));
});
