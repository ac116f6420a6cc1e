// Requests per minute and bucket: fixed windows that the wall clock or the virtual clock ends (H-75, H-86, S-556…S-562).
import type { Readings } from "../contract/readings/readings.ts";
import { TIER_LIMITS } from "../domain/tenant/tenant.ts";
import type { WallClock } from "../kernel/wall-clock.ts";

/** The result for one request: the numbers of the three headers, and whether it exceeds the limit. */
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
/** Clients without a key beyond this number of buckets in one minute share one, so memory stays bounded. */
const MAX_BUCKETS = 10_000;
const ADDRESS = "address:";
const SHARED = "shared";

/** What the limiter reads of the open world. */
export type LimitedWorld = {
  /** Requests per window of all clients of one address that send no valid key: the limit of the default tenant (H-85). */
  readonly keylessLimit: number;
  /** Virtual ms. */
  virtualNow(): number;
};

/** One window for all buckets. It ends at the full wall minute, or after 60 s of the virtual clock, whichever comes first. */
export class RateLimiter {
  readonly #wall: Pick<WallClock, "now">;
  readonly #counts = new Map<string, number>();
  #world: LimitedWorld;
  #window = -1;
  /** Virtual ms of the first and of the latest request in the window. */
  #began = 0;
  #latest = 0;

  /** `keylessLimit` holds until a world is open. */
  constructor(wall: Pick<WallClock, "now">, keylessLimit: number = TIER_LIMITS.standard) {
    this.#wall = wall;
    this.#world = { keylessLimit, virtualNow: () => 0 };
  }

  /** Called with each world that is opened; its clock and its default tenant count from now on. */
  enter(world: LimitedWorld): void {
    this.#world = world;
  }

  /** The limit of a client without a valid key. */
  get keylessLimit(): number {
    return this.#world.keylessLimit;
  }

  /** Counts one request of a bucket; one that is refused costs nothing. */
  count(bucket: string, limit: number): Allowance {
    const now = this.#wall.now();
    this.#openWindow(now);
    const key = this.#keyOf(bucket);
    const used = this.#counts.get(key) ?? 0;
    const exceeded = used >= limit;
    if (!exceeded) this.#counts.set(key, used + 1);
    return this.#allowance(limit, used + 1, exceeded, now);
  }

  /** The state of a bucket without counting a request: for requests refused before the service. */
  look(bucket: string, limit: number): Allowance {
    const now = this.#wall.now();
    this.#openWindow(now);
    return this.#allowance(limit, this.#counts.get(this.#keyOf(bucket)) ?? 0, false, now);
  }

  /** Only addresses share a bucket: the number of keys is bounded by the operator, and keyless clients must not affect them. */
  #keyOf(bucket: string): string {
    if (!bucket.startsWith(ADDRESS) || this.#counts.has(bucket)) return bucket;
    return this.#counts.size < MAX_BUCKETS ? bucket : SHARED;
  }

  #allowance(limit: number, used: number, exceeded: boolean, now: number): Allowance {
    const endMs = (this.#window + 1) * WINDOW_MS;
    return {
      limit,
      remaining: Math.max(0, exceeded ? 0 : limit - used),
      resetAt: endMs / 1_000,
      exceeded,
      retryAfter: Math.max(1, Math.ceil((endMs - now) / 1_000)),
    };
  }

  /** Sets the counts of these buckets back to zero. */
  reset(buckets: readonly string[]): void {
    for (const bucket of buckets) this.#counts.delete(bucket);
  }

  /** Sets all counts back to zero, those of keyless clients included. */
  resetAll(): void {
    this.#counts.clear();
  }

  /** The number of buckets in memory. */
  get size(): number {
    return this.#counts.size;
  }

  /** A virtual clock that goes back (restore, reset, import) opens a new window as well. */
  #openWindow(wallNow: number): void {
    const window = Math.floor(wallNow / WINDOW_MS);
    const now = this.#world.virtualNow();
    const isSame = window === this.#window && now >= this.#latest && now - this.#began < WINDOW_MS;
    this.#latest = now;
    if (isSame) return;
    this.#window = window;
    this.#began = now;
    this.#counts.clear();
  }
}

/** The bucket of an API key; `resetRateLimit` of the admin API names keys this way. */
export function keyBucket(keyId: string): string {
  return `key:${keyId}`;
}

/** The bucket of a client without a valid key. */
export function addressBucket(address: string | undefined): string {
  return `${ADDRESS}${address ?? "unknown"}`;
}

/**
 * The three headers that every reply of the service carries (S-559…S-561), as the reading `rate_reset` says that holds for the tenant,
 * or for all where the caller has none (H-75, C-20).
 */
export function rateHeaders(
  { limit, remaining, resetAt, retryAfter }: Allowance,
  readings: Readings,
  tenantId?: string,
): Record<string, string> {
  const countsDown = readings.valueOf("rate_reset", tenantId) === "seconds-left";
  if (countsDown) readings.noteMet("rate_reset", tenantId);
  return {
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(countsDown ? retryAfter : resetAt),
  };
}
