// The fees and the output of a route: the formula of quotes and settlements (H-29).
import { divideUp, PRICE_DECIMALS } from "../../kernel/amount.ts";
import type { Asset } from "../network/network.ts";

export const SCENARIOS = [
  "same_chain_same_token",
  "same_chain_diff_token",
  "cross_chain_same_token",
  "cross_chain_diff_token",
] as const;
export type Scenario = (typeof SCENARIOS)[number];

export const PROVIDERS = ["internal", "lifi", "relay"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Estimated seconds of a route, by scenario (H-29). */
export const ESTIMATED_SECONDS: Readonly<Record<Scenario, number>> = {
  same_chain_same_token: 5,
  same_chain_diff_token: 15,
  cross_chain_same_token: 45,
  cross_chain_diff_token: 60,
};

/** The network fee a provider takes, in micro-dollars, by scenario; `relay` adds its own. */
const GAS_FEE_MICROS: Readonly<Record<Scenario, bigint>> = {
  same_chain_same_token: 0n,
  same_chain_diff_token: 20_000n,
  cross_chain_same_token: 50_000n,
  cross_chain_diff_token: 50_000n,
};
const PROVIDER_EXTRA_MICROS: Readonly<Record<Provider, bigint>> = { internal: 0n, lifi: 0n, relay: 10_000n };

/** The platform's fee: 15 basis points. */
const PROTOCOL_FEE_BASIS_POINTS = 15n;
const PRICE_UNIT = 10n ** BigInt(PRICE_DECIMALS);

/** The scenario of a route, one of four; "same token" means the same ticker. */
export function scenarioOf(from: Asset, to: Asset): Scenario {
  const sameChain = from.network === to.network;
  if (from.symbol === to.symbol) return sameChain ? "same_chain_same_token" : "cross_chain_same_token";
  return sameChain ? "same_chain_diff_token" : "cross_chain_diff_token";
}

/** Providers of a scenario, best output first. */
export function providersOf(scenario: Scenario): readonly Provider[] {
  return scenario === "same_chain_same_token" ? ["internal"] : ["lifi", "relay"];
}

export type RouteRequest = {
  from: Asset;
  to: Asset;
  /** Base units of the source asset. */
  amount: bigint;
  provider: Provider;
  /** USD per whole unit, 18-decimal fixed point. */
  fromPrice: bigint;
  toPrice: bigint;
};

/** Fees in source base units, output in destination base units. `exchangeRate` is 18-decimal fixed point. */
export type RouteOffer = {
  gasFee: bigint;
  protocolFee: bigint;
  totalFee: bigint;
  output: bigint;
  exchangeRate: bigint;
};

/** The offer of a provider, or undefined when the amount does not cover the fees or yields nothing (H-29). */
export function offerRoute(request: RouteRequest): RouteOffer | undefined {
  const { from, to, amount, provider, fromPrice, toPrice } = request;
  if (fromPrice === 0n || toPrice === 0n) return undefined;
  const scenario = scenarioOf(from, to);
  const protocolFee = divideUp(amount * PROTOCOL_FEE_BASIS_POINTS, 10_000n);
  const feeMicros = GAS_FEE_MICROS[scenario] + PROVIDER_EXTRA_MICROS[provider];
  const gasFee = divideUp(feeMicros * 10n ** BigInt(from.decimals) * PRICE_UNIT, 1_000_000n * fromPrice);
  const totalFee = protocolFee + gasFee;
  if (amount <= totalFee) return undefined;
  const [fromUnit, toUnit] = [10n ** BigInt(from.decimals), 10n ** BigInt(to.decimals)];
  const output = ((amount - totalFee) * fromPrice * toUnit) / (toPrice * fromUnit);
  if (output === 0n) return undefined;
  return { gasFee, protocolFee, totalFee, output, exchangeRate: (output * fromUnit * PRICE_UNIT) / (amount * toUnit) };
}
