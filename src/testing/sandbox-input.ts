// Inputs and results of the methods of `TestSandbox`.
import type { components } from "../spec/admin.gen.ts";
import type { AssetSymbol, NetworkSymbol } from "./names.gen.ts";

/** `ran` is the work that was done on the way, `summary` what came of it in numbers. */
export type TimeTravelResult = {
  from: string;
  to: string;
  ran: { at: string; what: string; ref: string }[];
  summary: components["schemas"]["TravelSummary"];
};

/** An amount: text in whole units ("25.5"), or a bigint of base units (25_500_000n). */
export type Amount = string | bigint;

export type Payment = { network: NetworkSymbol; asset: AssetSymbol; amount: Amount };

export type DepositInput = Payment & ({ owner: string; tenantId?: string } | { to: string });

/** A deposit to a tenant: to the wallet or UDA of an owner, or to an address. `from` is one of the sandbox's payers. */
export type TenantDepositInput = Payment & ({ owner: string } | { to: string }) & { from?: string };

/** To any address; `asset` may be the address of a token that the service does not know (then `amount` is text). */
export type FaucetInput = Omit<Payment, "asset"> & { asset: AssetSymbol | `0x${string}`; to: string };

export type PaidDeposit = { tx_id: string; to_address: string };

export type MiningMode = "instant" | "interval" | "manual";

export type TenantFacts = { id: string; apiKey: string; vaultId: string };

/** Address of a sandbox, and the tenant that a test uses. */
export type SandboxInfo = { url: string; adminToken?: string; tenant: TenantFacts; webhookSecret?: string };
