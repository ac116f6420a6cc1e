// Sends in turn: a block each, or one that is owed for all that are queued while the clock runs.
import { expect, onTestFinished, test } from "vitest";
import { type Chain, type Chains, type Hex, RpcError } from "../../src/chains/chain.ts";
import { StorageFault } from "../../src/db/storage-fault.ts";
import { updateMining } from "../../src/domain/network/store.ts";
import { insertFault } from "../../src/faults/store.ts";
import { Loop } from "../../src/flow/loop/loop.ts";
import { MiningSchedule } from "../../src/flow/mining/mining-schedule.ts";
import { MAX_SHARED, Sender } from "../../src/flow/mining/sender.ts";
import { aWorld, type WorldFacts } from "../support/worlds/a-world.ts";
import { FakeWall } from "./a-loop.ts";

const NETWORK = "ethereum";

/** A network whose blocks all concern the platform; `blocks` are the names of their transactions. */
function someSends({ perBlock = 1_000, ...facts }: WorldFacts & { perBlock?: number } = {}) {
  const wall = new FakeWall();
  const world = aWorld({ clock: "running", confirmations: 2, wallNow: wall.now, ...facts });
  const pool: string[] = [];
  const chain = { definition: { symbol: NETWORK }, head: { number: 0, timestamp: 0 }, needsRepair: false };
  Object.defineProperty(chain, "waiting", { get: () => pool.length });
  const chains = { all: [chain as unknown as Chain], get: () => chain as unknown as Chain } as unknown as Chains;
  const mining = new MiningSchedule(world, chains);
  const blocks: string[][] = [];
  /** Signed bytes that can be mined at once → what writing their block waits for. */
  const offers: Record<Hex, Promise<void>> = {};
  const driver = {
    needsRepair: false,
    async repair() {
      driver.needsRepair = false;
    },
    async mineBlock() {
      const block = pool.splice(0, perBlock);
      blocks.push(block);
      mining.mined(NETWORK, { transactions: block.length, ours: block.length > 0 });
      return { what: "block", empty: block.length === 0 };
    },
    async mineOffered(_: string, raw: Hex, { answer }: { answer(hash: Hex): void }) {
      if (offers[raw] === undefined) return false;
      answer(raw);
      await offers[raw];
      blocks.push([raw]);
      mining.mined(NETWORK, { transactions: 1, ours: true });
      return true;
    },
  };
  const log = { error() {}, warn() {}, info() {}, debug() {} };
  const loop = new Loop({
    ...{ world, wall, log },
    nextBlock: (sendsTo) => mining.nextBlock(sendsTo),
    mineBlock: () => driver.mineBlock(),
    hasEvents: () => false,
    processEvents: () => [],
    async runJob() {},
    prepare: () => (driver.needsRepair ? driver.repair() : undefined),
  });
  onTestFinished(() => loop.stop());
  const sender = new Sender({ world, chains, mining, loop, driver });
  const answered: string[] = [];
  const send = (name: string, fails?: () => Error, signed?: Hex): Promise<unknown> => {
    const submit = async (): Promise<Hex> => {
      if (fails !== undefined) throw fails();
      pool.push(name);
      return `0x${name}`;
    };
    return sender.send(NETWORK, submit, signed).then(
      (hash) => void answered.push(hash),
      (error: Error) => void answered.push(`${name}: ${error.message}`),
    );
  };
  return { world, loop, blocks, answered, send, driver, offers };
}

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `${index}`);

test("one after the other each has its block, and the one that it owes, before the next is taken", async () => {
  const { send, blocks, loop } = someSends();
  for (const name of names(3)) await send(name);
  await loop.settled();
  expect(blocks).toEqual([["0"], [], ["1"], [], ["2"], []]);
});

test("an owed block takes all that are queued with it, and no empty one is mined before the last", async () => {
  const { send, blocks, answered, loop } = someSends();
  await Promise.all(names(5).map((name) => send(name)));
  await loop.settled();
  expect(blocks).toEqual([["0"], ["1", "2", "3", "4"], []]);
  expect(answered).toEqual(names(5).map((name) => `0x${name}`));
});

test("at most 64 share a block; the rest comes with the next one", async () => {
  const { send, blocks, loop } = someSends();
  await Promise.all(names(MAX_SHARED + 3).map((name) => send(name)));
  await loop.settled();
  expect(blocks.map(({ length }) => length)).toEqual([1, MAX_SHARED, 2, 0]);
});

