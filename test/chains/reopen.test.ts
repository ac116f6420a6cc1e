// Reopening an engine on another journal of the same genesis gives that journal's chain with equal hashes, without a new engine.
import { Provider } from "@nomicfoundation/edr";
import { parseEther } from "viem";
import { expect, onTestFinished, test, vi } from "vitest";
import { Database } from "../../src/db/database.ts";
import {
  aDatabase,
  aTransaction,
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

const copyOf = ({ database }: Pick<World, "database">): Database => new Database(database.bytes());

/** The same engines at the end of the journal in `database`. */
const reopened = async (world: World, database: Database): Promise<World> => {
  const { chains, unfinished } = await world.chains.reopen(database);
  return { ...world, database, chains, chain: chains.all[0]!, unfinished };
};

/** Three blocks with payments and a grant, one reorg; then one transaction waits. Nonces from `nonce` on. */
const makeHistory = async (world: World, nonce: number): Promise<void> => {
  for (let round = 0; round < 3; round += 1) {
    await world.chain.submit(await aTransaction(world.chain, { nonce: nonce + round, to: carol.address, value: 7n }));
    await mine(world, nonce + round);
  }
  await world.chain.grant(carol.address, parseEther("0.5"));
  await mine(world, nonce + 3);
  finishAll(world, (await world.chain.reorg(2, "keep")).added);
  await world.chain.submit(await aTransaction(world.chain, { nonce: nonce + 3, to: carol.address, value: 1n }));
};

const stateOf = async (world: World) => ({
  hashes: await hashesOf(world.chain),
  carol: await balanceOf(world.chain, carol.address),
  waiting: world.chain.waiting,
  nonces: await world.chain.freeNonce("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"),
});

test("an engine reopens an earlier journal and then a later one, and goes on with equal blocks each time", async () => {
  const world = await open();
  await makeHistory(world, 0);
  const early = copyOf(world);
  const atEarly = await stateOf(world);
  await makeHistory(world, 4);
  const late = copyOf(world);
  const atLate = await stateOf(world);
  expect(atLate.hashes.slice(0, 3)).toEqual(atEarly.hashes.slice(0, 3));

  const back = await reopened(world, early);
  expect(await stateOf(back)).toEqual(atEarly);
  await makeHistory(back, 4);
  expect(await stateOf(back)).toEqual(atLate);

  const forth = await reopened(back, late);
  expect(await stateOf(forth)).toEqual(atLate);
});

test("a grant at the head is applied exactly once, with and without further grants in the other journal", async () => {
  const world = await open();
  await mine(world);
  await world.chain.grant(bob.address, 5n);
  const copy = copyOf(world);
  const before = await balanceOf(world.chain, bob.address);
  await world.chain.grant(bob.address, 100n);
  const back = await reopened(world, copy);
  expect(await balanceOf(back.chain, bob.address)).toBe(before);
  const again = await reopened(back, new Database(copy.bytes()));
  expect(await balanceOf(again.chain, bob.address)).toBe(before);
});

test("a chain whose engine was reopened refuses reads and changes, and can be reopened once more", async () => {
  const world = await open();
  await mine(world);
  const copy = copyOf(world);
  await mine(world, 1);
  await reopened(world, copy);
  await expect(world.chain.request("eth_blockNumber")).rejects.toThrow("the world was replaced");
  await expect(world.chain.produce(0)).rejects.toThrow();
  const again = await reopened(world, world.database);
  expect(again.chain.head.number).toBe(2);
});

test("a journal of another genesis is refused before the engine is touched", async () => {
  const world = await open();
  await mine(world);
  const head = world.chain.head;
  await expect(world.chains.reopen(aDatabase())).rejects.toThrow("have the same genesis");
  expect(world.chain.head).toEqual(head);
  expect(await world.chain.request("eth_blockNumber")).toBe("0x1");
});

test("an unfinished intent of the copy is mined again and answered as unfinished", async () => {
  const world = await open();
  await mine(world);
  await world.chain.submit(await aTransaction(world.chain, { nonce: 0 }));
  const block = (await world.chain.produce(Date.UTC(2026, 0, 1)))[0]!;
  const copy = copyOf(world);
  finishAll(world, [block]);
  const back = await reopened(world, copy);
  expect(back.unfinished).toEqual([block]);
});

test("an engine that has nothing but the blocks of the other journal is left as it is", async () => {
  const world = await open();
  await mine(world);
  await mine(world, 1);
  const copy = copyOf(world);
  const crossings = vi.spyOn(Provider.prototype, "handleRequest");
  onTestFinished(() => crossings.mockRestore());
  const same = await reopened(world, copy);
  expect(crossings).not.toHaveBeenCalled();
  await mine(same, 2);
  crossings.mockClear();
  const back = await reopened(same, copyOf(world));
  expect(crossings).toHaveBeenCalledTimes(1);
  expect(back.chain.head.number).toBe(2);
});

test("a transaction that waits in one world only does not wait in the other, whose chain has the same head", async () => {
  const world = await open();
  await mine(world);
  const copy = copyOf(world);
  await world.chain.submit(await aTransaction(world.chain, { nonce: 0 }));
  const waiting = copyOf(world);
  const back = await reopened(world, copy);
  expect([back.chain.waiting, await back.chain.request("eth_pendingTransactions")]).toEqual([0, []]);
  const forth = await reopened(back, waiting);
  expect([forth.chain.waiting, forth.chain.head]).toEqual([1, back.chain.head]);
  await mine(forth, 1);
  expect(await balanceOf(forth.chain, bob.address)).toBe(parseEther("1000") + 1n);
});

test("what a world that could not be opened changed at the head is undone for the one that goes on", async () => {
  const world = await open();
  await mine(world);
  const copy = copyOf(world);
  const before = await balanceOf(world.chain, bob.address);
  await world.chain.grant(bob.address, 9n);
  const granted = await reopened(world, copyOf(world));
  expect(await balanceOf(granted.chain, bob.address)).toBe(before + 9n);
  const back = await reopened(world, copy);
  expect(await balanceOf(back.chain, bob.address)).toBe(before);
});
