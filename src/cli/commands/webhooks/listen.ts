// `listen`: receives the webhooks of a tenant and forwards them to an app with the same bytes and headers, one line each.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { systemClock } from "../../../kernel/wall-clock.ts";
import { type ClientCall, clientCommand } from "../../command.ts";
import { followEvents } from "../../follow-events.ts";
import { recordsOf } from "../../http-client.ts";
import { painter } from "../../output.ts";
import { CommandError, jsonLine, type ProcessIo } from "../../process-io.ts";

type ListenOptions = {
  forwardTo: string;
  type?: string[];
  tenantId?: string;
  secret?: string;
  host?: string;
  json?: true;
};

type Client = ClientCall<ListenOptions>["client"];

/** Headers that belong to one connection, or that the request makes anew. */
const OWN_HEADERS = new Set(["host", "connection", "content-length", "transfer-encoding", "keep-alive"]);

export const listenCommand = clientCommand<ListenOptions>({
  name: "listen",
  about: "forward the webhooks of a tenant to your app, until Ctrl+C",
  options: [
    { flags: "--forward-to <URL>", about: "where your app takes them", required: true },
    { flags: "--type <TYPE>", about: "only this type, as deposit.confirmed", repeatable: true },
    { flags: "--tenant-id <ID>", about: "whose they are (default: the first tenant)" },
    { flags: "--secret <SECRET>", about: "sign them with this one (default: a new one, which is printed)" },
    { flags: "--host <HOST>", about: "this machine as the sandbox reaches it (default: 127.0.0.1)" },
  ],
  examples: [
    "listen --forward-to http://localhost:3000/hooks",
    "listen --forward-to http://localhost:3000/hooks --type deposit.confirmed",
  ],
  run: listenAndForward,
});

async function listenAndForward({ client, options, io, signal }: ClientCall<ListenOptions>): Promise<number> {
  const app = appOf(options.forwardTo);
  const tenantId = options.tenantId ?? (await firstTenant(client));
  const server = createServer((request, response) => {
    void forward(request, app, signal).then((done) => answer(response, done, options, io));
  });
  const { host = "127.0.0.1" } = options;
  const port = await opened(server, host);
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}/`;
  const endpoint = new Endpoint(client, tenantId, { url, event_types: options.type, secret: options.secret });
  try {
    const secret = await endpoint.register();
    io.err(
      escapeControl(`forwarding webhooks of tenant ${tenantId} to ${app}; they are signed with ${secret}`).concat("\n"),
    );
    // Events of nothing: the stream only tells when the world is another one. It ends with the signal, or with the sandbox.
    for await (const news of followEvents(client, { resource_id: "listen" }, null, 0)) {
      if (!("restarted" in news) || (await endpoint.isThere())) continue;
      await endpoint.register();
      io.err("the world was started anew: forwarding goes on in it\n");
    }
  } finally {
    // A signal has ended everything else that the client does.
    if (signal.aborted) await endpoint.remove();
    server.close();
    server.closeAllConnections();
  }
  return 0;
}

/** The webhook endpoint of this command. */
class Endpoint {
  readonly #client: Client;
  readonly #path: string;
  readonly #order: Readonly<Record<string, unknown>>;
  #id = "";

  constructor(client: Client, tenantId: string, order: Readonly<Record<string, unknown>>) {
    this.#client = client;
    this.#path = `/admin/tenants/${encodeURIComponent(tenantId)}/webhook-endpoints`;
    this.#order = order;
  }

  /** Registers it and answers its secret; the same one is asked for ever after. */
  async register(): Promise<string> {
    const made = await this.#client.post(this.#path, this.#order);
    if (!isObject(made)) return "";
    this.#id = String(made["id"]);
    Object.assign(this.#order, { secret: made["secret"] });
    return String(made["secret"]);
  }

  async isThere(): Promise<boolean> {
    const found = await this.#client.get(this.#path);
    return recordsOf(isObject(found) ? found["items"] : []).some(({ id }) => id === this.#id);
  }

  /** Never rejects: a sandbox that is gone has no endpoint either. */
  async remove(): Promise<void> {
    if (this.#id === "") return;
    await this.#client.parting.delete(`${this.#path}/${encodeURIComponent(this.#id)}`).catch(() => {});
  }
}

async function firstTenant(client: Client): Promise<string> {
  const found = await client.get("/admin/tenants");
  const [first] = recordsOf(isObject(found) ? found["items"] : []);
  if (first === undefined) throw new CommandError("the sandbox has no tenant: create one with tenants create NAME");
  return String(first["tenant_id"]);
}

type Forwarded = { id: string; type: string; status: number | null; body: Buffer; error: string; durationMs: number };

/** One delivery on to the app, byte for byte; never rejects. */
async function forward(request: IncomingMessage, app: string, signal: AbortSignal): Promise<Forwarded> {
  const body = await buffer(request).catch(() => Buffer.alloc(0));
  const headers = new Headers();
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    const [name = "", value = ""] = request.rawHeaders.slice(at, at + 2);
    if (!OWN_HEADERS.has(name.toLowerCase())) headers.append(name, value);
  }
  const about = { id: headers.get("webhook-id") ?? "", type: typeOf(body) };
  const began = systemClock.monotonic();
  const took = (): number => Math.round(systemClock.monotonic() - began);
  try {
    const init = {
      method: request.method ?? "POST",
      headers,
      body: new Uint8Array(body),
      redirect: "manual",
      signal,
    } as const;
    const reply = await fetch(app, init);
    const bytes = Buffer.from(await reply.arrayBuffer());
    return { ...about, status: reply.status, body: bytes, error: "", durationMs: took() };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    return { ...about, status: null, body: Buffer.from(code), error: code, durationMs: took() };
  }
}

/** The app's own status goes back to the sandbox; an app that cannot be reached is a 502, so that it is tried again. */
function answer(response: ServerResponse, done: Forwarded, { json }: ListenOptions, io: ProcessIo): void {
  response.writeHead(done.status ?? 502, { "content-type": "text/plain" });
  response.end(done.body);
  const { id, type, status, error, durationMs } = done;
  if (json) {
    io.out(jsonLine({ id, type, status, error, duration_ms: durationMs }));
    return;
  }
  const paint = painter(io);
  const outcome = status === null ? `not reached (${error})` : String(status);
  const good = status !== null && status >= 200 && status <= 299;
  io.out(
    `${(good ? paint.good : paint.bad)(escapeControl(outcome))}  ${escapeControl(`${type}  ${id}`)}  ${durationMs} ms\n`,
  );
}

function typeOf(body: Buffer): string {
  try {
    const event: unknown = JSON.parse(body.toString("utf8"));
    return isObject(event) ? String(event["type"] ?? "") : "";
  } catch {
    return "(no JSON)";
  }
}

function appOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href;
  throw new CommandError("--forward-to must be an address such as http://localhost:3000/hooks", 2);
}

function opened(server: Server, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void =>
      reject(new CommandError(escapeControl(`cannot listen on ${host}: ${error.message}`)));
    server.once("error", failed);
    server.listen(0, host, () => resolve((server.address() as AddressInfo).port));
  });
}
