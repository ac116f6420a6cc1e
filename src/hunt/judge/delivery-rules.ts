// The rules about webhooks: what the app believed, refused and how long it took (B-12, B-13, B-16), and the rare situations that were met.
import { isObject } from "../../kernel/is-object.ts";
import type { Breach } from "../report.ts";
import type { AppCall, DeliveryAttempt, TrueDelivery } from "./truth.ts";

/** Faults under which a webhook is not genuine: it must be refused. */
const FORGED: Readonly<Record<string, string>> = {
  "wrong-secret": "signed with another secret",
  unsigned: "without a signature",
  truncate: "whose body was cut in the middle",
  "stale-timestamp": "with a timestamp ten minutes old",
};

/** Other bytes of the same JSON, validly signed: as genuine as any. */
const RESPELLED = "respelled";

/** 2xx to a webhook that must be refused (B-12). A stale one is a warning. */
export function believed(deliveries: readonly TrueDelivery[]): Breach[] {
  return deliveries.flatMap(({ type, attempts }) =>
    attempts.flatMap((attempt): Breach[] => {
      const how = FORGED[attempt.fault ?? ""];
      if (how === undefined || !isOk(attempt)) return [];
      const level = attempt.fault === "stale-timestamp" ? "warning" : "error";
      return [
        { rule: "B-12", level, owner: null, what: `your handler answered ${attempt.status} to a ${type} ${how}` },
      ];
    }),
  );
}

/** `wellServed`: false when the service itself answered badly in this world: then a refusal may be right. `wasThere`: the app ran all the while. */
export type Circumstances = { readonly wellServed: boolean; readonly wasThere: boolean };

/** Genuine webhooks that no fault touched, refused until they were dead (B-13). No answer is a refusal of an app that ran all the while. */
export function refused(deliveries: readonly TrueDelivery[], { wellServed, wasThere }: Circumstances): Breach[] {
  if (!wellServed) return [];
  const isRefusal = ({ fault, status }: DeliveryAttempt): boolean =>
    (fault === null || fault === RESPELLED) && (status !== null || wasThere);
  return deliveries
    .filter(({ state, attempts }) => state === "dead" && attempts.every(isRefusal))
    .map(({ type, attempts }) => ({
      ...{ rule: "B-13", level: "error", owner: null },
      what: `your handler refused a genuine ${type} until it was dead: ${answersOf(attempts)}`,
    }));
}

/** What the app answered, each once: `401, 500`, or why there was no answer. */
export function answersOf(attempts: readonly DeliveryAttempt[]): string {
  return [...new Set(attempts.map(({ status, error }) => (status === null ? `no answer, ${error}` : status)))].join(
    ", ",
  );
}

/** Deliveries that died: webhooks alone cannot make the books right then (U-13). */
export function deadOnes(deliveries: readonly TrueDelivery[]): TrueDelivery[] {
  return deliveries.filter(({ state }) => state === "dead");
}

/** Nobody answered, and no fault of the world is the reason. */
export function isCutOff({ attempts }: TrueDelivery): boolean {
  return attempts.some(({ status, fault }) => status === null && fault === null);
}

/** A request whose answer never came, made again. */
export function isRepeated(calls: readonly AppCall[]): boolean {
  return calls.some(
    ({ status, method, path }, at) =>
      status === null && calls.slice(at + 1).some((one) => one.method === method && one.path === path),
  );
}

export function isOk({ status }: DeliveryAttempt): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Rare situations that only the deliveries show (U-23). */
export function metIn(deliveries: readonly TrueDelivery[], restarted: boolean): Situation[] {
  const met: Situation[] = [];
  const lost = (delivery: TrueDelivery): boolean => delivery.attempts.some(({ fault }) => fault === "answer-lost");
  if (deliveries.some((one) => lost(one) && one.attempts.length > 1)) met.push("answer to a webhook lost, sent again");
  if (deliveries.some(({ attempts }) => attempts.some(({ fault }) => fault === "duplicate")))
    met.push("webhook twice in a row");
  if (deliveries.some(({ attempts }) => attempts.some(({ fault }) => fault === "at-once")))
    met.push("webhook twice at once");
  if (
    deliveries.some(
      ({ attempts }) =>
        attempts.length === 6 && attempts.slice(0, 5).every((one) => !isOk(one)) && attempts.slice(5).every(isOk),
    )
  )
    met.push("webhook taken at its sixth attempt");
  if (restarted && deliveries.some(({ attempts }) => attempts.length > 1)) met.push("restart between two attempts");
  if (deadOnes(deliveries).length > 0) met.push("webhook dead");
  if (deliveries.some((one) => one.type === "transaction.failed" && payloadOf(one)["type"] === "payout"))
    met.push("payout failed");
  met.push(...metByRecord(deliveries));
  return met;
}

/** What several webhooks about one record show. */
function metByRecord(deliveries: readonly TrueDelivery[]): Situation[] {
  const met: Situation[] = [];
  const byRecord = [...Map.groupBy(deliveries, recordOf).values()];
  const positions = (list: readonly TrueDelivery[], type: string): number[] =>
    list.flatMap((one, at) => (one.type === type ? [at] : []));
  for (const list of byRecord) {
    const [failed, confirmed] = [positions(list, "transaction.failed")[0], positions(list, "deposit.confirmed").at(-1)];
    if (failed === undefined || confirmed === undefined) continue;
    if (failed < confirmed) met.push("confirmed after orphaned under the same id");
    if (finishedAt(list[failed]) > finishedAt(list[confirmed])) met.push("late failure after the confirmation");
  }
  return met;
}

/** The deposit or payout that a webhook is about: a transaction names it. */
function recordOf(delivery: TrueDelivery): string {
  if (!delivery.type.startsWith("transaction.")) return delivery.resource_id;
  return String(payloadOf(delivery)["source_id"] ?? delivery.resource_id);
}

function payloadOf({ body }: TrueDelivery): Record<string, unknown> {
  const envelope: unknown = JSON.parse(body ?? "null");
  const payload = isObject(envelope) ? envelope["payload"] : undefined;
  return isObject(payload) ? payload : {};
}

function finishedAt(delivery: TrueDelivery | undefined): string {
  return delivery?.attempts.find(isOk)?.at ?? "";
}

/** Situations that a hunt of a thousand worlds must have met, if the app does what they need. */
export const SITUATIONS = [
  "answer to a webhook lost, sent again",
  "webhook twice in a row",
  "webhook twice at once",
  "webhook taken at its sixth attempt",
  "webhook dead",
  "restart between two attempts",
  "confirmed after orphaned under the same id",
  "late failure after the confirmation",
  "deposit orphaned",
  "answer of the service lost, request repeated",
  "payout failed",
] as const;
export type Situation = (typeof SITUATIONS)[number];
