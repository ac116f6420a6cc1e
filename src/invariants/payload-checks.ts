// Checks of event payloads and deliveries: both members of each amount agree, and every signature verifies.
import { createHmac } from "node:crypto";
import type { Database } from "../db/database.ts";
import { signedAttempts } from "./queries/deliveries.ts";
import { eventBodies } from "./queries/events.ts";
import type { Window } from "./queries/query.ts";
import type { Breach } from "./statements.ts";

/** A number as text, with all its digits. */
type Written = { digits: string };

/** I-18 and I-33; at most `limit` breaches of each. */
export function checkPayloads(db: Database, window: Window, limit: number): Breach[] {
  return [...checkAmounts(db, window, limit), ...checkSignatures(db, window, limit)];
}

/** I-18: `raw` is `amount` times ten to the decimals, digit by digit, in every event body. */
function checkAmounts(db: Database, window: Window, limit: number): Breach[] {
  const breaches: Breach[] = [];
  for (const { id, body } of eventBodies(db, window)) {
    if (breaches.length >= limit) break;
    for (const what of faultsIn(JSON.parse(body, written as never), undefined))
      breaches.push({ id: "I-18", what: `event ${id}: ${what}` });
  }
  return breaches;
}

function written(_name: string, value: unknown, { source }: { source?: string }): unknown {
  return typeof value === "number" ? ({ digits: source ?? String(value) } satisfies Written) : value;
}

/** `decimals` are those of the asset the value is about; the fee of a transaction is in another asset. */
function faultsIn(value: unknown, decimals: number | undefined): string[] {
  if (value === null || typeof value !== "object" || "digits" in value) return [];
  const record = value as Record<string, unknown>;
  const own = digitsOf(record["decimal"]) ?? digitsOf((record["network"] as typeof record | undefined)?.["decimal"]);
  const known = own === undefined ? decimals : Number(own);
  const [amount, raw] = [digitsOf(record["amount"]), digitsOf(record["raw"])];
  const here = amount !== undefined && raw !== undefined && !areSame(amount, raw, known);
  const inside = Object.entries(record).flatMap(([name, inner]) => faultsIn(inner, name === "fee" ? undefined : known));
  return here ? [`amount ${amount} beside raw ${raw}`, ...inside] : inside;
}

function digitsOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return value !== null && typeof value === "object" && "digits" in value ? (value as Written).digits : undefined;
}

function areSame(amount: string, raw: string, decimals: number | undefined): boolean {
  const [whole = "", fraction = ""] = amount.split(".");
  if (decimals !== undefined)
    return BigInt(`${whole}${fraction.padEnd(decimals, "0")}`) === BigInt(raw) && fraction.length <= decimals;
  return BigInt(`${whole}${fraction}`).toString().replace(/0+$/, "") === BigInt(raw).toString().replace(/0+$/, "");
}

/** I-33: the signature of every attempt verifies under the secret of its endpoint, at a time in whole seconds. */
function checkSignatures(db: Database, window: Window, limit: number): Breach[] {
  return signedAttempts(db, window)
    .filter(({ secret, timestamp, signature, body }) => {
      const right = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
      return signature !== right || !/^\d{9,11}$/.test(timestamp);
    })
    .slice(0, limit)
    .map(({ delivery, number }) => ({ id: "I-33", what: `attempt ${number} of delivery ${delivery} does not verify` }));
}
