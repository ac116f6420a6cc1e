// Accounts of a route: solver keys, destinations of claims and fees, and the payments of an accepted route (H-25).
import { derivationPath } from "../../domain/address/address.ts";
import { PROVIDERS, type Provider } from "../../domain/quote/quote.ts";
import type { Payment } from "../../domain/settlement/claim.ts";
import type { SettlementRow } from "../../domain/settlement/settlement.ts";
import type { World } from "../../domain/world.ts";

/** A provider's account that pays at destinations; the same address on every network. */
export function solverPath(provider: Provider): string {
  return derivationPath("solver", 0, 0, PROVIDERS.indexOf(provider));
}

/** Where a provider's share of the source amount goes. */
export function intakePath(provider: Provider): string {
  return derivationPath("intake", 0, 0, PROVIDERS.indexOf(provider));
}

/** Where platform fees go. */
export const PLATFORM_PATH = derivationPath("platform", 0, 0, 0);

/** The account that owns the tokens and funds test addresses. */
export const FAUCET_PATH = derivationPath("faucet", 0, 0, 0);

/** The accounts that pay deposits requested through the control API, as separate customers; default the first. */
export const PAYER_PATHS: readonly [string, ...string[]] = [
  derivationPath("payer", 0, 0, 0),
  ...[1, 2, 3, 4].map((index) => derivationPath("payer", 0, 0, index)),
];

/** The payments of a claim: the platform's fee, the rest to the provider; together exactly the source amount. */
export function claimPayments(world: World, settlement: SettlementRow): Payment[] {
  const fee = BigInt(settlement.fee_platform);
  const rest = BigInt(settlement.source_raw) - fee;
  return paid([
    { to: world.derive(intakePath(settlement.provider as Provider)), raw: rest.toString() },
    { to: world.derive(PLATFORM_PATH), raw: fee.toString() },
  ]);
}

/** The payments of a same-chain same-token settlement: destination and fee in one transaction (H-25). */
export function internalPayments(world: World, settlement: SettlementRow): Payment[] {
  return paid([
    { to: settlement.destination_address, raw: settlement.quoted_raw },
    { to: world.derive(PLATFORM_PATH), raw: settlement.fee_platform },
  ]);
}

function paid(payments: Payment[]): Payment[] {
  return payments.filter(({ raw }) => raw !== "0");
}
