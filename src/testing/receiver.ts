// A webhook receiver in the test's own process: verifies every signature and returns deliveries one by one.
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { systemClock } from "../kernel/wall-clock.ts";
import { type Verification, verifyWebhook } from "../webhooks/sign.ts";
import { parseDigits } from "./parse-digits.ts";
import type { EventType, PayloadOf } from "./webhook-event.ts";

/** A received webhook: its event and how it came. `type` tells the payloads apart. */
export type Webhook<T extends EventType = EventType> = {
  [K in T]: { id: string; type: K; payload: PayloadOf<K> } & Received;
}[T];

type Received = {
  headers: IncomingHttpHeaders;
  /** The body as received. */
  body: string;
  verification: Verification;
};

type Waiter = { matches(webhook: Webhook): boolean; resolve(webhook: Webhook): void };
type Answer = { status: number; headers?: Record<string, string> };

export class WebhookReceiver {
  readonly url: string;
  readonly secret: string;
  readonly #server: Server;
  readonly #received: Webhook[] = [];
  readonly #unread: Webhook[] = [];
  readonly #waiters: Waiter[] = [];
  readonly #answers: Answer[] = [];
  readonly #unregister: () => Promise<unknown>;

  private constructor(server: Server, url: string, secret: string, unregister: () => Promise<unknown>) {
    this.#server = server;
    this.url = url;
    this.secret = secret;
    this.#unregister = unregister;
  }

  /** Listens on a free loopback port, then calls `register` with the address, which returns the signing secret. */
  static async open(
    register: (url: string) => Promise<{ secret: string; unregister(): Promise<unknown> }>,
  ): Promise<WebhookReceiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    server.unref().on("connection", (socket) => socket.unref());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
    const { secret, unregister } = await register(url);
    const receiver = new WebhookReceiver(server, url, secret, unregister);
    receiver.#serve();
    return receiver;
  }

  /** All deliveries so far in order of arrival, including those with a wrong signature. */
  get received(): readonly Webhook[] {
    return this.#received;
  }

  /**
   * The next delivery (of `type`) that `next` has not returned yet. Waits up to `timeoutMs` of real time (default 10,000).
   * @throws Error for a delivery that fails verification, and when none arrives in time
   */
  async next<T extends EventType = EventType>(
    type?: T,
    { timeoutMs = 10_000 }: { timeoutMs?: number } = {},
  ): Promise<Webhook<T>> {
    const matches = (webhook: Webhook): boolean => type === undefined || webhook.type === type;
    const at = this.#unread.findIndex(matches);
    const found = at >= 0 ? (this.#unread.splice(at, 1)[0] as Webhook) : await this.#wait(matches, type, timeoutMs);
    if (found.verification.ok) return found as Webhook<T>;
    throw new Error(`a webhook of type ${found.type} failed verification: ${found.verification.message}`);
  }

  /** Responds to the next requests with these statuses, one each; afterwards with 200 again. */
  answerNext(...statuses: readonly (number | Answer)[]): void {
    for (const answer of statuses) this.#answers.push(typeof answer === "number" ? { status: answer } : answer);
  }

  /** Deletes the endpoint and closes the port. */
  async close(): Promise<void> {
    await this.#unregister().catch(() => {});
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  #wait(matches: (webhook: Webhook) => boolean, type: string | undefined, timeoutMs: number): Promise<Webhook> {
    const { promise, resolve, reject } = Promise.withResolvers<Webhook>();
    const expired = (): void => {
      this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
      const seen = this.#received.map((webhook) => webhook.type).join(", ");
      const wanted = type === undefined ? "webhook" : `webhook of type ${type}`;
      reject(new Error(`no ${wanted} came within ${timeoutMs} ms; received so far: ${seen === "" ? "none" : seen}`));
    };
    const timer = systemClock.after(timeoutMs, expired);
    const waiter: Waiter = {
      matches,
      resolve(webhook) {
        timer.cancel();
        resolve(webhook);
      },
    };
    this.#waiters.push(waiter);
    return promise;
  }

  #serve(): void {
    this.#server.on("request", (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { status, headers = {} } = this.#answers.shift() ?? { status: 200 };
        this.#take(request.headers, Buffer.concat(chunks));
        response.writeHead(status, headers).end();
      });
    });
  }

  #take(headers: IncomingHttpHeaders, bytes: Buffer): void {
    const nowSeconds = Math.floor(systemClock.now() / 1_000);
    const verification = verifyWebhook({ secret: this.secret, headers, body: bytes, nowSeconds });
    const body = bytes.toString("utf8");
    const webhook = { ...envelopeOf(body), headers, body, verification } as Webhook;
    this.#received.push(webhook);
    const at = this.#waiters.findIndex(({ matches }) => matches(webhook));
    if (at >= 0) this.#waiters.splice(at, 1)[0]?.resolve(webhook);
    else this.#unread.push(webhook);
  }
}

/** A truncated or foreign body has no type and no payload; its verification says why. */
function envelopeOf(body: string): { id: string; type: string; payload: unknown } {
  try {
    const { id = "", type = "", payload } = parseDigits(body) as { id?: string; type?: string; payload?: unknown };
    return { id, type, payload };
  } catch {
    return { id: "", type: "", payload: undefined };
  }
}
