// Judges of reads: pages that nobody asks for, and questions asked too often (CF-09, CF-10).
import { BoundedMap } from "../../kernel/bounded-map.ts";
import { isObject } from "../../kernel/is-object.ts";
import type { Operation } from "../../spec/operations.ts";
import type { Observation } from "../observation.ts";
import { type Judge, type Notify, placeOf } from "./rule.ts";
import { hashOf, MAX_OPEN, withoutTexts } from "./sameness.ts";

/** Parameters that name a page. */
const PAGE_PARAMETERS = ["page", "offset", "limit"] as const;
/** Bytes of an entry at least: a shorter answer holds no full page. */
const SMALLEST_ENTRY = 20;

/** A page that has a next one: where that begins, counted in pages or in entries. */
type OpenPage = { readonly seen: Observation; readonly next: number; readonly by: "page" | "offset" };

/** Characters of a target that is kept as it is; of a longer one the hash. */
const SHORT_TARGET = 200;

/** Requests for pages that were read lately: the same ones come again and again. */
const MAX_ASKED = 100;

/** Which page of which list a request asks for. `few`: fewer entries than a page has. */
type Asked = {
  readonly by: OpenPage["by"];
  readonly key: string;
  readonly from: number;
  readonly next: number;
  readonly limit: number;
  readonly few: boolean;
};

/** CF-09. */
export function nextPages(): Judge {
  const open = new BoundedMap<string, OpenPage>(MAX_OPEN);
  const lately = new BoundedMap<string, Asked>(MAX_ASKED);
  let met = false;
  const tellAll = (notify: Notify): void => {
    for (const { seen, next, by } of open.values())
      notify({
        title: "a next page that was never asked for",
        operationId: seen.operationId,
        place: placeOf(seen),
        evidence: `${seen.operationId} has more: ${by}=${next} was not asked for`,
      });
  };
  return {
    request(seen) {
      const by = pagedBy(seen);
      if (by === undefined) return;
      const asked =
        seen.target.length <= SHORT_TARGET
          ? lately.getOrMake(seen.target, () => askedFor(seen, by))
          : askedFor(seen, by);
      const known = open.size === 0 ? 0 : (open.get(asked.key)?.next ?? 0);
      if (known > 0 && asked.from >= known) open.delete(asked.key);
      // An earlier page that is asked for again takes back nothing.
      if (known >= asked.next || !hasNext(seen, asked)) return;
      met = true;
      open.set(asked.key, { seen: withoutTexts(seen), next: asked.next, by });
    },
    atReport: (_at, notify) => tellAll(notify),
    worldEnded(_at, notify) {
      tellAll(notify);
      open.clear();
    },
    notJudged: () => (met ? undefined : "no list had more than one page: create more records than a page holds"),
  };
}

const FIRST = { page: 1, offset: 0 } as const;

/** True when there is a next page, and the client wants it. */
function hasNext({ status, injected, replyText }: Observation, asked: Asked): boolean {
  if (status !== 200 || injected || asked.few) return false;
  return asked.by === "page" ? saysNext(replyText) : isFull(replyText, asked.limit);
}

/** How operations count their pages; null for one without. */
const ways = new WeakMap<Operation, "page" | "offset" | null>();

function pagedBy({ operation }: Observation): "page" | "offset" | undefined {
  if (operation === undefined || operation.method !== "get") return undefined;
  let way = ways.get(operation);
  if (way === undefined) {
    const names = operation.queryParameters.map(({ name }) => name);
    way = (["page", "offset"] as const).find((name) => names.includes(name)) ?? null;
    ways.set(operation, way);
  }
  return way ?? undefined;
}

function askedFor(seen: Observation, by: OpenPage["by"]): Asked {
  const query = new URLSearchParams(seen.search);
  const from = numberOf(query, by, FIRST[by]);
  const limit = numberOf(query, "limit", usualLimit(seen.operation));
  const next = by === "page" ? from + 1 : from + limit;
  return { by, key: listKey(seen, query), from, next, limit, few: asksForFew(seen, query) };
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

const HAS_NEXT = '"has_next":';

/** The last one, since the page is described behind its entries. */
function saysNext(text: string): boolean {
  const at = text.lastIndexOf(HAS_NEXT);
  return at >= 0 && text.startsWith("true", at + HAS_NEXT.length);
}

/** Lists by offset do not say whether there is more: a full page means that there may be. */
function isFull(text: string, limit: number): boolean {
  return limit > 0 && text.length >= limit * SMALLEST_ENTRY && longestList(text) >= limit;
}

/** The length of the list in an answer, under whatever name it stands there. */
function longestList(text: string): number {
  const body: unknown = JSON.parse(text);
  const places = isObject(body) ? [body, body["data"]].filter(isObject) : [];
  const lists = places.flatMap((place) => Object.values(place)).filter(Array.isArray);
  return Math.max(0, ...lists.map(({ length }) => length));
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
      if (known === undefined || !isSameAnswer(known, replyText)) {
        polled.delete(key);
        polled.set(key, { length: replyText.length, hash: undefined, since: at, count: 1, told: false });
        return;
      }
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
    worldEnded: () => polled.clear(),
  };
}

/**
 * Compares an answer with those before it. The first with the same length counts as equal, since its predecessor has no hash; once it was
 * told, the length decides: a hash of every further answer would cost more than the answer.
 */
function isSameAnswer(known: Polled, text: string): boolean {
  if (known.length !== text.length) return false;
  if (known.told) return true;
  const hash = hashOf(text);
  known.hash ??= hash;
  return known.hash === hash;
}
