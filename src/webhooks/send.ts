// Sends one webhook attempt: one POST that never throws, never follows a redirect and always ends in time (H-81, R-123…R-128).
import { type LookupAddress, lookup as systemLookup } from "node:dns";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { WallClock } from "../kernel/wall-clock.ts";
import { addressRefusal } from "./address-policy.ts";
import { type AttemptOutcome, Post, type WebhookRequest } from "./post.ts";

/** Time limit of an attempt, from name look-up to answer, in wall time (H-81, R-126). */
export const ATTEMPT_TIMEOUT_MS = 10_000;

/**
 * How long an idle connection stays open. Shorter than the keep-alive of common servers (2 s and up), so that the receiver
 * does not close a connection in the moment of its reuse.
 */
const IDLE_CONNECTION_MS = 1000;

/** Resolves a name to every address it has, as the operating system does. */
export type Resolve = (
  hostname: string,
  family: number,
  answer: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

export type WebhookSenderOptions = {
  wall: WallClock;
  /** Milliseconds of wall time for an attempt; default 10,000. */
  timeoutMs?: number;
  /** The port this sandbox listens on, once known: never a receiver. */
  ownPort?: () => number | null;
  /** Default: the operating system's resolver. */
  resolve?: Resolve;
};

export type WebhookSender = {
  /** Ends within the time-out, whatever the receiver does. Never rejects: every failure is an outcome with `ok: false`. */
  send(request: WebhookRequest): Promise<AttemptOutcome>;
  /** Aborts running attempts (they end as failed) and closes idle connections. */
  close(): void;
};

/** Connections are kept open between attempts, so that a delivery costs one round trip. */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { wall, timeoutMs = ATTEMPT_TIMEOUT_MS, ownPort = () => null, resolve = resolveByTheSystem } = options;
  const keep = { keepAlive: true, scheduling: "lifo", timeout: IDLE_CONNECTION_MS } as const;
  const agents = { http: new HttpAgent(keep), https: new HttpsAgent(keep) };
  const running = new Set<Post>();
  let closed = false;

  function guard(hostname: string, port: number): LookupFunction {
    const bare = hostname.replace(/^\[|\]$/g, "");
    // A literal address is never looked up, so it is checked here; a name is checked by its addresses, right before connecting.
    const refusal = isIP(bare) === 0 ? null : addressRefusal(bare, port, ownPort());
    if (refusal !== null) throw new Error(refusal);
    return guardedLookup(resolve, (address) => addressRefusal(address, port, ownPort()));
  }

  return {
    send(request) {
      const post = new Post({ wall, timeoutMs, agents, guard, request });
      running.add(post);
      // Two turns of the event loop first: only after the second has the network been polled, so that an idle connection
      // which the receiver has closed is known to be closed.
      wall.soon(() => wall.soon(() => (closed ? post.abort() : post.start())));
      void post.ended.then(() => running.delete(post));
      return post.outcome;
    },
    close() {
      closed = true;
      for (const post of running) post.abort();
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

/** A DNS look-up that gives only allowed addresses; the connection goes to one of exactly these, so DNS rebinding has no effect. */
function guardedLookup(resolve: Resolve, refusalOf: (address: string) => string | null): LookupFunction {
  return (hostname, options, answer) => {
    const family =
      options.family === "IPv6" || options.family === 6 ? 6 : options.family === "IPv4" || options.family === 4 ? 4 : 0;
    resolve(hostname, family, (error, addresses) => {
      if (error !== null) return answer(error, "", 0);
      const allowed = addresses.filter(({ address }) => refusalOf(address) === null);
      const [first] = allowed;
      if (first === undefined) {
        const refusals = addresses.map(({ address }) => refusalOf(address));
        return answer(
          new Error(refusals.length === 0 ? `${hostname} has no address` : `${hostname}: ${refusals.join("; ")}`),
          "",
          0,
        );
      }
      return options.all === true ? answer(null, [...allowed]) : answer(null, first.address, first.family);
    });
  };
}

const resolveByTheSystem: Resolve = (hostname, family, answer) => {
  // Every name under localhost is this machine, whether or not the system's resolver knows it (RFC 6761).
  const name = /(^|\.)localhost\.?$/i.test(hostname) ? "localhost" : hostname;
  systemLookup(name, { all: true, family }, (error, addresses) => answer(error, addresses ?? []));
};
