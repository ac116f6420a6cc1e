// Which request of a customer made the app pay somebody, open a universal address or look for what it missed (U-03).
import { isObject } from "../../kernel/is-object.ts";
import type { Action } from "../adapter.ts";
import { unitOf } from "../judge/units.ts";
import { causeOf, givenValues, type SeenCall } from "./cause.ts";
import type { DerivedOpen } from "./derive-open.ts";
import { parsedOrNull } from "./service-calls.ts";
import { setBefore } from "./session.ts";
import { type Known, templateOf } from "./template.ts";
import { type ServiceCall, scalarsOf, type WatchedRequest } from "./watched-request.ts";

/** Shorter values are found in any text. */
const MIN_PART = 3;

export type DerivedUda = { readonly action: Action; readonly exchange: WatchedRequest };

/** The request that led to a universal deposit address. */
export function deriveUda(call: SeenCall, exchanges: readonly WatchedRequest[], appOrigin: string): DerivedUda | null {
  const owner = String((isObject(call.reply) ? call.reply["owner"] : undefined) ?? "");
  const addresses = scalarsOf(call.reply).filter(
    ({ at, name }) => name === "address" && at.includes("deposit_addresses"),
  );
  const exchange = causeOf(call, exchanges, [owner, ...addresses.map(({ text }) => text)]);
  if (owner === "" || exchange === undefined || !givenValues(exchange).includes(owner)) return null;
  const known: Known[] = [{ place: "owner", text: owner, whole: false }];
  const { action } = templateOf(exchange, appOrigin, { known, cookies: setBefore(exchange, exchanges) }, true);
  const paid = new Set(addresses.map(({ text }) => text.toLowerCase()));
  const shown = scalarsOf(parsedOrNull(exchange.replyBody)).filter(({ text }) => paid.has(text.toLowerCase()));
  const [first] = shown;
  if (first === undefined) return { exchange, action };
  const parent = first.at.slice(0, first.at.lastIndexOf("/"));
  const isListed = /\/\d+$/.test(parent);
  if (!isListed && shown.length === 1) return { exchange, action: { ...action, address: first.at } };
  return { exchange, action: { ...action, addresses: isListed ? parent.slice(0, parent.lastIndexOf("/")) : parent } };
}

export type Payment = {
  readonly to: string;
  readonly amount: string;
  readonly network: string;
  readonly asset: string;
  readonly reference: string;
};

/** What a payout of the app pays; null when it names no amount of an asset. */
export function paymentOf({ request }: ServiceCall): Payment | null {
  if (!isObject(request)) return null;
  const text = (name: string): string => (typeof request[name] === "string" ? request[name] : "");
  const payment = {
    ...{ to: text("to_address"), amount: text("amount"), reference: text("reference_id") },
    ...{ network: text("network_symbol"), asset: text("asset") },
  };
  return payment.to === "" || payment.amount === "" ? null : payment;
}

export type DerivedWithdraw = { readonly action: Action; readonly exchange: WatchedRequest };

/** The request that led to a payout, or what it lacks, as the end of a sentence. */
export function deriveWithdraw(
  call: SeenCall,
  exchanges: readonly WatchedRequest[],
  { open, appOrigin }: { open: DerivedOpen; appOrigin: string },
): DerivedWithdraw | string {
  const payment = paymentOf(call);
  if (payment === null) return "the payout names no amount of an asset (usd_amount is not followed)";
  const exchange = causeOf(call, exchanges, [payment.to, payment.reference, open.called]);
  if (exchange === undefined) return "no request through the proxy holds its target or its reference";
  const unit = unitOf(payment.network, payment.asset);
  const amount = { text: payment.amount, decimals: unit?.decimals ?? 0 };
  const fresh = givenValues(exchange).find(
    (one) => one !== open.called && one.length >= MIN_PART && payment.reference.includes(one),
  );
  const known: Known[] = [
    { place: "to", text: payment.to, whole: true },
    { place: "owner", text: open.called, whole: false },
    { place: "address", text: open.address, whole: true },
    ...(fresh === undefined ? [] : [{ place: "id", text: fresh, whole: true }]),
    { place: "network", text: payment.network, whole: true },
    { place: "asset", text: payment.asset, whole: true },
  ];
  const cookies = setBefore(exchange, exchanges);
  const { action, places } = templateOf(exchange, appOrigin, { known, amount, cookies }, true);
  const missing = [
    ...(["owner", "address", "session"].some((one) => places.has(one)) ? [] : ["the owner"]),
    ...(places.has("to") ? [] : ["the target"]),
    ...(["amount", "amount_cents", "amount_raw"].some((one) => places.has(one))
      ? []
      : [`the amount that was paid out (${payment.amount})`]),
  ];
  return missing.length === 0
    ? { action, exchange }
    : `${exchange.method} ${exchange.target} does not hold ${missing.join(" and ")}`;
}

/** Requests through which the app looked for what no webhook had told, and paid or opened nothing. */
export function deriveReconcile(
  calls: readonly SeenCall[],
  exchanges: readonly WatchedRequest[],
  { open, appOrigin, looks }: { open: DerivedOpen; appOrigin: string; looks: readonly string[] },
): Action | null {
  const found = exchanges.find(({ method, number, status }) => {
    const own = calls.filter(({ until }) => until === number);
    return (
      method !== "GET" &&
      status < 400 &&
      own.some(({ operation }) => looks.includes(operation)) &&
      !own.some(({ request }) => request !== null)
    );
  });
  if (found === undefined) return null;
  const known: Known[] = [{ place: "owner", text: open.called, whole: false }];
  return templateOf(found, appOrigin, { known, cookies: setBefore(found, exchanges) }).action;
}
