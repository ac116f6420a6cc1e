// The tiers of tenants with the limit that each of them brings, in requests a minute.
import type { Schemas } from "../api/client.ts";

export type Tier = Schemas["Tenant"]["tier"];

/** For a choice: the value and its words. */
export const TIERS: readonly (readonly [Tier, string])[] = [
  ["standard", "standard, 100 a minute"],
  ["pro", "pro, 1,000 a minute"],
  ["enterprise", "enterprise, 100,000 a minute"],
];

/** The tier of this name; the one that the API takes by default where there is none. */
export function tierOf(name: string): Tier {
  return TIERS.find(([tier]) => tier === name)?.[0] ?? "enterprise";
}

/** A limit as it was typed; undefined for an empty field, so that the tier decides. */
export function limitOf(text: string): number | undefined {
  return text.trim() === "" ? undefined : Number(text);
}
