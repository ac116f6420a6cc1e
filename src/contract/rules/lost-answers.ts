// Judges of lost answers: a payment that would be paid twice, and writes that nobody asked about (CF-07, CF-08).
import { BoundedMap } from "../../kernel/bounded-map.ts";
import type { Observation } from "../observation.ts";
import { type Judge, type Notify, placeOf } from "./rule.ts";
import {
  endOf,
  fingerprint,
  isAnswered,
  isLookUp,
  isUncertain,
  isWrite,
  MAX_OPEN,
  meaningOf,
  seconds,
  textMember,
  withoutTexts,
} from "./sameness.ts";

const PAYOUTS = new Set(["createPayout", "createPayoutByUsd"]);
/** Answers that say what became of a payout. */
const PAYOUT_LOOK_UPS = new Set([
  "listPayouts",
  "listPendingPayouts",
  "getPayout",
  "listTransactions",
  "getTransaction",
]);
/** Wall ms. */
const SAME_PAYMENT_MS = 60_000;
/** How long the first reference may wait for its turn: a backoff may have grown to minutes, and its worker may be busy. */
const DOUBT_MS = 600_000;

type OpenPayout = { readonly reference: string; readonly seen: Observation };
/** A payment under a new reference. It is another order if its predecessor is asked for again under its own. */
type Doubt = { readonly before: OpenPayout; readonly again: OpenPayout };

/** CF-07. */
export function newReference(): Judge {
  const open = new BoundedMap<string, OpenPayout>(MAX_OPEN);
  const doubts = new BoundedMap<string, Doubt>(MAX_OPEN);
  let met = false;
  const tellAll = (notify: Notify): void => {
    for (const doubt of doubts.values()) tellTwice(notify, doubt);
  };
  return {
    request(seen, notify) {
      if (isLookUp(seen, PAYOUT_LOOK_UPS)) open.clear();
      tellOld(doubts, seen, notify);
      const payment = paymentOf(seen);
      const reference = textMember(seen, "reference_id");
      if (payment === undefined || reference === undefined) return;
      const now = { reference, seen };
      const before = open.get(payment);
      settleDoubts(doubts, reference);
      if (isAnother(before, now)) doubts.set(`${before.reference} ${reference}`, doubtOf(before, now));
      const uncertain = isUncertain(seen);
      met ||= uncertain;
      if (uncertain) open.set(payment, { reference, seen: withoutTexts(seen) });
      else if (before?.reference === reference) open.delete(payment);
    },
    delivery({ type, outcome, fault }) {
      // Told that a payment failed, the app may order it anew. Nothing tells which of the lost ones it was.
      if (type === "transaction.failed" && outcome === "delivered" && fault === null) open.clear();
    },
    atReport: (_at, notify) => tellAll(notify),
    worldEnded(_at, notify) {
      tellAll(notify);
      open.clear();
      doubts.clear();
    },
    notJudged: () =>
      met
        ? undefined
        : "no payout met a 5xx or lost its answer: fault add api.request after-commit-close --match operation_id=createPayout",
  };
}

function doubtOf(before: OpenPayout, { reference, seen }: OpenPayout): Doubt {
  return { before, again: { reference, seen: withoutTexts(seen) } };
}

/** An order that is asked for again under its own reference was not replaced by another. */
function settleDoubts(doubts: Map<string, Doubt>, reference: string): void {
  for (const [key, { before }] of doubts) if (before.reference === reference) doubts.delete(key);
}

/** Tells of those whose first reference was not asked for again in time. */
function tellOld(doubts: Map<string, Doubt>, now: Observation, notify: Notify): void {
  for (const [key, doubt] of doubts) {
    if (pauseBetween(doubt.again.seen, now) <= DOUBT_MS) continue;
    doubts.delete(key);
    tellTwice(notify, doubt);
  }
}

/** A new reference a minute later or more is a new decision; one that the service knows (409) was an order before. */
function isAnother(before: OpenPayout | undefined, { reference, seen }: OpenPayout): before is OpenPayout {
  if (before === undefined) return false;
  const isNew = before.reference !== reference && seen.status !== 409;
  return isNew && pauseBetween(before.seen, seen) <= SAME_PAYMENT_MS;
}

