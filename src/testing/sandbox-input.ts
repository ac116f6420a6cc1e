// Inputs and results of the methods of `TestSandbox`.
import type { AssetSymbol, NetworkSymbol } from "./names.gen.ts";
import type { TenantFacts } from "./tenant.ts";

export type TimeTravelResult = { from: string; to: string; ran: { at: string; what: string; ref: string }[] };

/** `amount` in whole units ("25.5"). */
export type Payment = { network: NetworkSymbol; asset: AssetSymbol; amount: string };

export type DepositInput = Payment & ({ owner: string; tenantId?: string } | { to: string });

export type MiningMode = "instant" | "interval" | "manual";

/** Address of a sandbox, and the tenant that a test uses. */
export type SandboxInfo = { url: string; adminToken?: string; tenant: TenantFacts; webhookSecret?: string };
