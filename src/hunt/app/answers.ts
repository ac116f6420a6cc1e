// What is read from the app's answers, and the forms in which it is told amounts.
import { isObject } from "../../kernel/is-object.ts";
import { valueAt } from "../judge/book-places.ts";
import { decimalOf, textOf } from "../judge/decimal.ts";
import { unitOf } from "../judge/units.ts";
import type { ActValues } from "./app.ts";

/** An answer that says nothing. */
export const NOTHING = { status: null, address: null, addresses: {}, owner: null } as const;

/** The values with the amount in cents and in base units, as some apps want it. */
export function allForms(values: ActValues): ActValues {
  const amount = decimalOf(values["amount"] ?? "");
  if (amount === null) return values;
  const unit = unitOf(values["network"] ?? "", values["asset"] ?? "");
  const times = (digits: number): string =>
    textOf({ units: amount.units * 10n ** BigInt(digits), scale: amount.scale });
  return { ...values, amount_cents: times(2), ...(unit === null ? {} : { amount_raw: times(unit.decimals) }) };
}

/** A text, or a number as text. */
export function nameAt(content: unknown, pointer: string | undefined): string | null {
  const found = pointer === undefined ? undefined : valueAt(content, pointer);
  return typeof found === "string" || typeof found === "number" ? String(found) : null;
}

/** `[{network, address}]` or `{network: address}`, with networks as the service names them. */
export function addressesIn(value: unknown): Record<string, string> {
  const rows: [unknown, unknown][] = Array.isArray(value)
    ? value.map((row: Record<string, unknown>) => [
        row["network_symbol"] ?? row["network"] ?? row["chain"] ?? row["network_id"],
        row["address"],
      ])
    : Object.entries(isObject(value) ? value : {});
  return Object.fromEntries(
    rows.flatMap(([network, address]) => {
      const known = unitOf(String(network), "USDC")?.network;
      return known === undefined || typeof address !== "string" ? [] : [[known, address]];
    }),
  );
}

/** Parsed JSON; undefined for a text that is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
