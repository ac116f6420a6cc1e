// The webhook receivers of a simulation: one server in this process with one path for each endpoint, each with its own response mode.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request to the path of an endpoint and the status of its response; 0 means that the connection was closed without one. */
export type WebhookRequest = { number: number; headers: IncomingHttpHeaders; body: string; answered: number };

/** The response to the `time`-th request with the same webhook-id, counted from 1. */
type ResponseMode = (time: number, id: string) => number | ((response: ServerResponse) => void);

type Response = ReturnType<ResponseMode>;

const cut = (response: ServerResponse): void => void response.socket?.destroy();
const redirect = (response: ServerResponse): void => void response.writeHead(307, { location: "/trap" }).end();
const withBody = (status: number) => (response: ServerResponse) =>
  void response.writeHead(status, { "content-type": "text/plain" }).end("x".repeat(70_000));
/** 0 for a closed connection; a response with a body has 201. */
function statusOf(response: Response): number {
  if (typeof response === "number") return response;
  if (response === redirect) return 307;
  return response === cut ? 0 : 201;
}
const half = (id: string): boolean => Number.parseInt(id.slice(-1), 16) < 8;

export const RESPONSE_MODES: Readonly<Record<string, ResponseMode>> = {
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

/** `handlers.onRequest` is called for each request before the response is sent. */
export async function openReceivers() {
  const handlers: {
    onRequest: (request: WebhookRequest) => void;
    modeOf: (number: number) => string;
    onOtherPath: (path: string) => void;
  } = {
    onRequest: () => {},
    modeOf: () => "good",
    onOtherPath: () => {},
  };
  const times = new Map<string, number>();
  const receive = (number: number, headers: IncomingHttpHeaders, body: string, response: ServerResponse): void => {
    const id = String(headers["webhook-id"]);
    const time = (times.get(`${number} ${id}`) ?? 0) + 1;
    times.set(`${number} ${id}`, time);
    const answer = RESPONSE_MODES[handlers.modeOf(number)]?.(time, id) ?? 200;
    handlers.onRequest({ number, headers, body, answered: statusOf(answer) });
    if (typeof answer === "function") answer(response);
    else response.writeHead(answer).end();
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
      handlers.onOtherPath(request.url ?? "");
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    handlers,
    /** Forgets the requests of the run before. */
    reset: () => times.clear(),
    urlOf: (number: number): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/${number}`,
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
