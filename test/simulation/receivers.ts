// The webhook receivers of a simulation: one server in this process, one path for each endpoint, each with its own manners.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it came to the path of an endpoint, and what it was answered: a status, or 0 for a connection that was cut. */
export type Hook = { number: number; headers: IncomingHttpHeaders; body: string; answered: number };

/** How a receiver answers the `time`-th request with one webhook-id, counted from 1. */
type Manner = (time: number, id: string) => number | ((response: ServerResponse) => void);

type Told = ReturnType<Manner>;

const cut = (response: ServerResponse): void => void response.socket?.destroy();
const redirect = (response: ServerResponse): void => void response.writeHead(307, { location: "/trap" }).end();
const withBody = (status: number) => (response: ServerResponse) =>
  void response.writeHead(status, { "content-type": "text/plain" }).end("x".repeat(70_000));
/** A cut connection is 0, a body that is written by hand comes with 201. */
function statusOf(told: Told): number {
  if (typeof told === "number") return told;
  if (told === redirect) return 307;
  return told === cut ? 0 : 201;
}
const half = (id: string): boolean => Number.parseInt(id.slice(-1), 16) < 8;

export const MANNERS: Readonly<Record<string, Manner>> = {
  good: () => 200,
  empty: () => 204,
  talkative: () => withBody(201),
  moody: (_time, id) => (half(id) ? 500 : 200),
  "second time": (time) => (time === 1 ? 503 : 200),
  "sixth time": (time) => (time < 6 ? 500 : 200),
  never: () => 404,
  elsewhere: () => redirect,
  "takes it and says nothing": (time) => (time === 1 ? cut : 200),
  slower: (time) => (time === 1 ? 429 : 200),
};

export type Receivers = Awaited<ReturnType<typeof openReceivers>>;

/** `heard` is told of each request before it is answered. */
export async function openReceivers() {
  const ears: { heard: (hook: Hook) => void; mannerOf: (number: number) => string; trapped: (path: string) => void } = {
    heard: () => {},
    mannerOf: () => "good",
    trapped: () => {},
  };
  const times = new Map<string, number>();
  const receive = (number: number, headers: IncomingHttpHeaders, body: string, response: ServerResponse): void => {
    const id = String(headers["webhook-id"]);
    const time = (times.get(`${number} ${id}`) ?? 0) + 1;
    times.set(`${number} ${id}`, time);
    const told = MANNERS[ears.mannerOf(number)]?.(time, id) ?? 200;
    ears.heard({ number, headers, body, answered: statusOf(told) });
    if (typeof told === "function") told(response);
    else response.writeHead(told).end();
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const number = /^\/hooks\/(\d+)$/.exec(request.url ?? "")?.[1];
      if (number !== undefined) {
        receive(Number(number), request.headers, Buffer.concat(chunks).toString("utf8"), response);
        return;
      }
      ears.trapped(request.url ?? "");
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    ears,
    /** Nothing was received yet: another story begins. */
    forget: () => times.clear(),
    urlOf: (number: number): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/${number}`,
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
