// The feed tells changes in their order, whatever the reading of them does, and filters have a bound.
import { expect, test } from "vitest";
import { silentLog } from "../../src/kernel/log.ts";
import { ChainFeed, type ChainNotification } from "../../src/rpc/chain-feed.ts";
import { Filters, MAX_ITEMS } from "../../src/rpc/filters.ts";
import { readCriteria } from "../../src/rpc/methods/logs.ts";
import { createSubscriptions } from "../../src/rpc/subscriptions.ts";
import { aBlock, aFakeChain, aHash, aLog } from "./a-chain.ts";
import { aWall } from "./a-wall.ts";

test("a block whose logs take longer does not overtake or fall behind", async () => {
  const slow = Promise.withResolvers<unknown>();
  const fake = aFakeChain({
    eth_getLogs: ([filter]) => ((filter as { blockHash: string }).blockHash === aHash(1) ? slow.promise : [aLog()]),
  });
  const feed = new ChainFeed({ ...fake, log: silentLog });
  const told: string[][] = [];
  feed.listen(({ blocks }) => told.push(blocks.map(({ hash }) => hash)));
  fake.change([aBlock(1)]);
  fake.change([aBlock(2), aBlock(3)]);
  slow.resolve([aLog()]);
  await feed.settled("fake");
  expect(told).toEqual([[aHash(1)], [aHash(2), aHash(3)]]);
});

test("a block that was gone before its logs were read is told without them, and its removal too", async () => {
  const fake = aFakeChain({ eth_getLogs: () => Promise.reject(new Error("unknown block")) });
  const feed = new ChainFeed({ ...fake, log: silentLog });
  const told: ChainNotification[] = [];
  feed.listen((news) => told.push(news));
  fake.change([aBlock(1)]);
  fake.change([], [aBlock(1)]);
  await feed.settled("fake");
  expect(told).toMatchObject([{ blocks: [{ logs: [] }] }, { removedLogs: [], blocks: [] }]);
});

test("a reader that fails stops nothing that comes after", async () => {
  const fake = aFakeChain({
    eth_getLogs: () => [],
    eth_getBlockByHash: ([hash]) => (hash === aHash(1) ? Promise.reject(new Error("broken")) : { hash }),
  });
  const errors: unknown[] = [];
  const feed = new ChainFeed({ ...fake, log: { ...silentLog, error: (facts) => errors.push(facts) } });
  const told: unknown[] = [];
  feed.listen(({ blocks }) => told.push(...blocks.map(({ header }) => header)));
  const release = feed.wantHeads("fake");
  fake.change([aBlock(1)]);
  fake.change([aBlock(2)]);
  await feed.settled("fake");
  release();
  fake.change([aBlock(3)]);
  await feed.settled("fake");
  expect(errors).toHaveLength(1);
  expect(told).toEqual([{ hash: aHash(2) }, undefined]);
});

test("a closed feed listens to nothing any more", () => {
  const fake = aFakeChain({});
  const feed = new ChainFeed({ ...fake, log: silentLog });
  expect(fake.listeners.size).toBe(1);
  feed.close();
  expect(fake.listeners.size).toBe(0);
});

test("a filter that holds too much ends, its neighbour lives on", async () => {
  const fake = aFakeChain({ eth_getLogs: () => new Array(MAX_ITEMS / 2).fill(aLog()) });
  const feed = new ChainFeed({ ...fake, log: silentLog });
  let id = 0;
  const filters = new Filters({ feed, wall: aWall().wall, nextId: () => String(id++) });
  const full = filters.install("fake", { name: "logs", criteria: readCriteria({}), asked: {} });
  const lean = filters.install("fake", { name: "blocks" });
  for (const number of [1, 2]) fake.change([aBlock(number)]);
  await feed.settled("fake");
  expect(filters.poll("fake", full).items).toHaveLength(MAX_ITEMS);
  fake.change([aBlock(3)]);
  await feed.settled("fake");
  expect(() => filters.poll("fake", full)).toThrow("filter not found");
  expect(filters.poll("fake", lean).items).toHaveLength(3);
});

test("a socket that went away starts no subscription any more", () => {
  const fake = aFakeChain({});
  const feed = new ChainFeed({ ...fake, log: silentLog });
  const subscriptions = createSubscriptions({ feed, nextId: () => "0x1", send: () => {} });
  expect(subscriptions.subscribe(fake.chain, "newHeads", undefined).id).toBe("0x1");
  expect(subscriptions.headNetworks()).toEqual(["fake"]);
  subscriptions.close();
  expect(() => subscriptions.subscribe(fake.chain, "newHeads", undefined)).toThrow("closed");
  expect(subscriptions.headNetworks()).toEqual([]);
});
