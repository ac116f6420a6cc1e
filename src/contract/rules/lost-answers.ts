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

type OpenPayout = { readonly reference: string; readonly seen: Observation };

/** CF-07. */
export function newReference(): Judge {
  const open = new BoundedMap<string, OpenPayout>(MAX_OPEN);
  let met = false;
  return {
    request(seen, notify) {
      if (isLookUp(seen, PAYOUT_LOOK_UPS)) open.clear();
      const payout = payoutOf(seen);
      if (payout === undefined) return;
      const { payment, reference } = payout;
      const before = open.get(payment);
      if (before !== undefined && before.reference !== reference) tellTwice(notify, before, { reference, seen });
      if (isUncertain(seen)) {
        met = true;
        open.set(payment, { reference, seen: withoutTexts(seen) });
      } else if (before?.reference === reference) open.delete(payment);
    },
    notJudged: () =>
      met
        ? undefined
        : "no payout met a 5xx or lost its answer: fault add api.request after-commit-close --match operation_id=createPayout",
  };
}

/** A new reference a minute later or more is a new decision. */
function tellTwice(notify: Notify, before: OpenPayout, { reference, seen }: OpenPayout): void {
  const pause = seen.at - endOf(before.seen);
  if (pause > SAME_PAYMENT_MS) return;
  notify({
    title: "a new reference after a lost answer",
    operationId: seen.operationId,
    place: placeOf(seen),
    evidence: `reference_id ${before.reference} then ${reference}, same vault, asset, amount and to_address, ${seconds(pause)} apart`,
  });
}

/** What a payout asks for, and its reference; undefined for any other request. */
function payoutOf(seen: Observation): { payment: string; reference: string } | undefined {
  if (!PAYOUTS.has(seen.operationId ?? "")) return undefined;
  const payment = paymentOf(seen);
  const reference = textMember(seen, "reference_id");
  return payment === undefined || reference === undefined ? undefined : { payment, reference };
}

/** What is paid to whom; undefined when the body does not say it. */
function paymentOf(seen: Observation): string | undefined {
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
  const settle = (isSettled: (lost: Lost) => boolean): void => {
    for (const [key, lost] of open) if (isSettled(lost)) open.delete(key);
  };
  return {
    request(seen) {
      const { operation } = seen;
      if (operation === undefined) return;
      if (isWrite(seen)) {
        const key = fingerprint(seen);
        const meaning = meaningOf(seen);
        // Asked for again, with the same reference or another one: the client has noticed.
        settle((lost) => lost.meaning === meaning);
        if (!isUncertain(seen)) return;
        met = true;
        open.set(key, { seen: withoutTexts(seen), tag: operation.tag, meaning });
      } else if (open.size > 0 && isAnswered(seen)) {
        settle(({ tag }) => (ASK[tag] ?? [tag]).includes(operation.tag));
      }
    },
    delivery({ type, outcome }) {
      if (outcome !== "delivered" || open.size === 0) return;
      settle(({ tag }) => (TOLD_BY[tag] ?? []).some((beginning) => type.startsWith(beginning)));
    },
    atReport(_at, notify) {
      for (const { seen } of open.values())
        notify({
          title: "a lost answer that nobody asked about",
          operationId: seen.operationId,
          place: placeOf(seen),
          evidence: `${seen.operationId} ${lossOf(seen)}, and neither a repeat nor a look-up came`,
        });
    },
    notJudged: () =>
      met ? undefined : "no answer of a writing call was lost: fault add api.request after-commit-close",
  };
}

function lossOf({ cut, status }: Observation): string {
  if (cut === null) return `was answered ${status}`;
  return `lost its connection ${cut === "now" ? "before" : "after"} the work was done`;
}
