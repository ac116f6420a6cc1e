// Polled filters: every change is returned once, including removed logs of a reorg; expiry and limits.
import { encodeEventTopics, encodeFunctionData, erc20Abi } from "viem";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Hex } from "../../src/chains/chain.ts";
import { FILTER_LIFETIME_MS, MAX_FILTERS } from "../../src/rpc/filters.ts";
import type { RpcLog } from "../../src/rpc/methods/logs.ts";
import { type AnRpc, alice, anRpc, bob } from "../support/an-rpc.ts";
import { ask, get, post, type Reply } from "./a-client.ts";
import { aWallClock } from "./a-wall-clock.ts";

let rpc: AnRpc;
let url: string;
let token: Hex;
let clock: ReturnType<typeof aWallClock>;
beforeEach(async () => {
  clock = aWallClock();
  rpc = await anRpc({ networks: ["base", "polygon"], wall: clock.wall });
  url = rpc.url();
  token = rpc.chains.get("base").definition.tokens[0]!.address;
});
afterEach(() => rpc.close());

const pay = (value: bigint, from = alice): Promise<Hex> => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [bob.address, value] });
  return get<Hex>(url, "eth_sendTransaction", [{ from: from.address, to: token, data }]);
};
const changes = <T = RpcLog>(id: unknown): Promise<T[]> => get<T[]>(url, "eth_getFilterChanges", [id]);
const valuesOf = (logs: RpcLog[]): number[] => logs.map(({ data }) => Number(data));
const install = (filter: unknown): Promise<Hex> => get<Hex>(url, "eth_newFilter", [filter]);

describe("logs", () => {
  test("are returned once from the installation on, and by eth_getFilterLogs any number of times", async () => {
    await pay(1n);
    const id = await install({ address: token, fromBlock: "0x0" });
    expect(await changes(id)).toEqual([]);
    await pay(2n);
    await pay(3n);
    expect(valuesOf(await changes(id))).toEqual([2, 3]);
    expect(await changes(id)).toEqual([]);
    expect(valuesOf(await get<RpcLog[]>(url, "eth_getFilterLogs", [id]))).toEqual([1, 2, 3]);
  });

  test("are matched by address, topic and height", async () => {
    const topics = encodeEventTopics({ abi: erc20Abi, eventName: "Transfer", args: { from: bob.address } });
    const ids = {
      all: await install({}),
      none: await install({ address: alice.address }),
      fromBob: await install({ address: [token], topics }),
      second: await install({ fromBlock: "0x2", toBlock: "0x2" }),
      safe: await install({ fromBlock: "safe", toBlock: "finalized" }),
    };
    await pay(1n);
    await pay(2n, bob);
    await pay(3n);
    const changed = Object.entries(ids).map(async ([name, id]) => [name, valuesOf(await changes(id))]);
    expect(Object.fromEntries(await Promise.all(changed))).toEqual({
      all: [1, 2, 3],
      none: [],
      fromBob: [2],
      second: [2],
      safe: [1, 2, 3],
    });
  });

  test("of a removed block are returned as removed, then those of the new one", async () => {
    const id = await install({ address: token });
    await pay(1n);
    await pay(2n);
    const before = await changes(id);
    await rpc.loop.reorg("base", 2, "keep");
    const after = await changes(id);
    expect(after.map(({ removed }) => removed)).toEqual([true, true, false, false]);
    expect(valuesOf(after)).toEqual([1, 2, 1, 2]);
    expect(after.slice(0, 2)).toEqual(before.map((log) => ({ ...log, removed: true })));
    expect(after[2]?.blockHash).toBe(rpc.chains.get("base").blockAt(1)?.hash);
  });

  test("of blocks before the installation are returned as removed too", async () => {
    await pay(1n);
    const id = await install({ address: token });
    await rpc.loop.reorg("base", 1, "drop");
    expect((await changes(id)).map(({ removed, data }) => [removed, Number(data)])).toEqual([[true, 1]]);
  });
});

test("new blocks are returned by hash, including those of a new branch", async () => {
  const id = await get(url, "eth_newBlockFilter");
  await rpc.loop.mine("base", 2);
  const chain = rpc.chains.get("base");
  const first = [chain.blockAt(1)?.hash, chain.blockAt(2)?.hash];
  await rpc.loop.reorg("base", 1, "keep");
  expect(await changes(id)).toEqual([...first, chain.blockAt(2)?.hash]);
  expect((await ask(url, "eth_getFilterLogs", [id])).error).toEqual({ code: -32000, message: "filter not found" });
});

test("pending hashes are returned once, mined or not", async () => {
  const id = await get(url, "eth_newPendingTransactionFilter");
  const hashes = [await pay(1n), await pay(2n)];
  await rpc.loop.reorg("base", 1, "keep");
  expect(await changes(id)).toEqual(hashes);
});

test("a filter belongs to its network", async () => {
  const id = await get(url, "eth_newBlockFilter");
  await rpc.loop.mine("polygon", 1);
  expect((await ask(rpc.url("polygon"), "eth_getFilterChanges", [id])).error?.code).toBe(-32000);
  expect(await get(rpc.url("polygon"), "eth_uninstallFilter", [id])).toBe(false);
  expect(await changes(id)).toEqual([]);
});

test("a filter ends when it is uninstalled", async () => {
  const id = await install({});
  expect(await get(url, "eth_uninstallFilter", [id])).toBe(true);
  expect(await get(url, "eth_uninstallFilter", [id])).toBe(false);
  expect((await ask(url, "eth_getFilterChanges", [id])).error).toEqual({ code: -32000, message: "filter not found" });
});

test("a filter that is not polled expires after five minutes, one that is polled does not", async () => {
  const [polled, forgotten] = [await install({}), await install({})];
  clock.advance(FILTER_LIFETIME_MS);
  expect(await changes(polled)).toEqual([]);
  clock.advance(1);
  expect((await ask(url, "eth_getFilterChanges", [forgotten])).error?.message).toBe("filter not found");
  expect(await changes(polled)).toEqual([]);
});

test("the number of filters is limited, and an uninstalled one makes room", async () => {
  const batch = Array.from({ length: 1_000 }, (_, id) => ({ jsonrpc: "2.0", id, method: "eth_newBlockFilter" }));
  const ids: unknown[] = [];
  while (ids.length < MAX_FILTERS) {
    const { json } = await post(url, batch);
    ids.push(...(json as Reply[]).map(({ result }) => result));
  }
  expect(new Set(ids).size).toBe(MAX_FILTERS);
  expect((await ask(url, "eth_newFilter", [{}])).error).toMatchObject({ code: -32000, message: /^too many filters/ });
  await get(url, "eth_uninstallFilter", [ids[0]]);
  expect(await install({})).toMatch(/^0x/);
});

test.each([
  [{ address: "0x12" }],
  [{ address: new Array(1001).fill(`0x${"11".repeat(20)}`) }],
  [{ topics: "0x12" }],
  [{ topics: ["0x12"] }],
  [{ topics: new Array(5).fill(null) }],
  [{ fromBlock: "0x2", toBlock: "0x1" }],
  ["text"],
])("%j is not a filter", async (filter) => {
  expect((await ask(url, "eth_newFilter", [filter])).error?.code).toBe(-32602);
});

test("ids of an earlier server are unknown to the next one", async () => {
  const id = await install({});
  clock.advance(1_000);
  const next = await anRpc({ wall: clock.wall });
  try {
    await get(next.url(), "eth_newFilter", [{}]);
    expect((await ask(next.url(), "eth_getFilterChanges", [id])).error?.message).toBe("filter not found");
  } finally {
    await next.close();
  }
});