/** Wall ms from an answer to the next request. */
function pauseBetween(before: Observation, next: Observation): number {
  return next.at - endOf(before);
}

function tellTwice(notify: Notify, { before, again }: Doubt): void {
  notify({
    title: "a new reference after a lost answer",
    operationId: again.seen.operationId,
    place: placeOf(again.seen),
    evidence: `reference_id ${before.reference} then ${again.reference}, same vault, asset, amount and to_address, ${seconds(pauseBetween(before.seen, again.seen))} apart`,
  });
}

/** What is paid to whom; undefined for any other call, and when the body does not say it. */
function paymentOf(seen: Observation): string | undefined {
  if (!PAYOUTS.has(seen.operationId ?? "")) return undefined;
  const names = ["vault_id", "asset", "network_symbol", "to_address"] as const;
  const [vault, asset, network, to] = names.map((name) => textMember(seen, name)?.toLowerCase());
  const [amount, usd] = [textMember(seen, "amount"), textMember(seen, "usd_amount")].map(plainDecimal);
  if (vault === undefined || to === undefined || (amount ?? usd) === undefined) return undefined;
  return JSON.stringify([vault, asset, network, to, amount, usd]);
}

/** `10.50` and `10.5` are the same amount. */
function plainDecimal(text: string | undefined): string | undefined {
  return text?.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** Where one can ask what became of a write, by the tag of its operation. */
const ASK: Readonly<Record<string, readonly string[]>> = {
  Payouts: ["Payouts", "Transactions"],
  Transfers: ["Transactions", "Wallets", "Vaults", "Transfers"],
};
/** The beginnings of the types of webhooks that tell what became of a write, by the tag of its operation. */
const TOLD_BY: Readonly<Record<string, readonly string[]>> = {
  Payouts: ["transaction."],
  Transfers: ["transaction."],
  Wallets: ["address."],
  UDA: ["uda."],
};

type Lost = { readonly seen: Observation; readonly tag: string; readonly meaning: string };

/** CF-08. */
export function lostAnswers(): Judge {
  const open = new BoundedMap<string, Lost>(MAX_OPEN);
  let met = false;
  const tellAll = (notify: Notify): void => {
    for (const { seen } of open.values())
      notify({
        title: "a lost answer that nobody asked about",
        operationId: seen.operationId,
        place: placeOf(seen),
        evidence: `${seen.operationId} ${lossOf(seen)}, and neither a repeat nor a look-up came`,
      });
  };
  const settle = (isSettled: (lost: Lost) => boolean): void => {
    for (const [key, lost] of open) if (isSettled(lost)) open.delete(key);
  };
  return {
    request(seen) {
      const { operation } = seen;
      if (operation === undefined) return;
      if (isWrite(seen)) {
        const uncertain = isUncertain(seen);
        // Nearly every write is answered, and finds nothing open.
        if (open.size === 0 && !uncertain) return;
        const meaning = meaningOf(seen);
        // Asked for again, with the same reference or another one: the client has noticed.
        settle((lost) => lost.meaning === meaning);
        if (!uncertain) return;
        met = true;
        open.set(fingerprint(seen), { seen: withoutTexts(seen), tag: operation.tag, meaning });
      } else if (open.size > 0 && isAnswered(seen)) {
        settle(({ tag }) => (ASK[tag] ?? [tag]).includes(operation.tag));
      }
    },
    delivery({ type, outcome }) {
      if (outcome !== "delivered" || open.size === 0) return;
      settle(({ tag }) => (TOLD_BY[tag] ?? []).some((beginning) => type.startsWith(beginning)));
    },
    atReport: (_at, notify) => tellAll(notify),
    worldEnded(_at, notify) {
      tellAll(notify);
      open.clear();
    },
    notJudged: () =>
      met ? undefined : "no answer of a writing call was lost: fault add api.request after-commit-close",
  };
}

function lossOf({ cut, status }: Observation): string {
  if (cut === null) return `was answered ${status}`;
  if (cut === "by-client") return "was given up by the client before its answer";
  return `lost its connection ${cut === "now" ? "before" : "after"} the work was done`;
}
