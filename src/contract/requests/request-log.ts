// The request log: the last requests of each surface, in memory, for the one who develops against the sandbox.
import type { Observation, Surface } from "../observation.ts";
import { BodyStore } from "./body-store.ts";
import { HeaderStore } from "./header-store.ts";
import { type KeptRequest, keptRequest } from "./kept-request.ts";
import { Ring } from "./ring.ts";
import { TargetStore } from "./target-store.ts";

/** Bytes of all rows together, estimated. */
export const MAX_LOG_BYTES = 16 * 1024 * 1024;

export const SURFACES: readonly Surface[] = ["v1", "admin", "rpc"];

/** Which requests are asked for; a member that is left out asks for all. */
export type RequestQuery = {
  readonly surface?: Surface | undefined;
  readonly operationId?: string | undefined;
  /** `404`, `4xx`, or `cut` for connections that were closed instead of answered. */
  readonly status?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly faultId?: string | undefined;
  /** The id of a record: it stands in the path, a body or the answer. */
  readonly recordId?: string | undefined;
  /** True: only those of the service's client, and none of our own clients. */
  readonly isClients?: true;
  /** Text in path, headers or bodies, in any case. */
  readonly q?: string | undefined;
  /** Sequence numbers: older than `before`, newer than `after`. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  /** Which come first; the newest where it is left out. */
  readonly order?: "newest" | "oldest" | undefined;
};

export class RequestLog {
  readonly #rings: ReadonlyMap<Surface, Ring<KeptRequest>>;
  readonly #stores = { bodies: new BodyStore(), headers: new HeaderStore(), targets: new TargetStore() };
  #sequence = 0;
  /** Of all rings, estimated. */
  #bytes = 0;
  /** Wherever one of them stands in what is shown, it is masked. */
  readonly secrets: readonly string[];

  /** `limit`: requests of each surface; 0 = none are kept. `secrets`: those of the start options; null where there is none. */
  constructor(limit: number, secrets: readonly (string | null)[] = []) {
    this.secrets = secrets.filter((secret): secret is string => secret !== null && secret !== "");
    const release = ({ request, reply }: KeptRequest): void => {
      for (const body of [request, reply]) this.#stores.bodies.release(body);
    };
    this.#rings = new Map(limit === 0 ? [] : SURFACES.map((surface) => [surface, new Ring(limit, release)]));
  }

  /** How many are kept. */
  get length(): number {
    return this.#sum((ring) => ring.length);
  }

  /** The sequence of the newest; 0 before the first. */
  get newest(): number {
    return this.#sequence;
  }

