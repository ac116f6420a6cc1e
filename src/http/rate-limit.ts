// Requests per minute and bucket: fixed windows aligned to the minute of the wall clock (H-75, S-556…S-562).
import type { Wall } from "../kernel/wall.ts";

/** What one request is told: the numbers of the three headers, and whether it is one too many. */
export type Allowance = {
  limit: number;
  /** Left after this request. */
  remaining: number;
  /** Unix seconds at which the window ends. */
  resetAt: number;
  exceeded: boolean;
  /** Seconds until the window ends, at least 1. */
  retryAfter: number;
};

export const WINDOW_MS = 60_000;
/** More buckets than this in one minute share one: memory stays bounded whoever calls. */
const MOST_BUCKETS = 10_000;
const CROWD = "the crowd";

export class RateLimiter {
  readonly #wall: Pick<Wall, "now">;
  readonly #counts = new Map<string, number>();
  #window = -1;

  constructor(wall: Pick<Wall, "now">) {
    this.#wall = wall;
  }

  /** Counts one request of a bucket; one that is refused costs nothing. */
  count(bucket: string, limit: number): Allowance {
    const now = this.#wall.now();
    this.#openWindow(Math.floor(now / WINDOW_MS));
    const key = this.#counts.has(bucket) || this.#counts.size < MOST_BUCKETS ? bucket : CROWD;
    const used = this.#counts.get(key) ?? 0;
    const exceeded = used >= limit;
    if (!exceeded) this.#counts.set(key, used + 1);
    const endMs = (this.#window + 1) * WINDOW_MS;
    return {
      limit,
      remaining: exceeded ? 0 : limit - used - 1,
      resetAt: endMs / 1_000,
      exceeded,
      retryAfter: Math.max(1, Math.ceil((endMs - now) / 1_000)),
    };
  }

  /** Starts the window of these buckets again. */
  reset(buckets: readonly string[]): void {
    for (const bucket of buckets) this.#counts.delete(bucket);
  }

  /** How many buckets are remembered. */
  get size(): number {
    return this.#counts.size;
  }

  #openWindow(window: number): void {
    if (window === this.#window) return;
    this.#window = window;
    this.#counts.clear();
  }
}

/** The bucket of an API key; `resetRateLimit` of the admin API names keys this way. */
export function keyBucket(keyId: string): string {
  return `key:${keyId}`;
}

/** The bucket of a client without a valid key. */
export function addressBucket(address: string | undefined): string {
  return `address:${address ?? "unknown"}`;
}
