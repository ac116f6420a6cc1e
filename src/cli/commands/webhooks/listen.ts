// `listen`: receives the webhooks of a tenant and forwards them to an app with the same bytes and headers; prints one line each.
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

/** Headers that belong to one connection, or that fetch sets itself. */
const SKIPPED_HEADERS = new Set(["host", "connection", "content-length", "transfer-encoding", "keep-alive"]);

export const listenCommand = clientCommand<ListenOptions>({
  name: "listen",
  about: "forward the webhooks of a tenant to your app, until Ctrl+C",
  options: [
    { flags: "--forward-to <URL>", about: "the endpoint of your app", required: true },
    { flags: "--type <TYPE>", about: "only this type, for example deposit.confirmed", repeatable: true },
    { flags: "--tenant-id <ID>", about: "the tenant (default: the first one)" },
    { flags: "--secret <SECRET>", about: "signing secret (default: a new one, which is printed)" },
    { flags: "--host <HOST>", about: "address of this machine for the sandbox (default: 127.0.0.1)" },
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
  const port = await listening(server, host);
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}/`;
  const endpoint = new Endpoint(client, tenantId, { url, event_types: options.type, secret: options.secret });
  try {
    const secret = await endpoint.register();
    io.err(
      escapeControl(`forwarding webhooks of tenant ${tenantId} to ${app}; they are signed with ${secret}`).concat("\n"),
    );
    // Matches no event: the stream only reports restarts of the world. It ends with the signal, or with the sandbox.
    for await (const item of followEvents(client, { resource_id: "listen" }, null, 0)) {
      if (!("restarted" in item) || (await endpoint.exists())) continue;
      await endpoint.register();
      io.err("the world was reset or restored: forwarding continues\n");
    }
  } finally {
    // A signal has aborted every other call of the client; otherwise the sandbox itself is gone.
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
  readonly #input: Readonly<Record<string, unknown>>;
  #id = "";

  constructor(client: Client, tenantId: string, input: Readonly<Record<string, unknown>>) {
    this.#client = client;
    this.#path = `/admin/tenants/${encodeURIComponent(tenantId)}/webhook-endpoints`;
    this.#input = input;
  }

  /** Registers the endpoint and returns its secret, which later registrations reuse. */
  async register(): Promise<string> {
    const made = await this.#client.post(this.#path, this.#input);
    if (!isObject(made)) return "";
    this.#id = String(made["id"]);
    Object.assign(this.#input, { secret: made["secret"] });
    return String(made["secret"]);
  }

  async exists(): Promise<boolean> {
    const found = await this.#client.get(this.#path);
    return recordsOf(isObject(found) ? found["items"] : []).some(({ id }) => id === this.#id);
  }

  /** Never rejects: if the sandbox is gone, so is the endpoint. */
  async remove(): Promise<void> {
    if (this.#id === "") return;
    await this.#client.cleanup.delete(`${this.#path}/${encodeURIComponent(this.#id)}`).catch(() => {});
  }
}

async function firstTenant(client: Client): Promise<string> {
  const found = await client.get("/admin/tenants");
  const [first] = recordsOf(isObject(found) ? found["items"] : []);
  if (first === undefined) throw new CommandError("the sandbox has no tenant: create one with tenants create NAME");
  return String(first["tenant_id"]);
}

type Forwarded = { id: string; type: string; status: number | null; body: Buffer; error: string; durationMs: number };

/** Forwards one delivery to the app, byte for byte; never rejects. */
async function forward(request: IncomingMessage, app: string, signal: AbortSignal): Promise<Forwarded> {
  const body = await buffer(request).catch(() => Buffer.alloc(0));
  const headers = new Headers();
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    const [name = "", value = ""] = request.rawHeaders.slice(at, at + 2);
    if (!SKIPPED_HEADERS.has(name.toLowerCase())) headers.append(name, value);
  }
  const event = { id: headers.get("webhook-id") ?? "", type: typeOf(body) };
  const startedAt = systemClock.monotonic();
  const elapsed = (): number => Math.round(systemClock.monotonic() - startedAt);
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
    return { ...event, status: reply.status, body: bytes, error: "", durationMs: elapsed() };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    return { ...event, status: null, body: Buffer.from(code), error: code, durationMs: elapsed() };
  }
}

/** Returns the app's status to the sandbox; an app that cannot be reached is a 502, so that the delivery is retried. */
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

function listening(server: Server, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void =>
      reject(new CommandError(escapeControl(`cannot listen on ${host}: ${error.message}`)));
    server.once("error", failed);
    server.listen(0, host, () => resolve((server.address() as AddressInfo).port));
  });
}
