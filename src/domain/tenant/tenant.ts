// Tenants, their tiers and their API keys (H-73, H-75).
import { hash, timingSafeEqual } from "node:crypto";

export const TIERS = ["standard", "pro", "enterprise"] as const;
export type Tier = (typeof TIERS)[number];

/** Requests per minute of a tier unless the tenant has its own number (H-75, S-556…S-558). */
export const TIER_LIMITS: Readonly<Record<Tier, number>> = { standard: 100, pro: 1_000, enterprise: 100_000 };

export type Environment = "sandbox" | "production";

export type TenantRow = {
  id: string;
  number: number;
  name: string;
  tier: Tier;
  rate_limit: number;
  created_at: number;
  deleted_at: number | null;
};

export type ApiKeyRow = { id: string; tenant_id: string; hash: string; created_at: number; revoked_at: number | null };

/** The prefix before the 32 hex digits of a key: it shows the environment of the key (H-01). */
export function keyPrefix(environment: Environment): string {
  return environment === "production" ? "sk_live_" : "sk_sandbox_";
}

/** The hash under which a key is stored; the key itself is not. */
export function keyHash(key: string): string {
  return hash("sha256", key, "hex");
}

/** Compares two digests of equal length in constant time. */
export function sameHash(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(left, "hex"), Buffer.from(right, "hex"));
}
