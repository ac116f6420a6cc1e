// A receiver that does everything right, in parts that a planted one replaces. `GET /credits` is its probe.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export const SECRET = "whsec_7d1f0b52c6a84e3993aa";

/** A virtual wall clock, in ms: a slow receiver lets it pass instead of waiting. */
export const clock = { late: 0 };

export type Received = { method: string; headers: IncomingMessage["headers"]; body: Buffer; request: IncomingMessage };
export type Envelope = { id: string; type: string; payload: Record<string, any> };

export class Refusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  constructor(status: number, text = "", headers: Record<string, string> = {}) {
    super(text);
    this.status = status;
    this.headers = headers;
  }
}

const STATES = ["new", "created", "confirmed", "completed", "failed"];
const TOLERANCE_SECONDS = 300;
const MOST_BYTES = 512 * 1024;

export class Receiver {
  readonly seen = new Set<string>();
  readonly credits: Record<string, bigint> = {};
  readonly records: Record<string, string> = {};

  /** Answers a webhook; a `Refusal` is an answer, anything else that is thrown a 500. */
  async answer(received: Received): Promise<number> {
    this.checkForm(received);
    if (!this.isGenuine(received)) throw this.refusal(received);
    if (!this.isFresh(received)) throw this.refusal(received);
    const event = this.parse(received);
    await this.take(event, received);
    return 200;
  }

  checkForm({ method, headers, body }: Received): void {
    if (method !== "POST") throw new Refusal(405);
    if (body.length > MOST_BYTES) throw new Refusal(413);
    if (headers["content-type"] !== "application/json") throw new Refusal(415);
  }

  refusal(_received: Received): Refusal {
    return new Refusal(401, "not genuine");
  }

  text(received: Received, name: string): string {
    return String(received.headers[name] ?? "");
  }

  hmac(received: Received, body: Uint8Array | string = received.body): string {
    return createHmac("sha256", SECRET)
      .update(`${this.text(received, "webhook-timestamp")}.`)
      .update(body)
      .digest("hex");
  }

  isGenuine(received: Received): boolean {
    return this.signatures(received).some((one) => this.matches(one, received));
  }

  signatures(received: Received): string[] {
    return this.text(received, "webhook-signature").split(" ");
  }

  matches(signature: string, received: Received): boolean {
    const [given, right] = [Buffer.from(signature), Buffer.from(this.hmac(received))];
    return given.length === right.length && timingSafeEqual(given, right);
  }

  age(received: Received): number {
    return Date.now() / 1_000 - Number(this.text(received, "webhook-timestamp"));
  }

  isFresh(received: Received): boolean {
    return Math.abs(this.age(received)) <= TOLERANCE_SECONDS;
  }

  parse({ body }: Received): Envelope {
    try {
      return JSON.parse(body.toString("utf8")) as Envelope;
    } catch {
      throw new Refusal(400);
    }
  }

  /** Looks and books in one step: nothing else runs between. */
  async take(event: Envelope, _received: Received): Promise<void> {
    if (this.seen.has(event.id)) return;
    this.seen.add(event.id);
    this.book(event);
  }

  book({ type, payload }: Envelope): void {
    const state = type.split(".").at(-1) ?? "";
    if (/^(deposit|uda\.settlement)\./.test(type)) this.move(payload["id"], state);
    if (type !== "deposit.confirmed") return;
    const owner = payload["owner"];
    this.credits[owner] = (this.credits[owner] ?? 0n) + BigInt(payload["balance"].raw);
  }

  move(id: string, state: string): void {
    if (STATES.indexOf(state) > STATES.indexOf(this.records[id] ?? "")) this.records[id] = state;
  }

  probe(): string {
    return JSON.stringify({ credits: this.credits, records: this.records }, (_, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
  }
}

/** Opens a port of its own for the receiver. */
export async function serve(receiver: Receiver): Promise<{ url: string; probe: string; close(): Promise<void> }> {
  const server = createServer((request, response) => void respond(receiver, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  return { url: `${origin}/hooks`, probe: `${origin}/credits`, close };
}

async function respond(receiver: Receiver, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === "/credits") return void response.end(receiver.probe());
  try {
    const received = { method: request.method ?? "", headers: request.headers, body: await buffer(request), request };
    response.writeHead(await receiver.answer(received)).end();
  } catch (error) {
    if (error instanceof Refusal) response.writeHead(error.status, error.headers).end(error.message);
    else response.writeHead(500).end();
  }
}

/** Lets other requests of this process go on: turns of the event loop, not time. */
export async function turns(count: number, isOver: () => boolean = () => false): Promise<void> {
  for (let left = count; left > 0 && !isOver(); left -= 1) await new Promise((resolve) => setImmediate(resolve));
}
