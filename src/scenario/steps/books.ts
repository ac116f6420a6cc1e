// The books of the app: the sum of what it holds of an owner, compared with the expected one as exact decimals.
import { required } from "../../kernel/assert.ts";
import type { Booked } from "../app-under-test.ts";
import { type Difference, differences } from "../match.ts";
import type { RunContext } from "../run-context.ts";
import type { ExpectedBooks } from "../scenario.ts";

const DECIMALS = 36;
const DECIMAL = /^(-?)(\d{1,78})(?:\.(\d{1,36}))?$/;

/** `at` is the place in messages. A dimension that the books do not have is added up. */
export async function bookDifferences(
  { app }: RunContext,
  { owner, network, asset, amount }: ExpectedBooks,
  at: string,
): Promise<Difference[]> {
  const booked = await required(app, "the app of a story about its books").books(owner);
  const meant = booked.filter((one) => isSame(one.network, network) && isSame(one.asset, asset));
  const wrong = meant.find((one) => unitsOf(one.amount) === undefined);
  if (wrong !== undefined) return [{ at, expected: "amounts as decimals", seen: wrong.amount }];
  const sum = textOf(meant.reduce((total, one) => total + (unitsOf(one.amount) ?? 0n), 0n));
  const wanted = typeof amount === "string" ? unitsOf(amount) : undefined;
  return differences(wanted === undefined ? amount : textOf(wanted), sum, at);
}

function isSame(held: Booked["asset"], wanted: string | undefined): boolean {
  return wanted === undefined || held === null || held.toLowerCase() === wanted.toLowerCase();
}

/** In 10⁻³⁶; undefined for a text that is no plain decimal. */
function unitsOf(text: string): bigint | undefined {
  const [, sign, whole, fraction = ""] = DECIMAL.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(`${sign}${whole}${fraction.padEnd(DECIMALS, "0")}`);
}

function textOf(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(DECIMALS + 1, "0");
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, "");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -DECIMALS)}${fraction === "" ? "" : `.${fraction}`}`;
}
