// The webhook receiver of a scenario: a local HTTP server that verifies every signature.
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { WallClock } from "../kernel/wall-clock.ts";
import { verifyWebhook } from "../webhooks/sign.ts";

/** One received request. */
export type Received = {
  id: string;
  type: string;
  envelope: unknown;
  /** True, or the reason why verification failed. */
  verified: true | string;
  /** The same webhook-id was received before. */
  duplicate: boolean;
  answered: number | "hang up";
};

export class Receiver {
  readonly url: string;
  readonly secret: string;
  readonly received: Received[] = [];
  /** The response to requests from now on. */
  answers: number | "hang up" = 200;
  readonly #server: Server;

  private constructor(server: Server, secret: string) {
    this.#server = server;
    this.secret = secret;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  }

  /** Opens one on a free port of the loopback address. */
  static async open(secret: string, wall: WallClock): Promise<Receiver> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(0, "127.0.0.1", resolve);
    });
    const receiver = new Receiver(server, secret);
    server.on("request", (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const answer = receiver.#take(request.headers, Buffer.concat(chunks), wall);
        if (answer === "hang up") response.destroy();
        else response.writeHead(answer).end();
      });
    });
    return receiver;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #take(headers: IncomingHttpHeaders, body: Buffer, wall: WallClock): number | "hang up" {
    const nowSeconds = Math.floor(wall.now() / 1_000);
    const check = verifyWebhook({ secret: this.secret, headers, body, nowSeconds });
    const id = String(headers["webhook-id"] ?? "");
    const envelope = parsed(body);
    this.received.push({
      id,
      type: typeOf(envelope),
      envelope,
      verified: check.ok ? true : check.reason,
      duplicate: this.received.some((earlier) => earlier.id === id),
      answered: this.answers,
    });
    return this.answers;
  }
}

/** A truncated body is not JSON; then there is no envelope. */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}

function typeOf(envelope: unknown): string {
  const type = typeof envelope === "object" && envelope !== null ? (envelope as { type?: unknown }).type : undefined;
  return typeof type === "string" ? type : "";
}
