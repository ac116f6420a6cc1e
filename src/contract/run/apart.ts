// Values that are not played together where every value is played once: one of them would hide the other from a client that only takes webhooks (C-32).

import type { Row } from "./row.ts";
import { nameOf } from "./selection.ts";

/** By a value that hides: the readings that a webhook cannot carry then. A slim payload has no amounts, addresses, times or symbols. */
const HIDES: Readonly<Record<string, readonly string[]>> = {
  "webhook_payload=slim": [
    ...["absent_time", "absent_text", "time_text", "usd_text", "amount_text", "address_case", "network_symbol"],
    ...["json_numbers", "webhook_amounts"],
  ],
  // An amount that is a number is no text.
  "webhook_amounts=number": ["amount_text"],
};

/** The same values in other rows, so that none is beside one that hides it; with one more row where there is no other place. */
export function apart(rows: readonly Row[]): Row[] {
  const placed: string[][] = rows.map((row) => [...row]);
  for (const value of Object.keys(HIDES)) {
    const having = placed.filter((row) => row.includes(value));
    // Once is enough, in the row where it hides the least.
    if (having.every((row) => hiddenBy(value, row).length === 0)) continue;
    const places = [...having, ...placed.filter((row) => isFree(row, value) && isSeen(value, row))];
    const [to = []] = places.toSorted((a, b) => hiddenBy(value, a).length - hiddenBy(value, b).length);
    for (const row of having) row.splice(row.indexOf(value), 1);
    for (const hidden of hiddenBy(value, to)) {
      to.splice(to.indexOf(hidden), 1);
      if (!placed.some((row) => row.includes(hidden))) placeOf(hidden, to, placed).push(hidden);
    }
    to.push(value);
  }
  return placed.filter((row) => row.length > 0);
}

/** The values of the row that cannot be met beside this one. */
export function hiddenBy(value: string, row: Row): string[] {
  return row.filter((one) => HIDES[value]?.includes(nameOf(one)));
}

/** True when the row has no value of the same reading. */
function isFree(row: Row, value: string): boolean {
  return row.every((one) => nameOf(one) !== nameOf(value));
}

/** True when nothing in the row hides the value. */
function isSeen(value: string, row: Row): boolean {
  return row.every((one) => hiddenBy(one, [value]).length === 0);
}

/** A row in which nothing hides the value; a new one where there is none. */
function placeOf(value: string, from: Row, rows: string[][]): string[] {
  const found = rows.find((row) => row !== from && isFree(row, value) && isSeen(value, row));
  if (found !== undefined) return found;
  const added: string[] = [];
  rows.push(added);
  return added;
}
