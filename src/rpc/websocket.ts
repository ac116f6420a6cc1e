// JSON-RPC over WebSocket: one socket a client, with its subscriptions, its bounds, and a pulse that finds dead ones.
import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { type Chain, type Chains, RpcError } from "../chains/chain.ts";
import { RPC_CODE } from "../chains/rpc-errors.ts";
import type { Log } from "../kernel/log.ts";
import type { Timer, WallClock } from "../kernel/wall-clock.ts";
import type { ChainFeed } from "./chain-feed.ts";
import type { Dispatch } from "./dispatch.ts";
import { type FindChain, MAX_MESSAGE_BYTES, unknownNetwork } from "./http.ts";
import { errorText } from "./json-rpc.ts";
import { createSubscriptions, type Subscriptions } from "./subscriptions.ts";

export const MAX_SOCKETS = 500;
/** Calls of one socket that may be under way; more wait in the network. */
const MOST_CALLS_UNDER_WAY = 256;
/** A client that reads slower than it is told loses its connection when this much waits for it. */
const MOST_UNREAD_BYTES = 16 * 1024 * 1024;
/** Between two pulses; a socket silent for two is dead. */
export const PING_INTERVAL_MS = 15_000;
/** Listening for heads counts as waiting for confirmations; the loop wants to hear it every 10 s. */
const HEAD_REMINDER_MS = 5_000;

type SocketParts = {
  chains: Chains;
  find: FindChain;
  dispatch: Dispatch;
  feed: ChainFeed;
  wall: WallClock;
  log: Log;
  nextId(): string;
  headAwaited(network: string): void;
  allow(request: IncomingMessage): boolean;
};

type Client = { subscriptions: Subscriptions; alive: boolean };

export type Sockets = { attach(server: Server): void; close(): Promise<void> };

export function createSockets(parts: SocketParts): Sockets {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  const clients = new Map<WebSocket, Client>();
  const stopPulse = every(parts.wall, PING_INTERVAL_MS, () => feelPulse(clients));
  const stopReminder = every(parts.wall, HEAD_REMINDER_MS, () => {
    const networks = [...clients.values()].flatMap(({ subscriptions }) => subscriptions.headNetworks());
    for (const network of new Set(networks)) parts.headAwaited(network);
  });
  const detach: (() => void)[] = [];
  return {
    attach(server) {
      const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
        const chain = admit(parts, clients.size, request, stream);
        if (chain) sockets.handleUpgrade(request, stream, head, (socket) => serve(parts, clients, socket, chain));
      };
      server.on("upgrade", upgrade);
      detach.push(() => server.off("upgrade", upgrade));
    },
    close() {
      stopPulse();
      stopReminder();
      for (const run of detach) run();
      for (const socket of clients.keys()) socket.terminate();
      return new Promise((resolve) => sockets.close(() => resolve()));
    },
  };
}

/** The chain a handshake is for; a refused one is answered here. */
function admit(parts: SocketParts, open: number, request: IncomingMessage, stream: Duplex): Chain | undefined {
  stream.on("error", () => stream.destroy());
  const path = URL.parse(request.url ?? "", "http://rpc")?.pathname ?? "";
  const name = /^\/rpc\/([^/]+)\/?$/.exec(path)?.[1];
  if (!parts.allow(request)) return refuse(stream, 403, "this host or origin may not speak to the sandbox");
  if (name === undefined) return refuse(stream, 404, "WebSockets are served at /rpc/{network}");
  const chain = parts.find(name);
  if (!chain) return refuse(stream, 404, unknownNetwork(name, parts.chains));
  if (open >= MAX_SOCKETS) return refuse(stream, 503, `too many connections (limit ${MAX_SOCKETS})`);
  return chain;
}

function refuse(stream: Duplex, status: number, message: string): undefined {
  const body = errorText(null, new RpcError(RPC_CODE.invalidRequest, message));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Connection: close",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  stream.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

function serve(parts: SocketParts, clients: Map<WebSocket, Client>, socket: WebSocket, chain: Chain): void {
  const send = (text: string): void => {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(text);
    if (socket.bufferedAmount > MOST_UNREAD_BYTES) socket.terminate();
  };
  const subscriptions = createSubscriptions({ feed: parts.feed, nextId: parts.nextId, send });
  const client = { subscriptions, alive: true };
  clients.set(socket, client);
  let underWay = 0;
  socket.on("message", async (data: RawData) => {
    client.alive = true;
    underWay += 1;
    if (underWay >= MOST_CALLS_UNDER_WAY) socket.pause();
    const answer = await parts.dispatch(chain, textOf(data), subscriptions);
    underWay -= 1;
    if (socket.isPaused && underWay < MOST_CALLS_UNDER_WAY) socket.resume();
    if (answer.cut) socket.terminate();
    else if (answer.text !== undefined) send(answer.text);
    answer.delivered();
  });
  socket.on("pong", () => {
    client.alive = true;
  });
  socket.on("error", (error) => parts.log.debug({ error, network: chain.definition.symbol }, "websocket"));
  socket.on("close", () => {
    clients.delete(socket);
    subscriptions.close();
  });
}

function textOf(data: RawData): string {
  return (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)).toString("utf8");
}

function feelPulse(clients: ReadonlyMap<WebSocket, Client>): void {
  for (const [socket, client] of clients) {
    // A paused socket cannot hear the answer to a ping, and it is alive: its own calls hold it up.
    if (socket.isPaused) continue;
    if (!client.alive) socket.terminate();
    client.alive = false;
    if (socket.readyState === socket.OPEN) socket.ping();
  }
}

/** Runs again and again without holding the process; returns the stop. */
function every(wall: WallClock, intervalMs: number, run: () => void): () => void {
  let timer: Timer;
  const arm = (): void => {
    const turn = (): void => {
      run();
      arm();
    };
    timer = wall.after(intervalMs, turn, { unref: true });
  };
  arm();
  return () => timer.cancel();
}
