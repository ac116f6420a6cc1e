// Plays a story against any running sandbox over HTTP alone and records every answer of the service and every webhook, so that two versions can be compared to the byte (C-02).
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** What a sandbox prints when it is ready, as far as stories need it. */
export type Ready = {
  url: string;
  admin_url: string;
  rpc: Record<string, string>;
  tenant_id: string;
  api_key: string;
  vault_id: string;
};

/** One answer or webhook: what was asked in one line, status (null for a webhook), headers by name, and the exact text. */
export type Recorded = { ask: string; status: number | null; headers: Record<string, string>; text: string };

type Asked = { body?: unknown; raw?: string; headers?: Record<string, string> };

export type Cast = {
  readonly ready: Ready;
  /** A recorded call of the service with the key of the default tenant; `path` begins behind `/v1`. Returns the JSON. */
  v1(call: string, asked?: Asked): Promise<any>;
  /** A call of the control API, which is not recorded: returns `data`, whatever the status. */
  control(call: string, body?: unknown): Promise<any>;
  /** A recorded call of JSON-RPC. */
  rpc(network: string, method: string, ...params: unknown[]): Promise<any>;
  /** Registers a receiver of webhooks, which are recorded at the end; `answer` gives a status by the attempt of the event. */
  receiver(types?: readonly string[], answer?: (attempt: number) => number): Promise<{ id: string; path: string }>;
  /** All work is done, time is not moved or as far as something waits. */
  idle(advance?: boolean): Promise<void>;
};

/** One story: it ends when its calls have been made. */
export type Story = { name: string; play(cast: Cast): Promise<void> };

/** Headers that differ from run to run: the wall clock, the connection. */
const OF_THE_WALL = new Set([
  ...["date", "connection", "keep-alive", "transfer-encoding", "host", "x-ratelimit-reset", "x-ratelimit-remaining"],
  ...["webhook-timestamp", "webhook-signature", "traceparent"],
]);

/** Ports differ from run to run. */
const withoutPorts = (text: string): string => text.replaceAll(/(127\.0\.0\.1|localhost):\d+/g, "here");

function headersOf(headers: Iterable<[string, string]>): Record<string, string> {
  const kept = [...headers]
    .filter(([name]) => !OF_THE_WALL.has(name))
    .map(([name, value]) => [name, withoutPorts(value)]);
  return Object.fromEntries(kept.toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1)));
}

/** Plays the story against the sandbox and returns all that it recorded, in order; webhooks at the end, by receiver and event. */
export async function record({ play }: Story, ready: Ready): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  const receivers: Receiver[] = [];
  const cast: Cast = {
    ready,
    async v1(call, { body, raw, headers = {} } = {}) {
      const [method = "", path = ""] = call.split(" ");
      const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
      const json = text === undefined ? {} : { "content-type": "application/json" };
      const response = await fetch(`${ready.url}/v1${path}`, {
        ...{ method, headers: withoutEmpty({ "x-api-key": ready.api_key, ...json, ...headers }) },
        ...(text === undefined ? {} : { body: text }),
      });
      const answer = await response.text();
      const ask = `${call}${text === undefined ? "" : ` ${text.slice(0, 500)}`}`;
      recorded.push({
        ...{ ask: withoutPorts(ask), status: response.status },
        ...{ headers: headersOf(response.headers), text: withoutPorts(answer) },
      });
      return answer === "" ? undefined : JSON.parse(answer);
    },
    control: (call, body) => controlOf(ready, call, body),
    async rpc(network, method, ...params) {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      const init = { method: "POST", body, headers: { "content-type": "application/json" } };
      const text = await (await fetch(ready.rpc[network] ?? "", init)).text();
      recorded.push({ ask: `${network} ${method} ${JSON.stringify(params)}`, status: 200, headers: {}, text });
      return JSON.parse(text).result;
    },
    async receiver(types = ["*"], answer = () => 200) {
      const receiver = await aReceiver(answer);
      receivers.push(receiver);
      const path = `/tenants/${ready.tenant_id}/webhook-endpoints`;
      const { id } = await controlOf(ready, `POST ${path}`, { url: receiver.url, event_types: types });
      return { id, path: `${path}/${id}` };
    },
    async idle(advance = false) {
      await controlOf(ready, "POST /run-until-idle", advance ? { advance: true } : {});
    },
  };
  try {
    await play(cast);
    await cast.idle();
  } finally {
    for (const receiver of receivers) receiver.close();
  }
  return [...recorded, ...receivers.flatMap(({ taken }) => taken.toSorted(byAsk))];
}

/** Attempts of different events run beside each other: only the order of one event's is the same in every run. */
const byAsk = (a: Recorded, b: Recorded): number => (a.ask < b.ask ? -1 : a.ask > b.ask ? 1 : 0);

/** An empty text takes a default header away. */
function withoutEmpty(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ""));
}

async function controlOf(ready: Ready, call: string, body?: unknown): Promise<any> {
  const [method = "", path = ""] = call.split(" ");
  const response = await fetch(`${ready.admin_url}${path}`, {
    ...{ method, headers: body === undefined ? {} : { "content-type": "application/json" } },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (JSON.parse(await response.text()) as { data?: unknown }).data;
}

type Receiver = { url: string; taken: Recorded[]; close(): void };

async function aReceiver(answer: (attempt: number) => number): Promise<Receiver> {
  const taken: Recorded[] = [];
  const attempts = new Map<string, number>();
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => (text += part));
    request.on("end", () => {
      const id = String(request.headers["webhook-id"]);
      const attempt = (attempts.get(id) ?? 0) + 1;
      attempts.set(id, attempt);
      taken.push({
        ask: `webhook ${id}`,
        status: null,
        headers: headersOf(plain(request.headers)),
        text: withoutPorts(text),
      });
      response.writeHead(answer(attempt)).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hooks`, taken, close: () => void server.close() };
}

const plain = (headers: IncomingHttpHeaders): [string, string][] =>
  Object.entries(headers).map(([name, value]) => [name, String(value)]);
