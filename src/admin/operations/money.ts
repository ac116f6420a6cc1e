// The price table (H-26, H-29).
import { allRates, putRate, putSetting } from "../../domain/network/store.ts";
import type { World } from "../../domain/world.ts";
import { parsePrice } from "../../kernel/amount.ts";
import { Problem } from "../../kernel/problem.ts";
import type { AdminHandlers } from "../handler.ts";

export const moneyHandlers: Pick<AdminHandlers, "getRates" | "setRates" | "setPriceFeed"> = {
  getRates: ({ flow: { world } }) => ratesView(world),
  setRates: ({ flow: { world } }, { body }) => {
    const table = ratesView(world);
    const prices = Object.entries(body).map(
      ([ticker, price]) => [knownTicker(table, ticker), checkedPrice(ticker, price)] as const,
    );
    world.db.transaction(() => {
      for (const [symbol, price] of prices) putRate(world.db, symbol, price);
    });
    return ratesView(world);
  },
  setPriceFeed: ({ flow: { world } }, { body: { enabled } }) => {
    world.db.transaction(() => putSetting(world.db, "price_feed", String(enabled)));
    return { enabled };
  },
};

function ratesView(world: World): Record<string, string> {
  return Object.fromEntries(allRates(world.db).map(({ symbol, price }) => [symbol, price]));
}

function knownTicker(table: Record<string, string>, ticker: string): string {
  const known = Object.keys(table);
  const symbol = known.find((candidate) => candidate.toUpperCase() === ticker.toUpperCase());
  if (symbol !== undefined) return symbol;
  throw new Problem("invalidRequest", `there is no asset ${JSON.stringify(ticker)}: use one of ${known.join(", ")}`, {
    details: { known },
  });
}

/** A price of zero would make every conversion meaningless. */
function checkedPrice(ticker: string, price: string): string {
  if ((parsePrice(price) ?? 0n) > 0n) return price;
  throw new Problem("invalidRequest", `${ticker}: a price is a decimal above zero, such as "2500.00"`);
}
