// Judges of what the client's receiver answers, and of what it does after a webhook that came twice (CF-13 to CF-16).
import { BoundedMap } from "../../kernel/bounded-map.ts";
import type { DeliverySeen } from "../delivery-seen.ts";
import type { Observation } from "../observation.ts";
import { type Judge, type Notice, type Notify, placeOf, placeOfDelivery } from "./rule.ts";
import { isWrite, MAX_OPEN, meaningOf } from "./sameness.ts";

/** What a fault did to a webhook that must then be refused. */
const FORGED: Readonly<Record<string, string>> = {
  "wrong-secret": "signed with another secret",
  truncate: "cut in the middle after it was signed",
};

/** CF-13. */
export function takesForged(): Judge {
  let met = false;
  return {
    delivery(seen, notify) {
      const how = seen.fault === null ? undefined : FORGED[seen.fault];
      if (how === undefined || seen.outcome === "faulted") return;
      met = true;
      if (seen.outcome !== "delivered") return;
      notify({
        ...ofEvent(seen, "a forged webhook was taken"),
        pointer: seen.fault ?? "",
        evidence: `${seen.type}, ${how}, was answered ${seen.status}`,
      });
    },
    notJudged: () => (met ? undefined : "no webhook was forged: fault add webhook.delivery wrong-secret, or truncate"),
  };
}

/** CF-14. */
export function takesOld(): Judge {
  let met = false;
  return {
    delivery(seen, notify) {
      if (seen.fault !== "stale-timestamp") return;
      met = true;
      if (seen.outcome !== "delivered") return;
      notify({
        ...ofEvent(seen, "an old webhook was taken"),
        evidence: `${seen.type}, signed ten minutes before it came, was answered ${seen.status}`,
      });
    },
    notJudged: () => (met ? undefined : "no old webhook came: fault add webhook.delivery stale-timestamp"),
  };
}

/** A receiver that takes longer does its work before it answers. */
const SLOW_MS = 2_000;

/** CF-15. */
export function refusesGenuine(): Judge {
  let met = false;
  return {
    delivery(seen, notify) {
      if (seen.fault !== null && seen.fault !== "") return;
      met = true;
      const notice = genuineFault(seen);
      if (notice !== undefined) notify({ ...ofEvent(seen, notice.title), ...notice });
    },
    notJudged: () => (met ? undefined : "no genuine webhook was sent: register an endpoint of the app"),
  };
}

function genuineFault({
  status,
  outcome,
  durationMs,
  error,
  type,
}: DeliverySeen): Pick<Notice, "title" | "pointer" | "evidence"> | undefined {
  if (status !== null && status >= 300 && status <= 399)
    return {
      title: "a webhook was redirected",
      pointer: "redirect",
      evidence: `${type} was answered ${status}: redirects are not followed`,
    };
  if (outcome !== "delivered") {
    const what = status === null ? `had no answer: ${error}` : `was answered ${status}`;
    return { title: "a genuine webhook was not taken", pointer: "refused", evidence: `${type} ${what}` };
  }
  if (durationMs <= SLOW_MS) return undefined;
  const took = `${(durationMs / 1_000).toFixed(1)} s`;
  return { title: "a webhook was answered slowly", pointer: "slow", evidence: `${type} was answered after ${took}` };
}

function ofEvent(seen: DeliverySeen, title: string): Pick<Notice, "title" | "operationId" | "place"> {
  return { title, operationId: null, place: placeOfDelivery(seen) };
}

/** A call that follows a webhook by more than this has another cause. */
const FOLLOWS_MS = 10_000;
/** Calls of one meaning, and copies of one webhook, that are remembered. */
const MAX_KEPT = 5;

/** A writing call that was carried out. */
type Call = { readonly at: number; readonly operationId: string; readonly place: Notice["place"] };
/** `copies`: wall ms at which each copy of the webhook was sent. */
type Event = { readonly id: string; readonly type: string; readonly copies: number[]; told: boolean };

/** CF-16. */
export function actsTwice(): Judge {
  const events = new BoundedMap<string, Event>(MAX_OPEN);
  const calls = new BoundedMap<string, Call[]>(MAX_OPEN);
  let met = false;
  return {
    request(seen, notify) {
      if (!wasCarriedOut(seen)) return;
      const { operationId, at } = seen;
      const same = calls.getOrMake(meaningOf(seen), () => []);
      if (same.length >= MAX_KEPT) same.shift();
      same.push({ at, operationId: operationId ?? "", place: placeOf(seen) });
      // Nearly every call is the first of its meaning, and costs no more than this.
      if (same.length > 1) for (const event of events.values()) tellTwice(event, same, notify);
    },
    delivery(seen, notify) {
      if (seen.outcome === "faulted" || (seen.fault !== null && FORGED[seen.fault] !== undefined)) return;
      const { eventId: id, type } = seen;
      const event = events.getOrMake(`${seen.endpointId} ${id}`, () => ({ id, type, copies: [], told: false }));
      const sentAt = seen.at - seen.durationMs;
      event.copies.push(
        ...(seen.fault === "duplicate" ? [sentAt, sentAt] : [sentAt]).slice(0, MAX_KEPT - event.copies.length),
      );
      if (event.copies.length < 2) return;
      met = true;
      for (const same of calls.values()) tellTwice(event, same, notify);
    },
    notJudged: () => (met ? undefined : "no webhook came twice: fault add webhook.delivery duplicate"),
  };
}

/** True for a write with an effect of its own; without an answer it may have had one. */
function wasCarriedOut(seen: Observation): boolean {
  const { status, replayed, operationId, cut, refusal } = seen;
  if (!isWrite(seen) || replayed || refusal !== null || cut === "now") return false;
  // A creation that is answered 200 found its record there.
  return cut !== null || status === 201 || (status === 200 && !/^create/.test(operationId ?? ""));
}

/** Tells of an event once, when one call follows its first copy and another one that asks for the same follows a later copy. */
function tellTwice(event: Event, same: readonly Call[], notify: Notify): void {
  const [first = 0, ...later] = event.copies;
  if (event.told || later.length === 0) return;
  const follows = (call: Call, copy: number): boolean => call.at >= copy && call.at - copy <= FOLLOWS_MS;
  const before = same.findIndex((call) => follows(call, first));
  const again = same.findLast((call, index) => index > before && later.some((copy) => follows(call, copy)));
  if (before < 0 || again === undefined) return;
  event.told = true;
  notify({
    title: "a webhook that came twice had two effects",
    operationId: again.operationId,
    place: again.place,
    evidence: `${again.operationId} came after each copy of ${event.type} ${event.id} and asked for the same`,
  });
}
