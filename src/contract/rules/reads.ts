// Judges of reads: pages that nobody asks for, and questions asked too often (CF-09, CF-10).
import { createHash } from "node:crypto";
import { BoundedMap } from "../../kernel/bounded-map.ts";
import { isObject } from "../../kernel/is-object.ts";
import type { Observation } from "../observation.ts";
import { type Judge, placeOf } from "./rule.ts";
import { MAX_OPEN } from "./sameness.ts";

/** Parameters that name a page. */
const PAGE_PARAMETERS = ["page", "offset", "limit"] as const;
/** Bytes of an entry at least: a shorter answer holds no full page. */
const SMALLEST_ENTRY = 20;

/** A page that has a next one: where that begins, counted in pages or in entries. */
type OpenPage = { readonly seen: Observation; readonly next: number; readonly by: "page" | "offset" };

/** CF-09. */
export function nextPages(): Judge {
  const open = new BoundedMap<string, OpenPage>(MAX_OPEN);
  let met = false;
  return {
    request(seen) {
      const by = pagedBy(seen);
      if (by === undefined) return;
      const query = new URLSearchParams(seen.search);
      const key = listKey(seen, query);
      const known = open.get(key)?.next ?? 0;
      if (numberOf(query, by, FIRST[by]) >= known) open.delete(key);
      const next = nextOf(seen, query, by);
      if (next === undefined) return;
      met = true;
      // An earlier page that is asked for again takes back nothing.
      if (known < next) open.set(key, { seen: brief(seen), next, by });
    },
    atReport(_at, notify) {
      for (const { seen, next, by } of open.values())
        notify({
          title: "a next page that was never asked for",
          operationId: seen.operationId,
          place: placeOf(seen),
          evidence: `${seen.operationId} has more: ${by}=${next} was not asked for`,
        });
    },
    notJudged: () => (met ? undefined : "no list had more than one page: create more records than a page holds"),
  };
}

const FIRST = { page: 1, offset: 0 } as const;

/** Where the next page begins; undefined when there is none, or the client does not want it. */
function nextOf(seen: Observation, query: URLSearchParams, by: OpenPage["by"]): number | undefined {
  if (seen.status !== 200 || seen.injected || asksForFew(seen, query)) return undefined;
  return by === "page" ? nextPage(seen, query) : nextOffset(seen, query);
}

/** How an operation counts its pages; undefined for one without. */
function pagedBy({ operation }: Observation): "page" | "offset" | undefined {
  if (operation === undefined || operation.method !== "get") return undefined;
  return (["page", "offset"] as const).find((name) => operation.queryParameters.some((one) => one.name === name));
}

/** The same list with the same filters, whatever page. */
function listKey({ operationId, path }: Observation, query: URLSearchParams): string {
  const filters = [...query].filter(([name]) => !PAGE_PARAMETERS.some((one) => one === name));
  return hashOf(JSON.stringify([operationId, path, filters.toSorted()]));
}

/** A client that asks for fewer entries than a page has wants the newest, not all. */
function asksForFew({ operation }: Observation, query: URLSearchParams): boolean {
  return query.has("limit") && numberOf(query, "limit", 0) < usualLimit(operation);
}

function usualLimit(operation: Observation["operation"]): number {
  return Number(operation?.queryParameters.find(({ name }) => name === "limit")?.schema.default ?? 0);
}

function numberOf(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name);
  return text !== null && /^[0-9]{1,10}$/.test(text) ? Number(text) : otherwise;
}

function nextPage({ replyText }: Observation, query: URLSearchParams): number | undefined {
  return replyText.includes('"has_next":true') ? numberOf(query, "page", 1) + 1 : undefined;
}

/** Lists by offset do not say whether there is more: a full page means that there may be. */
function nextOffset({ replyText, operation }: Observation, query: URLSearchParams): number | undefined {
  const limit = numberOf(query, "limit", usualLimit(operation));
  if (limit === 0 || replyText.length < limit * SMALLEST_ENTRY) return undefined;
  return longestList(replyText) >= limit ? numberOf(query, "offset", 0) + limit : undefined;
}

/** The length of the list in an answer, under whatever name it stands there. */
function longestList(text: string): number {
  const body: unknown = JSON.parse(text);
  const places = isObject(body) ? [body, body["data"]].filter(isObject) : [];
  const lists = places.flatMap((place) => Object.values(place)).filter(Array.isArray);
  return Math.max(0, ...lists.map(({ length }) => length));
}

function brief(seen: Observation): Observation {
  return {
    ...seen,
    requestHeaders: {},
    requestText: undefined,
    requestBody: undefined,
    replyHeaders: {},
    replyText: "",
  };
}

/** Answers in a row that say the same. `hash`: made only when a second answer has the same length, because most reads are asked once. */
type Polled = {
  readonly length: number;
  hash: string | undefined;
  readonly since: number;
  count: number;
  told: boolean;
};

const MAX_POLLED = 50;
/** More equal answers than this are too many when they come faster than one in `POLL_MS`. */
const MAX_EQUAL = 30;
const POLL_MS = 1_000;

/** CF-10. */
export function polling(): Judge {
  const polled = new BoundedMap<string, Polled>(MAX_POLLED);
  return {
    request(seen, notify) {
      if (seen.operation?.method !== "get" || seen.status === null || seen.injected) return;
      const { target, replyText, at } = seen;
      const key = target.length <= SHORT_TARGET ? target : hashOf(target);
      const known = polled.get(key);
      const hash = known?.length === replyText.length ? hashOf(replyText) : undefined;
      if (known === undefined || hash === undefined || (known.hash ?? hash) !== hash) {
        polled.delete(key);
        polled.set(key, { length: replyText.length, hash, since: at, count: 1, told: false });
        return;
      }
      known.hash = hash;
      known.count += 1;
      if (known.told || known.count <= MAX_EQUAL || at - known.since >= (known.count - 1) * POLL_MS) return;
      known.told = true;
      notify({
        title: "the same question asked again and again",
        operationId: seen.operationId,
        place: placeOf(seen),
        evidence: `${known.count} times the same answer in ${((at - known.since) / 1_000).toFixed(1)} s`,
      });
    },
  };
}

const SHORT_TARGET = 200;

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
