// Clients that watch a chain through a reorg: viem's watchers receive removed logs over HTTP filters and WebSocket.
import {
  createPublicClient,
  custom,
  erc20Abi,
  type Hex,
  http,
  type Log,
  type PublicClient,
  parseAbiItem,
  webSocket,
} from "viem";
import { describe, expect, onTestFinished, test } from "vitest";
import { MULTICALL_ADDRESS } from "../../../src/chains/artifact.ts";
import { get } from "../../rpc/a-client.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aWallet, payToken } from "../../support/payments/on-chain.ts";

const TRANSFER = parseAbiItem("event Transfer(address indexed from, address indexed to, uint256 value)");

/** Collects the items of a watcher; `until` waits for a number of them. */
const aCollector = <T>() => {
  const items: T[] = [];
  let wake = (): void => {};
  return {
    items,
    add(more: readonly T[]) {
      items.push(...more);
      wake();
    },
    async until(count: number): Promise<T[]> {
      while (items.length < count) await new Promise<void>((resolve) => (wake = resolve));
      return items;
    },
  };
};

/** A client, and a function that waits until the node knows a number of its watchers. */
const clientOver = async (sandbox: ASandbox, transport: "http" | "webSocket") => {
  const { chain, url } = sandbox.chain("base");
  if (transport === "webSocket") {
    const client = createPublicClient({ chain, transport: webSocket(url.replace("http", "ws"), { reconnect: false }) });
    const socket = await client.transport.getRpcClient();
    onTestFinished(() => socket.close());
    return {
      client: client as PublicClient,
      async watching(count: number) {
        while (socket.subscriptions.size < count) await client.getBlockNumber();
      },
    };
  }
  const made = aCollector<unknown>();
  const inner = http(url)({ chain });
  const request = async (call: { method: string }) => {
    const result = await inner.request(call as never);
    if (call.method === "eth_newFilter") made.add([result]);
    return result;
  };
  const client = createPublicClient({ chain, transport: custom({ request }), pollingInterval: 20 });
  return { client: client as PublicClient, watching: (count: number) => made.until(count) };
};

/** Manual mining, with a confirmation target that no block of the test reaches. */
const aChainByHand = async () => {
  const sandbox = await aSandbox({ mining: "manual" });
  await sandbox.control("PUT", "/networks/base/confirmations", { blocks: 50 });
  const wallet = await aWallet(sandbox.api);
  const pay = async (amount: string): Promise<Hex> => {
    const hash = await payToken(sandbox, { to: wallet.address, amount });
    await sandbox.control("POST", "/networks/base/mine");
    return hash;
  };
  const reorg = (input: object): Promise<{ removed: Hex[]; added: Hex[] }> =>
    sandbox.control("POST", "/networks/base/reorg", input);
  return { sandbox, wallet, pay, reorg };
};

const summaries = (logs: readonly Log[]) =>
  logs.map(({ removed, blockHash, transactionHash }) => [removed, blockHash, transactionHash]);

describe.each(["http", "webSocket"] as const)("viem over %s", (transport) => {
  test.each(["keep", "delay", "drop"] as const)(
    "watchEvent receives the logs of removed blocks as removed, then those of the new ones (%s)",
    async (transactions) => {
      const { sandbox, wallet, pay, reorg } = await aChainByHand();
      const { client, watching } = await clientOver(sandbox, transport);
      const received = aCollector<Log>();
      const args = { to: wallet.address };
      const stop = client.watchEvent({
        event: TRANSFER,
        args,
        onLogs: (logs) => received.add(logs),
        onError: (error) => received.add([error as never]),
      });
      onTestFinished(stop);
      await watching(1);
      const [first, second] = [await pay("1"), await pay("2")];
      const before = await received.until(2);
      const blocks = before.map(({ blockHash }) => blockHash);
      expect(summaries(before)).toEqual([
        [false, blocks[0], first],
        [false, blocks[1], second],
      ]);
      const { removed, added } = await reorg({ depth: 2, transactions });
      expect(removed).toEqual(blocks);
      if (transactions === "delay") await sandbox.control("POST", "/networks/base/mine");
      const last = await pay("3");
      const kept = { keep: 2, delay: 2, drop: 0 }[transactions];
      const after = (await received.until(5 + kept)).slice(2);
      expect(summaries(after.slice(0, 2))).toEqual([
        [true, removed[0], first],
        [true, removed[1], second],
      ]);
      const fresh = after.slice(2);
      expect(fresh.map(({ removed: gone, transactionHash }) => [gone, transactionHash])).toEqual(
        [...(kept === 2 ? [first, second] : []), last].map((hash) => [false, hash]),
      );
      if (transactions === "keep") expect(fresh.slice(0, 2).map(({ blockHash }) => blockHash)).toEqual(added);
    },
  );

  test("watchContractEvent of another contract receives nothing, watchBlocks receives the heads of the new branch", async () => {
    const { sandbox, pay, reorg } = await aChainByHand();
    const { client, watching } = await clientOver(sandbox, transport);
    const [heads, others] = [aCollector<Hex>(), aCollector<unknown>()];
    onTestFinished(client.watchBlocks({ onBlock: ({ hash }) => heads.add([hash]), emitMissed: true }));
    const address = MULTICALL_ADDRESS;
    onTestFinished(client.watchContractEvent({ abi: erc20Abi, address, onLogs: (logs) => others.add(logs) }));
    await watching(transport === "webSocket" ? 2 : 1);
    await pay("1");
    await pay("2");
    const { added } = await reorg({ depth: 2 });
    await pay("3");
    const { hash } = await client.getBlock();
    while (!heads.items.includes(hash)) await heads.until(heads.items.length + 1);
    // A poll of the height only sees the head; a subscription receives every block of the new branch, lowest first.
    if (transport === "webSocket") expect(heads.items.slice(-3)).toEqual([...added, hash]);
    expect(others.items).toEqual([]);
  });
});

test("a block filter returns the hashes of the new branch, a log filter with a range respects its range", async () => {
  const { sandbox, pay, reorg } = await aChainByHand();
  const { url } = sandbox.chain("base");
  await pay("1");
  await pay("2");
  const blocks = await get<Hex>(url, "eth_newBlockFilter");
  const logs = await get<Hex>(url, "eth_newFilter", [{ fromBlock: "0x2" }]);
  const { removed, added } = await reorg({ depth: 2 });
  expect(await get(url, "eth_getFilterChanges", [blocks])).toEqual(added);
  const changes = await get<{ removed: boolean; blockHash: Hex }[]>(url, "eth_getFilterChanges", [logs]);
  expect(changes.map((log) => [log.removed, log.blockHash])).toEqual([
    [true, removed[1]],
    [false, added[1]],
  ]);
  expect(await get(url, "eth_getFilterLogs", [logs])).toMatchObject([{ removed: false, blockHash: added[1] }]);
});
