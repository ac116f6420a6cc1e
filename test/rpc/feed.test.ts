// The chain feed publishes changes in order, also when reading them is slow or fails; filters have a limit.
import { expect, test } from "vitest";
import { silentLog } from "../../src/kernel/log.ts";
import { ChainFeed, type ChainNotification } from "../../src/rpc/chain-feed.ts";
import { Filters, MAX_ITEMS } from "../../src/rpc/filters.ts";
import { readCriteria } from "../../src/rpc/methods/logs.ts";
import { createSubscriptions } from "../../src/rpc/subscriptions.ts";
import { aBlock, aFakeChain, aHash, aLog } from "./a-chain.ts";
import { aWallClock } from "./a-wall-clock.ts";

test("a block whose logs take long to read keeps its position", async () => {
  const slow = Promise.withResolvers<unknown>();
  const fake = aFakeChain({
    eth_getLogs: ([filter]) => ((filter as { blockHash: string }).blockHash === aHash(1) ? slow.promise : [aLog()]),
  });
  const feed = new ChainFeed({ ...fake, log: silentLog });
  const published: string[][] = [];
  feed.listen(({ blocks }) => published.push(blocks.map(({ hash }) => hash)));
  fake.change([aBlock(1)]);
  fake.change([aBlock(2), aBlock(3)]);
  slow.resolve([aLog()]);
  await feed.settled("fake");
  expect(published).toEqual([[aHash(1)], [aHash(2), aHash(3)]]);
});

test("a block that was removed before its logs were read is published without logs, and so is its removal", async () => {
  const fake = aFakeChain({ eth_getLogs: () => Promise.reject(new Error("unknown block")) });
  const feed = new ChainFeed({ ...fake, log: silentLog });
  const published: ChainNotification[] = [];
  feed.listen((notification) => published.push(notification));
  fake.change([aBlock(1)]);
  fake.change([], [aBlock(1)]);
  await feed.settled("fake");
  expect(published).toMatchObject([{ blocks: [{ logs: [] }] }, { removedLogs: [], blocks: [] }]);
});

test("a failed read does not stop later changes", async () => {
  const fake = aFakeChain({
    eth_getLogs: () => [],
    eth_getBlockByHash: ([hash]) => (hash === aHash(1) ? Promise.reject(new Error("broken")) : { hash }),
  });
  const errors: unknown[] = [];
  const feed = new ChainFeed({ ...fake, log: { ...silentLog, error: (facts) => errors.push(facts) } });
  const published: unknown[] = [];
  feed.listen(({ blocks }) => published.push(...blocks.map(({ header }) => header)));
  const release = feed.wantHeads("fake");
  fake.change([aBlock(1)]);
  fake.change([aBlock(2)]);
  await feed.settled("fake");
  release();
  fake.change([aBlock(3)]);
  await feed.settled("fake");
  expect(errors).toHaveLength(1);
  expect(published).toEqual([{ hash: aHash(2) }, undefined]);
});

test("a closed feed has no listeners", () => {
  const fake = aFakeChain({});
  const feed = new ChainFeed({ ...fake, log: silentLog });
  expect(fake.listeners.size).toBe(1);
  feed.close();
  expect(fake.listeners.size).toBe(0);
});

test("a filter with too many items is removed, others are not affected", async () => {
  const fake = aFakeChain({ eth_getLogs: () => new Array(MAX_ITEMS / 2).fill(aLog()) });
  const feed = new ChainFeed({ ...fake, log: silentLog });
  let id = 0;
  const filters = new Filters({ feed, wall: aWallClock().wall, nextId: () => String(id++) });
  const full = filters.install("fake", { name: "logs", criteria: readCriteria({}), asked: {} });
  const small = filters.install("fake", { name: "blocks" });
  for (const number of [1, 2]) fake.change([aBlock(number)]);
  await feed.settled("fake");
  expect(filters.poll("fake", full).items).toHaveLength(MAX_ITEMS);
  fake.change([aBlock(3)]);
  await feed.settled("fake");
  expect(() => filters.poll("fake", full)).toThrow("filter not found");
  expect(filters.poll("fake", small).items).toHaveLength(3);
});

test("a closed socket cannot create a subscription", () => {
  const fake = aFakeChain({});
  const feed = new ChainFeed({ ...fake, log: silentLog });
  const subscriptions = createSubscriptions({ feed, nextId: () => "0x1", send: () => {} });
  expect(subscriptions.subscribe(fake.chain, "newHeads", undefined).id).toBe("0x1");
  expect(subscriptions.headNetworks()).toEqual(["fake"]);
  subscriptions.close();
  expect(() => subscriptions.subscribe(fake.chain, "newHeads", undefined)).toThrow("closed");
  expect(subscriptions.headNetworks()).toEqual([]);
});
