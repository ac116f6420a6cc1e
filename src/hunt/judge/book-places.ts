// Where books hold what, and what its members are called, if the adapter does not say it.
import { isExactNumber } from "../../kernel/exact-json.ts";
import { isObject } from "../../kernel/is-object.ts";
import type { BookNames } from "../adapter.ts";
import { decimalOf } from "./decimal.ts";

export const GUESSES: Readonly<Record<keyof Required<BookNames>, readonly string[]>> = {
  amount: ["amount", "credited", "received", "total", "balance", "value", "sum"],
  raw: ["raw", "units", "base_units"],
  decimals: ["decimals"],
  asset: ["asset", "currency", "symbol", "token", "coin"],
  network: ["network", "chain", "network_symbol", "blockchain"],
  deposit_id: ["deposit_id", "depositId", "deposit", "settlement_id", "settlementId"],
  tx_id: ["tx_id", "txId", "tx_hash", "txHash", "tx", "hash"],
  id: ["id", "reference", "reference_id", "withdrawal_id"],
  state: ["state", "status"],
};

/** Members of an answer that are taken for a list of credits, and so on, in this order. */
const MEMBERS = {
  credits: ["credits", "deposits", "payments"],
  sums: ["sums", "totals", "credited", "received", "total", "amount"],
  balances: ["balances", "balance"],
  withdrawals: ["withdrawals", "payouts"],
} as const;

export type BooksPart = keyof typeof MEMBERS;

/** The value at a JSON pointer; undefined when there is none. */
export function valueAt(root: unknown, pointer: string): unknown {
  if (pointer === "") return root;
  const parts = pointer.slice(1).split("/");
  return parts.reduce<unknown>((node, part) => {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(node)) return node[Number(name)];
    return isObject(node) && Object.hasOwn(node, name) ? node[name] : undefined;
  }, root);
}

/** The pointer to a part of the books that the adapter does not name; undefined when nothing looks like it. */
export function guessedPlace(part: BooksPart, root: unknown): string | undefined {
  if (part === "withdrawals")
    return memberOf(
      root,
      MEMBERS.withdrawals.filter((name) => Array.isArray(valueAt(root, `/${name}`))),
    );
  if (Array.isArray(root)) {
    const isCredits = root.some(
      (one) => isObject(one) && [...GUESSES.deposit_id, ...GUESSES.tx_id].some((name) => name in one),
    );
    return isCredits === (part === "credits") && part !== "balances" ? "" : undefined;
  }
  if (!isObject(root) || isExactNumber(root)) return part === "sums" && numberText(root) !== null ? "" : undefined;
  const members = part === "credits" ? MEMBERS.credits.filter((name) => Array.isArray(root[name])) : MEMBERS[part];
  return memberOf(root, members);
}

function memberOf(root: unknown, names: readonly string[]): string | undefined {
  const found = names.find((name) => isObject(root) && Object.hasOwn(root, name));
  return found === undefined ? undefined : `/${found}`;
}

/** The digits of a number, or of a text that is one; null for anything else. */
export function numberText(value: unknown): string | null {
  if (typeof value === "number" || isExactNumber(value)) return JSON.stringify(value);
  return typeof value === "string" && decimalOf(value) !== null ? value : null;
}

/** A text, or a number as text; null for nothing. */
export function textOrNull(value: unknown): string | null {
  if (typeof value === "string") return value === "" ? null : value;
  return typeof value === "number" ? String(value) : null;
}

/** What a value holds, in a few words. */
export function namesIn(root: unknown): string {
  if (Array.isArray(root)) return `a list of ${root.length}`;
  return isObject(root) ? Object.keys(root).slice(0, 12).join(", ") || "nothing" : typeof root;
}
