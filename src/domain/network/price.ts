// USD prices of assets: a fixed table, set by the admin API (K-8).
import type { Database } from "../../db/database.ts";
import { PRICE_DECIMALS, parsePrice, usdText } from "../../kernel/amount.ts";
import { required } from "../../kernel/assert.ts";
import type { Asset } from "./network.ts";
import { rateText, settingText } from "./store.ts";

/** USD per whole unit, as 18-decimal fixed point; 0 for an asset without a price. */
export function priceOf(db: Database, symbol: string): bigint {
  const text = rateText(db, symbol);
  return text === undefined ? 0n : required(parsePrice(text), "a stored price is a decimal", { symbol, text });
}

/** The current price by ticker, in the form of `priceOf`: 0 when unknown. */
export type PriceNow = (symbol: string) => bigint;

/** The USD text of base units at the current price. */
export function usdOf(db: Database, asset: Pick<Asset, "symbol" | "decimals">, raw: bigint): string {
  return usdText(raw, asset.decimals, priceOf(db, asset.symbol));
}

/** The USD text of several holdings together: added up exactly, rounded once (H-14). */
export function totalUsd(db: Database, holdings: readonly { asset: Asset; raw: bigint }[]): string {
  const widest = Math.max(0, ...holdings.map(({ asset }) => asset.decimals));
  const value = ({ asset, raw }: { asset: Asset; raw: bigint }) =>
    raw * priceOf(db, asset.symbol) * 10n ** BigInt(widest - asset.decimals);
  const sum = holdings.reduce((total, holding) => total + value(holding), 0n);
  return usdText(sum, widest + PRICE_DECIMALS, 10n ** BigInt(PRICE_DECIMALS));
}

/** True when quotes carry their USD members (H-29). */
export function priceFeedEnabled(db: Database): boolean {
  return settingText(db, "price_feed") === "true";
}
