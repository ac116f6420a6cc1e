// The judge of webhooks that came twice and had two effects (CF-16).
import { BoundedMap } from "../../kernel/bounded-map.ts";
import type { Observation } from "../observation.ts";
import { type Judge, type Notice, type Notify, placeOf } from "./rule.ts";
import { isWrite, MAX_OPEN, meaningOf, textMember } from "./sameness.ts";
import { FORGED } from "./webhooks.ts";

/** A call that follows a webhook by more than this has another cause. */
const FOLLOWS_MS = 10_000;
/** How much longer an app may take for one copy of a webhook than for another. */
const UNEVEN_MS = 500;
/** Calls of one meaning, and copies of one webhook, that are remembered. */
const MAX_KEPT = 5;
/** Events that come from outside; the others tell of what the app did itself, and follow its calls instead of causing them. */
const FROM_OUTSIDE = /^(?:deposit|uda)\./;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const MAX_IDS = 8;

/**
 * A writing call that was carried out. `ids`: those that stand in it, by which it can name a webhook or its record. `key`: by which the
 * service knows a repeat; "" for none.
 */
type Call = {
  readonly at: number;
  readonly key: string;
  readonly operationId: string;
  readonly place: Notice["place"];
  readonly ids: ReadonlySet<string>;
};
/** `copies`: wall ms at which each copy of the webhook was sent to one endpoint. */
type Event = {
  readonly id: string;
  readonly type: string;
  readonly resourceId: string;
  readonly copies: number[];
  told: boolean;
};

/** What is remembered of a tenant. `recent`: calls of any meaning, by the id of their request. */
type Memory = {
  readonly events: BoundedMap<string, Event>;
  readonly calls: BoundedMap<string, Call[]>;
  readonly recent: BoundedMap<string, Call>;
};

/** CF-16. */
export function actsTwice(): Judge {
  const [events, calls] = [new BoundedMap<string, Event>(MAX_OPEN), new BoundedMap<string, Call[]>(MAX_OPEN)];
  const memory: Memory = { events, calls, recent: new BoundedMap(MAX_OPEN) };
  let met = false;
  return {
    request(seen, notify) {
      if (!wasCarriedOut(seen)) return;
      const call = callOf(seen);
      memory.recent.set(seen.requestId, call);
      const same = calls.getOrMake(meaningOf(seen), () => []);
      if (same.length >= MAX_KEPT) same.shift();
      same.push(call);
      // Nearly every call is the first of its meaning, and costs no more than this.
      if (same.length > 1) for (const event of events.values()) tellTwice(memory, event, same, notify);
    },
    delivery(seen, notify) {
      if (seen.outcome === "faulted" || (seen.fault !== null && FORGED[seen.fault] !== undefined)) return;
      const { eventId: id, type, resourceId } = seen;
      const event = events.getOrMake(`${seen.endpointId} ${id}`, () => ({
        ...{ id, type, resourceId, copies: [], told: false },
      }));
      event.copies.push(...seen.sentAt.slice(0, MAX_KEPT - event.copies.length));
      if (event.copies.length < 2) return;
      met = true;
      for (const same of calls.values()) tellTwice(memory, event, same, notify);
    },
    worldEnded: () => {
      for (const kept of [events, calls, memory.recent]) kept.clear();
    },
    notJudged: () => (met ? undefined : "no webhook came twice: fault add webhook.delivery duplicate"),
  };
}

function callOf(seen: Observation): Call {
  const key = String(seen.requestHeaders["idempotency-key"] ?? "");
  const ids = `${key} ${seen.requestText ?? ""}`.match(UUID) ?? [];
  return {
    at: seen.at,
    key: key !== "" ? key : (textMember(seen, "reference_id") ?? ""),
    operationId: seen.operationId ?? "",
    place: placeOf(seen),
    ids: new Set(ids.slice(0, MAX_IDS)),
  };
}

/** True for a write with an effect of its own; without an answer it may have had one. */
function wasCarriedOut(seen: Observation): boolean {
  const { status, replayed, operationId, cut, refusal } = seen;
  if (!isWrite(seen) || replayed || refusal !== null || cut === "now") return false;
  // A creation that is answered 200 found its record there.
  return cut !== null || status === 201 || (status === 200 && !/^create/.test(operationId ?? ""));
}

/** Tells of an event once: when one call follows its first copy, and one that asks for the same follows a later copy because of it. */
function tellTwice(memory: Memory, event: Event, same: readonly Call[], notify: Notify): void {
  if (event.told || event.copies.length < 2 || same.length < 2) return;
  const again = secondOf(memory, event, same);
  if (again === undefined) return;
  event.told = true;
  notify({
    title: "a webhook that came twice had two effects",
    operationId: again.operationId,
    place: again.place,
    evidence: `${again.operationId} came after each copy of ${event.type} ${event.id} and asked for the same`,
  });
}

function secondOf(memory: Memory, event: Event, same: readonly Call[]): Call | undefined {
  const [first = 0] = event.copies;
  for (const [index, call] of same.entries()) {
    const again = follows(call, first) ? same.slice(index + 1).find(isSecond(memory, event, call)) : undefined;
    if (again !== undefined) return again;
  }
  return undefined;
}

/** Whether a call after a later copy is the second effect of the webhook, whose first copy `call` follows. */
function isSecond(memory: Memory, event: Event, call: Call): (again: Call) => boolean {
  const [first = 0, ...later] = event.copies;
  return (again) => {
    // Also where a reading ignores the key: the app asked for one effect.
    if (call.key !== "" && again.key === call.key) return false;
    const copy = later.find((one) => follows(again, one));
    if (copy === undefined) return false;
    if (names(call, event) && names(again, event)) return true;
    return hasNoOtherCause(memory, event, { call, again, lag: call.at - first });
  };
}

/** The call holds the id of the webhook or of its record. */
function names({ ids }: Call, { id, resourceId }: Event): boolean {
  return ids.has(id) || ids.has(resourceId);
}

/**
 * Two equal calls may be two equal orders. They are the work of one webhook only in an app that shows that such webhooks make it call: each
 * of its calls of this operation follows a copy of its own at about the same distance, one of them that of another event, and no second
 * event has caused one of the two.
 */
function hasNoOtherCause(
  { events, recent }: Memory,
  event: Event,
  { call, again, lag }: { call: Call; again: Call; lag: number },
): boolean {
  if (!FROM_OUTSIDE.test(event.type)) return false;
  const alike = [...events.values()].filter(({ type }) => type === event.type);
  const isPrompt = (copy: number, one: Call): boolean =>
    follows(one, copy) && Math.abs(one.at - copy - lag) <= UNEVEN_MS;
  const causes = alike.filter(({ copies }) => [call, again].some((one) => copies.some((copy) => isPrompt(copy, one))));
  if (new Set(causes.map(({ id }) => id)).size > 1) return false;
  // Of an event that goes to several endpoints each call needs one copy alone.
  const free = alike.flatMap(({ copies }) => copies);
  const ofOperation = [...recent.values()].filter(({ operationId }) => operationId === call.operationId);
  const isOwn = (one: Call): boolean => {
    const at = free.findIndex((copy) => isPrompt(copy, one));
    if (at >= 0) free.splice(at, 1);
    return at >= 0;
  };
  return ofOperation.length > event.copies.length && ofOperation.every(isOwn);
}

function follows(call: Call, copy: number): boolean {
  return call.at >= copy && call.at - copy <= FOLLOWS_MS;
}