test("a block that is full leaves the rest to further ones, before the answers", async () => {
  const { send, blocks, loop } = someSends({ perBlock: 2 });
  await Promise.all(names(6).map((name) => send(name)));
  expect(blocks.slice(0, 4)).toEqual([["0"], ["1", "2"], ["3", "4"], ["5"]]);
  await loop.settled();
  expect(blocks.slice(4)).toEqual([[]]);
});

test("with a frozen clock each has its own blocks, however many are queued", async () => {
  const { send, blocks, loop } = someSends({ clock: "frozen" });
  await Promise.all(names(3).map((name) => send(name)));
  await loop.settled();
  expect(blocks).toEqual([["0"], [], ["1"], [], ["2"], []]);
});

test("manual mining answers at once and mines nothing", async () => {
  const { send, blocks, answered, world } = someSends();
  updateMining(world.db, { network: NETWORK, mining: "manual", block_time_ms: 12_000, empty_blocks: 0 });
  await Promise.all(names(3).map((name) => send(name)));
  expect([blocks, answered]).toEqual([[], ["0x0", "0x1", "0x2"]]);
});

test("other work that is queued before the next send gets its confirmations first", async () => {
  const { send, blocks, loop } = someSends();
  const seen: number[] = [];
  const sends = [send("0"), loop.exclusive(async () => void seen.push(blocks.length)), send("1"), send("2")];
  await Promise.all(sends);
  await loop.settled();
  expect(seen).toEqual([2]);
  expect(blocks).toEqual([["0"], [], ["1"], ["2"], []]);
});

test("one that is refused is answered so, and neither its neighbours nor the owed block wait for it", async () => {
  const { send, blocks, answered, loop } = someSends();
  const refusal = () => new RpcError(-32000, "nonce too low");
  await Promise.all([send("0"), send("1", refusal), send("2")]);
  await Promise.all([send("3"), send("4", refusal)]);
  await loop.settled();
  expect(blocks).toEqual([["0"], ["2"], [], ["3"], []]);
  expect(answered.toSorted()).toEqual(["0x0", "0x2", "0x3", "1: nonce too low", "4: nonce too low"]);
});

test("after a storage fault nothing is mined and nothing else is sent until the repair", async () => {
  const { send, blocks, answered, driver, loop } = someSends();
  const fault = (): Error => {
    driver.needsRepair = true;
    return new StorageFault("SQLITE_FULL", "disk full");
  };
  await Promise.all([send("0"), send("1"), send("2", fault), send("3")]);
  await loop.settled();
  expect(blocks).toEqual([["0"], ["1"], ["3"], []]);
  expect(answered).toEqual(["0x0", "2: Internal server error: disk full", "0x1", "0x3"]);
});

test("what is queued when the loop stops is rejected", async () => {
  const { send, answered, loop } = someSends();
  const sends = [send("0"), send("1")];
  await loop.stop();
  await Promise.all(sends);
  expect(answered.every((answer) => answer.includes(": "))).toBe(true);
});

test("a signed one that can be mined at once is answered before its block is written; what comes next finds the block and the one it owes", async () => {
  const { send, blocks, answered, loop, offers } = someSends();
  const written = Promise.withResolvers<void>();
  offers["0xa"] = written.promise;
  await send("a", undefined, "0xa");
  expect([answered, blocks]).toEqual([["0xa"], []]);
  const next = send("b", undefined, "0xb");
  written.resolve();
  await next;
  await loop.settled();
  expect([answered, blocks]).toEqual([
    ["0xa", "0xb"],
    [["0xa"], [], ["b"], []],
  ]);
});

test("one that is queued behind a signed one when that is answered shares the block that it owes", async () => {
  const { send, blocks, answered, loop, offers } = someSends();
  offers["0xa"] = Promise.resolve();
  await Promise.all([send("a", undefined, "0xa"), send("b"), send("c")]);
  await loop.settled();
  expect(blocks).toEqual([["0xa"], ["b", "c"], []]);
  expect(answered).toEqual(["0xa", "0xb", "0xc"]);
});

test("a signed one is sent the usual way while a fault counts, delays or prevents blocks", async () => {
  const { world, send, blocks, loop, offers } = someSends();
  offers["0xa"] = Promise.resolve();
  const counts = { skip: 0, times: 1, seen: 0, hits: 0 };
  insertFault(world.db, { id: "f", gate: "chain.mine", effect: "skip", match: "{}", params: "{}", ...counts });
  await send("a", undefined, "0xa");
  await loop.settled();
  expect(blocks[0]).toEqual(["a"]);
});
