// A WebSocket subscriber of the RPC server that rebuilds the chain's heads and logs from notifications alone.
import { onTestFinished } from "vitest";
import WebSocket from "ws";
import type { ASandbox } from "../a-sandbox.ts";

type Log = { removed: boolean; blockHash: string; transactionHash: string; logIndex: string };
type Head = { hash: string; parentHash: string; number: string };

/** Subscribes to heads and to the logs of all registered tokens of a network; `heads` and `logs` are the notifications, in order. */
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
    /** Waits for all notifications so far: a reply arrives after everything sent before it. */
    caughtUp: (): Promise<unknown> => ask("eth_blockNumber"),
    /** The logs of the canonical chain: notified and not removed. */
    standing(): string[] {
      const current = new Set<string>();
      for (const { removed, blockHash, transactionHash, logIndex } of logs) {
        const key = `${blockHash} ${transactionHash} ${logIndex}`;
        if (removed) current.delete(key);
        else current.add(key);
      }
      return [...current].toSorted();
    },
    /** The hashes from the last notified head to the first, by parent hash: the client's view of the chain. */
    canonical(): string[] {
      const byHash = new Map(heads.map((head) => [head.hash, head]));
      const chain: string[] = [];
      for (let head = heads.at(-1); head !== undefined; head = byHash.get(head.parentHash)) chain.unshift(head.hash);
      return chain;
    },
  };
}
