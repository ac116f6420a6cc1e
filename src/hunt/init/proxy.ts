// The reverse proxy of `hunt init`: forwards everything to the app, and keeps what passed within bounds (U-03).
import {
  request as ask,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { pairOf } from "../app/cookies.ts";
import type { WatchedRequest } from "./watched-request.ts";

/** Bytes of one body that are kept; longer ones pass, and are not looked at. */
export const MAX_KEPT_BYTES = 1_048_576;
/** Exchanges that are kept, and bytes of them all; the oldest go first. */
const MAX_EXCHANGES = 500;
const MAX_ALL_BYTES = 32 * MAX_KEPT_BYTES;
/** Of one connection: neither side may take more than this. */
const MAX_HEADER_BYTES = 32 * 1_024;
/** Headers that belong to one connection (RFC 9110, 7.6.1), and one that would make the answer unreadable here. */
const OWN_HEADERS = new Set([
  ...["connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "te", "trailer", "transfer-encoding"],
  ...["upgrade", "accept-encoding", "expect"],
]);

export type Passage = {
  readonly url: string;
  readonly exchanges: readonly WatchedRequest[];
  close(): Promise<void>;
};

/** Opens it on a free port of this machine. `onExchange`: called after each answer is kept. */
export async function openProxy(appOrigin: string, onExchange: (exchange: WatchedRequest) => void): Promise<Passage> {
  const kept = new Kept();
  let number = 0;
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (incoming, outgoing) => {
    if (!isOwnHost(incoming.headers.host))
      return refuse(outgoing, 421, "this proxy answers to 127.0.0.1 and localhost only");
    number += 1;
    forward({ incoming, outgoing, appOrigin, own: `http://${incoming.headers.host}`, number }, (exchange) => {
      kept.add(exchange);
      onExchange(exchange);
    });
  });
  server.on("upgrade", (_request, socket) => {
    // The other side may be gone already.
    socket.on("error", () => {});
    const text = "hunt init forwards no WebSockets: connect to your app itself\n";
    socket.end(`HTTP/1.1 501 Not Implemented\r\nConnection: close\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    get exchanges() {
      return kept.exchanges;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Forwarded = {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly appOrigin: string;
  readonly own: string;
  readonly number: number;
};

function forward(
  { incoming, outgoing, appOrigin, own, number }: Forwarded,
  done: (exchange: WatchedRequest) => void,
): void {
  const { method = "GET", url = "/" } = incoming;
  // Only a path: the request line may also hold a whole URL, which would lead elsewhere.
  const target = url.startsWith("/") ? url : "/";
  const { hostname, port } = new URL(appOrigin);
  const headers = { ...withoutOwn(incoming.headers), host: new URL(appOrigin).host };
  const upstream = ask({ hostname: hostname.replace(/^\[|\]$/g, ""), port: port || 80, method, path: target, headers });
  const sent = keep(incoming);
  upstream.once("response", (answer) => {
    const got = keep(answer);
    outgoing.writeHead(answer.statusCode ?? 502, answered(answer.headers, appOrigin, own));
    answer.pipe(outgoing);
    answer.once("error", () => outgoing.destroy());
    answer.once("end", () => {
      const kept = { headers: plain(incoming.headers), requestBody: sent(), replyBody: got() };
      const cookies = (answer.headers["set-cookie"] ?? []).map(pairOf);
      done({ number, method, target, status: answer.statusCode ?? 0, ...kept, cookies });
    });
  });
  upstream.once("error", (error: NodeJS.ErrnoException) => {
    if (outgoing.headersSent) outgoing.destroy();
    else refuse(outgoing, 502, `your app gave no answer (${error.code ?? error.message})`);
  });
  incoming.pipe(upstream);
  incoming.once("error", () => upstream.destroy());
  outgoing.once("close", () => upstream.destroy());
}

/** Reads along; the result is null once more came than is kept. */
function keep(stream: IncomingMessage): () => string | null {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MAX_KEPT_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  });
  return () => (bytes === 0 || bytes > MAX_KEPT_BYTES ? null : Buffer.concat(chunks).toString("utf8"));
}

class Kept {
  exchanges: WatchedRequest[] = [];
  #bytes = 0;

  add(exchange: WatchedRequest): void {
    this.exchanges.push(exchange);
    this.#bytes += sizeOf(exchange);
    while (this.exchanges.length > MAX_EXCHANGES || this.#bytes > MAX_ALL_BYTES) {
      const gone = this.exchanges.shift();
      if (gone === undefined) return;
      this.#bytes -= sizeOf(gone);
    }
  }
}

function sizeOf({ target, requestBody, replyBody }: WatchedRequest): number {
  return 1_000 + target.length + (requestBody?.length ?? 0) + (replyBody?.length ?? 0);
}

function withoutOwn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name)));
}

/** A redirect to the app leads through the proxy again. */
function answered(headers: IncomingHttpHeaders, appOrigin: string, own: string): IncomingHttpHeaders {
  const { location } = headers;
  const kept = withoutOwn(headers);
  return location?.startsWith(appOrigin) ? { ...kept, location: `${own}${location.slice(appOrigin.length)}` } : kept;
}

function plain(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/** A page of another site must not reach the app through a name of its own that leads here. */
function isOwnHost(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host ?? "");
}

function refuse(outgoing: ServerResponse, status: number, text: string): void {
  outgoing.writeHead(status, { "content-type": "text/plain", connection: "close" }).end(`hunt init: ${text}\n`);
}
