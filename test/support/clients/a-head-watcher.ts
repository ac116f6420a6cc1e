// A subscriber of the RPC front over WebSocket that rebuilds the chain's head and logs from what it is told, and from nothing else.
import { onTestFinished } from "vitest";
import WebSocket from "ws";
import type { ASandbox } from "../a-sandbox.ts";

type Log = { removed: boolean; blockHash: string; transactionHash: string; logIndex: string };
type Head = { hash: string; parentHash: string; number: string };

/** Subscribes to heads and to the logs of all registered tokens of a network; `heads` and `logs` are as told, in order. */
export async function aHeadWatcher(sandbox: ASandbox, network: string) {
  const { url, definition } = sandbox.chain(network);
  const socket = new WebSocket(url.replace("http", "ws"));
  onTestFinished(() => socket.close());
  await new Promise((resolve) => socket.once("open", resolve));
  const heads: Head[] = [];
  const logs: Log[] = [];
  const replies = new Map<number, (result: unknown) => void>();
  const kinds = new Map<string, "logs" | "newHeads">();
  socket.on("message", (text) => {
    const { id, result, params } = JSON.parse(String(text));
    if (params === undefined) return replies.get(id)?.(result);
    if (kinds.get(params.subscription) === "logs") logs.push(params.result);
    else heads.push(params.result);
  });
  let asked = 0;
  const ask = (method: string, ...params: unknown[]): Promise<unknown> =>
    new Promise((resolve) => {
      asked += 1;
      replies.set(asked, resolve);
      socket.send(JSON.stringify({ jsonrpc: "2.0", id: asked, method, params }));
    });
  const address = definition.tokens.map((token) => token.address);
  kinds.set(String(await ask("eth_subscribe", "logs", { address })), "logs");
  kinds.set(String(await ask("eth_subscribe", "newHeads")), "newHeads");
  return {
    heads,
    logs,
    /** Everything told so far has arrived: a reply comes after what was sent before it. */
    caughtUp: (): Promise<unknown> => ask("eth_blockNumber"),
    /** The logs that stand: told and not taken back. */
    standing(): string[] {
      const standing = new Set<string>();
      for (const { removed, blockHash, transactionHash, logIndex } of logs) {
        const key = `${blockHash} ${transactionHash} ${logIndex}`;
        if (removed) standing.delete(key);
        else standing.add(key);
      }
      return [...standing].toSorted();
    },
    /** The hashes from the last head told down to the first, by their links: what a client takes for the chain. */
    canonical(): string[] {
      const byHash = new Map(heads.map((head) => [head.hash, head]));
      const chain: string[] = [];
      for (let head = heads.at(-1); head !== undefined; head = byHash.get(head.parentHash)) chain.unshift(head.hash);
      return chain;
    },
  };
}
