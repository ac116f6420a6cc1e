// JSON-RPC over WebSocket: handshakes, the subscriptions and limits of each socket, and pings that detect dead ones.
import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { type Chain, type Chains, RpcError } from "../chains/chain.ts";
import { RPC_CODE } from "../chains/rpc-errors.ts";
import type { Log } from "../kernel/log.ts";
import type { Timer, WallClock } from "../kernel/wall-clock.ts";
import type { ChainFeed } from "./chain-feed.ts";
import type { Dispatch } from "./dispatch.ts";
import { type FindChain, MAX_MESSAGE_BYTES, unknownNetwork } from "./http/router.ts";
import { errorText } from "./json-rpc.ts";
import type { ObserveAnswer } from "./observe-call.ts";
import { createSubscriptions, type Subscriptions } from "./subscriptions.ts";

export const MAX_SOCKETS = 500;
/** Concurrent calls of one socket; reading pauses above this. */
const MAX_CONCURRENT_CALLS = 256;
/** A client that reads too slowly is disconnected when this many bytes are buffered for it. */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024;
/** Between two pings; a socket that answers neither of two is dead. */
export const PING_INTERVAL_MS = 15_000;
/** A `newHeads` subscription counts as a poll of the head this often: its client may wait for confirmations. */
export const HEAD_REMINDER_MS = 200;

type SocketDependencies = {
  chains: Chains;
  find: FindChain;
  dispatch: Dispatch;
  feed: ChainFeed;
  wall: WallClock;
  log: Log;
  nextId(): string;
  headAwaited(network: string): void;
  allow(request: IncomingMessage): boolean;
  /** Told of each handshake that is refused; nobody by default. */
  observeAnswer?: ObserveAnswer | undefined;
};

type Client = { subscriptions: Subscriptions; alive: boolean };

export type Sockets = {
  attach(server: Server): void;
  /** Ends timers and handshakes. */
  stop(): void;
  /** Closes every socket with a code of RFC 6455. */
  close(code: number): Promise<void>;
};

/** A client that does not answer the close frame is disconnected after this long. */
const CLOSE_TIMEOUT_MS = 250;

export function createSockets(parts: SocketDependencies): Sockets {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  const clients = new Map<WebSocket, Client>();
  const stopPings = every(parts.wall, PING_INTERVAL_MS, () => pingAll(clients));
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
    stop() {
      stopPings();
      stopReminder();
      for (const run of detach.splice(0)) run();
    },
    async close(code) {
      await Promise.all([...clients.keys()].map((socket) => closeSocket(parts.wall, socket, code)));
    },
  };
}

function closeSocket(wall: WallClock, socket: WebSocket, code: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = wall.after(CLOSE_TIMEOUT_MS, () => socket.terminate(), { unref: true });
  socket.once("close", () => {
    timer.cancel();
    resolve();
  });
  socket.close(code);
  return promise;
}

/** The chain that a handshake is for; answers the handshake itself when it is refused. */
function admit(parts: SocketDependencies, open: number, request: IncomingMessage, stream: Duplex): Chain | undefined {
  stream.on("error", () => stream.destroy());
  const target = request.url ?? "";
  const name = /^\/rpc\/([^/]+)\/?$/.exec(URL.parse(target, "http://rpc")?.pathname ?? "")?.[1];
  const refuse = (status: number, detail: string): undefined => {
    const text = refuseHandshake(stream, status, detail);
    parts.observeAnswer?.({ request, target, status, text, detail });
  };
  if (!parts.allow(request)) return refuse(403, "this host or origin may not speak to the sandbox");
  if (name === undefined) return refuse(404, "WebSockets are served at /rpc/{network}");
  const chain = parts.find(name);
  if (!chain) return refuse(404, unknownNetwork(name, parts.chains));
  if (open >= MAX_SOCKETS) return refuse(503, `too many connections (limit ${MAX_SOCKETS})`);
  return chain;
}

/** Returns the body that was sent. */
function refuseHandshake(stream: Duplex, status: number, message: string): string {
  const body = errorText(null, new RpcError(RPC_CODE.invalidRequest, message));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Connection: close",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  stream.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  return body;
}

function serve(parts: SocketDependencies, clients: Map<WebSocket, Client>, socket: WebSocket, chain: Chain): void {
  const send = (text: string): void => {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(text);
    if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate();
  };
  const subscriptions = createSubscriptions({ feed: parts.feed, nextId: parts.nextId, send });
  const client = { subscriptions, alive: true };
  clients.set(socket, client);
  let running = 0;
  socket.on("message", async (data: RawData) => {
    client.alive = true;
    running += 1;
    if (running >= MAX_CONCURRENT_CALLS) socket.pause();
    const answer = await parts.dispatch(chain, textOf(data), subscriptions);
    running -= 1;
    if (socket.isPaused && running < MAX_CONCURRENT_CALLS) socket.resume();
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

function pingAll(clients: ReadonlyMap<WebSocket, Client>): void {
  for (const [socket, client] of clients) {
    // A paused socket is alive but cannot read the pong: its own calls are still running.
    if (socket.isPaused) continue;
    if (!client.alive) socket.terminate();
    client.alive = false;
    if (socket.readyState === socket.OPEN) socket.ping();
  }
}

/** Calls `run` at an interval without keeping the process alive; returns the function that stops it. */
function every(wall: WallClock, intervalMs: number, run: () => void): () => void {
  let timer: Timer;
  const arm = (): void => {
    const tick = (): void => {
      run();
      arm();
    };
    timer = wall.after(intervalMs, tick, { unref: true });
  };
  arm();
  return () => timer.cancel();
}
