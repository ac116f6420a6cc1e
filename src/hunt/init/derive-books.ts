// Where an answer shows what an owner was paid: as one of several credits, as a sum of an asset, or as one amount (U-03).
import { isObject } from "../../kernel/is-object.ts";
import type { BookNames, BooksSource } from "../adapter.ts";
import { GUESSES, valueAt } from "../judge/book-places.ts";
import { unitOf } from "../judge/units.ts";
import { formOf, type KnownAmount } from "./template.ts";
import { type Scalar, scalarsOf } from "./watched-request.ts";

/** What was paid, as the sandbox tells it. */
export type Paid = {
  readonly amount: string;
  readonly network: string;
  readonly asset: string;
  readonly decimals: number;
  readonly deposit_id: string;
  readonly tx_id: string;
};

/** A reading of the books that shows the payment; whether it is a total or a balance is told by a withdrawal. */
export type Reading = {
  readonly kind: "credits" | "sums" | "amount";
  readonly source: Omit<BooksSource, "url" | "command" | "headers">;
};

/** Readings that are tried. */
const MAX_READINGS = 12;

/** Every place at which the answer after a payment shows it, and the one before did not. Lists of credits first: they say the most. */
export function readingsOf(before: unknown, after: unknown, paid: Paid): Reading[] {
  const amount: KnownAmount = { text: paid.amount, decimals: paid.decimals };
  const old = new Map(scalarsOf(before).map(({ at, text }) => [at, text]));
  const found = scalarsOf(after).flatMap((one) => {
    const digits = formOf(one.text, amount);
    return digits === null || old.get(one.at) === one.text ? [] : readingAt(one, digits, after, paid);
  });
  const order = (one: Reading): number => ["credits", "sums", "amount"].indexOf(one.kind);
  const sorted = found.toSorted((a, b) => order(a) - order(b));
  const texts = sorted.map((one) => JSON.stringify(one));
  return sorted.filter((_, index) => texts.indexOf(texts[index] ?? "") === index).slice(0, MAX_READINGS);
}

function readingAt({ at }: Scalar, digits: number, root: unknown, paid: Paid): Reading[] {
  const scale = digits === 0 ? {} : { decimals: digits };
  const place = { network: paid.network, asset: paid.asset };
  const single: Reading = { kind: "amount", source: { total: at, ...scale, ...place } };
  const listed = /^(.*)\/(\d+)\/([^/]+)$/.exec(at);
  const [, list = "", index = "", member = ""] = listed ?? [];
  const entry = valueAt(root, `${list}/${index}`);
  if (listed === null || !Array.isArray(valueAt(root, list)) || !isObject(entry)) return [single];
  const says = (value: string): string | undefined =>
    Object.entries(entry).find(([, one]) => typeof one === "string" && one.toLowerCase() === value.toLowerCase())?.[0];
  const names = {
    amount: notGuessed("amount", member, entry),
    asset: memberOf("asset", says(paid.asset), entry),
    network: memberOf("network", says(paid.network) ?? namedNetwork(entry, paid), entry),
  };
  const ids = {
    deposit_id: memberOf("deposit_id", says(paid.deposit_id), entry),
    tx_id: memberOf("tx_id", says(paid.tx_id), entry),
  };
  const own = {
    ...scale,
    ...(names.network.found ? {} : { network: paid.network }),
    ...(names.asset.found ? {} : { asset: paid.asset }),
  };
  const isCredit = ids.deposit_id.found || ids.tx_id.found;
  const all: BookNames = {
    ...names.amount,
    ...names.asset.name,
    ...names.network.name,
    ...ids.deposit_id.name,
    ...ids.tx_id.name,
  };
  const named = Object.keys(all).length === 0 ? {} : { names: all };
  const credits: Reading = { kind: "credits", source: { credits: list, ...own, ...named } };
  const sums: Reading = { kind: "sums", source: { sums: list, ...own, ...named } };
  return isCredit ? [credits] : [credits, sums];
}

/** The name of a member, if a reader would not find it by itself. */
function notGuessed(name: keyof BookNames, member: string, entry: Record<string, unknown>): BookNames {
  return GUESSES[name].find((one) => Object.hasOwn(entry, one)) === member ? {} : { [name]: member };
}

function memberOf(name: keyof BookNames, member: string | undefined, entry: Record<string, unknown>) {
  return { found: member !== undefined, name: member === undefined ? {} : notGuessed(name, member, entry) };
}

/** A network may stand there by its number. */
function namedNetwork(entry: Record<string, unknown>, { network, asset }: Paid): string | undefined {
  return Object.entries(entry).find(
    ([name, one]) =>
      /network|chain/i.test(name) &&
      (typeof one === "string" || typeof one === "number") &&
      unitOf(String(one), asset)?.network === network,
  )?.[0];
}

/** The reading as a balance: credits less withdrawals. Null for a list of credits, which is none. */
export function asBalance({ kind, source }: Reading): Reading | null {
  if (kind === "credits") return null;
  const { total, sums, ...rest } = source;
  const at = total ?? sums;
  return at === undefined ? null : { kind, source: { ...rest, balance: at } };
}

export type WithdrawalList = Pick<BooksSource, "withdrawals" | "names">;

/** The list in which a withdrawal stands with its id and a state; null when there is none. */
export function withdrawalsIn(root: unknown, id: string): WithdrawalList | null {
  for (const { at, text, name } of scalarsOf(root)) {
    const [, list, index] = /^(.*)\/(\d+)\/[^/]+$/.exec(at) ?? [];
    if (text !== id || list === undefined || !Array.isArray(valueAt(root, list))) continue;
    const entry = valueAt(root, `${list}/${index}`);
    if (!isObject(entry)) continue;
    const state =
      ["state", "status"].find((one) => typeof entry[one] === "string") ??
      Object.keys(entry).find((one) => /stat/i.test(one));
    if (state === undefined) continue;
    const names = { ...notGuessed("id", name, entry), ...notGuessed("state", state, entry) };
    return { withdrawals: list, ...(Object.keys(names).length === 0 ? {} : { names }) };
  }
  return null;
}

/** An answer that holds other owners too: it shows this amount, but not whose it is. */
export function isShown(root: unknown, amount: KnownAmount): boolean {
  return scalarsOf(root).some(({ text }) => formOf(text, amount) !== null);
}