  /** The oldest rows of the ring that takes most give way, so that polling of one surface does not push out the calls of another. */
  keep(seen: Observation): void {
    const ring = this.#rings.get(seen.surface);
    if (ring === undefined || isLeftOut(seen)) return;
    this.#sequence += 1;
    const before = ring.bytes;
    ring.push(keptRequest(seen, this.#sequence, this.#stores));
    this.#bytes += ring.bytes - before;
    while (this.#bytes > MAX_LOG_BYTES) this.#dropFrom(this.#largest());
  }

  /** At most `limit`; to be read before the next request is kept. `more` is true when the list goes on. */
  list(query: RequestQuery, limit: number): { rows: KeptRequest[]; more: boolean } {
    const matches = matcherOf(query);
    const rows: KeptRequest[] = [];
    const newestFirst = this.#newestFirst(query.surface);
    for (const row of query.order === "oldest" ? [...newestFirst].toReversed() : newestFirst) {
      if (!matches(row)) continue;
      if (rows.length === limit) return { rows, more: true };
      rows.push(row);
    }
    return { rows, more: false };
  }

  /** The request with this id, to be read before the next one is kept; undefined when it fell out. */
  find(requestId: string): KeptRequest | undefined {
    for (const row of this.#newestFirst(undefined)) if (row.requestId === requestId) return row;
    return undefined;
  }

  /** Forgets those of one tenant, or all. Returns how many. */
  clear(tenantId?: string): number {
    const before = this.length;
    for (const ring of this.#rings.values()) ring.retain((row) => tenantId !== undefined && row.tenantId !== tenantId);
    this.#bytes = this.#sum(({ bytes }) => bytes);
    return before - this.length;
  }

  #dropFrom(ring: Ring<KeptRequest>): void {
    const before = ring.bytes;
    ring.dropOldest();
    this.#bytes -= before - ring.bytes;
  }

  /** The rings are merged by sequence. */
  *#newestFirst(surface: Surface | undefined): Generator<KeptRequest> {
    const chosen = surface === undefined ? [...this.#rings.values()] : [this.#rings.get(surface)];
    const heads = chosen.flatMap((ring) => {
      const rows = ring?.newestFirst();
      const first = rows?.next();
      return rows === undefined || first?.done !== false ? [] : [{ rows, row: first.value }];
    });
    while (heads.length > 0) {
      const newest = heads.reduce((best, head) => (head.row.sequence > best.row.sequence ? head : best));
      yield newest.row;
      const next = newest.rows.next();
      if (next.done) heads.splice(heads.indexOf(newest), 1);
      else newest.row = next.value;
    }
  }

  #sum(of: (ring: Ring<KeptRequest>) => number): number {
    let sum = 0;
    for (const ring of this.#rings.values()) sum += of(ring);
    return sum;
  }

  #largest(): Ring<KeptRequest> {
    return [...this.#rings.values()].reduce((largest, ring) => (ring.bytes > largest.bytes ? ring : largest));
  }
}

/** Whoever looks at the log does not want to see that it did; and the page, which fetches what has changed, looks all the time. */
export function isLeftOut({ surface, method, path, ownClient }: Observation): boolean {
  if (surface !== "admin" || (method !== "GET" && method !== "HEAD")) return false;
  return ownClient === "dashboard" || /^\/requests(\/|$)/.test(path);
}

function matcherOf(query: RequestQuery): (row: KeptRequest) => boolean {
  const { operationId, tenantId, faultId, recordId, before = Number.POSITIVE_INFINITY, after = 0 } = query;
  const hasStatus = statusMatcher(query.status);
  const text = query.q?.toLowerCase();
  const tests: ((row: KeptRequest) => boolean)[] = [
    ({ sequence }) => sequence < before && sequence > after,
    ...(operationId === undefined ? [] : [(row: KeptRequest) => row.operationId === operationId]),
    ...(tenantId === undefined ? [] : [(row: KeptRequest) => row.tenantId === tenantId]),
    ...(query.status === undefined ? [] : [hasStatus]),
    ...(query.isClients === undefined ? [] : [(row: KeptRequest) => row.ownClient === null]),
    ...(faultId === undefined ? [] : [(row: KeptRequest) => row.faults.some(({ id }) => id === faultId)]),
    ...(recordId === undefined ? [] : [(row: KeptRequest) => textsOf(row).some((one) => one.includes(recordId))]),
    ...(text === undefined ? [] : [(row: KeptRequest) => searched(row).some((one) => one.includes(text))]),
  ];
  return (row) => tests.every((test) => test(row));
}

function statusMatcher(status = ""): (row: KeptRequest) => boolean {
  if (status === "cut") return (row) => row.status === null;
  if (/^[1-5]xx$/.test(status))
    return (row) => row.status !== null && Math.floor(row.status / 100) === Number(status[0]);
  return (row) => row.status === Number(status);
}

/** Path and bodies. */
export function textsOf({ target, request, reply }: KeptRequest): string[] {
  return [target, request.text ?? "", reply.text ?? ""];
}

function searched(row: KeptRequest): string[] {
  return [...textsOf(row), JSON.stringify(row.requestHeaders), JSON.stringify(row.replyHeaders)].map((text) =>
    text.toLowerCase(),
  );
}
