// GET /uda/quote: the best offer for a route; public, indicative, creates nothing (H-28, H-29, S-244…S-266).
import { unknownNetwork } from "../../../domain/network/nearest-network.ts";
import type { Asset } from "../../../domain/network/network.ts";
import { priceFeedEnabled, priceOf } from "../../../domain/network/price.ts";
import { offerRoute, providersOf, scenarioOf } from "../../../domain/quote/quote.ts";
import type { World } from "../../../domain/world.ts";
import { takeFault } from "../../../faults/gate.ts";
import { isPriceMissing } from "../../../faults/price-feed.ts";
import { MAX_RAW } from "../../../kernel/amount.ts";
import { Problem } from "../../../kernel/problem.ts";
import { type FoundQuote, presentQuote } from "../../../present/quote.ts";
import type { Handler } from "../../handler.ts";

export const getQuote: Handler<"getQuote"> = ({ query, now, tenant }, { world, view, readings }) => {
  const from = assetOn(world, "from", query.from_chain_id, query.from_token);
  const to = assetOn(world, "to", query.to_chain_id, query.to_token);
  const amount = BigInt(query.amount);
  if (amount > MAX_RAW) throw new Problem("noProvider", "amount: more than any token can hold");
  const quote = quoteOf(world, { from, to, amount, now }, tenant?.id ?? "");
  const withUsd = priceFeedEnabled(world.db) || readings.valueOf("quote_usd", tenant?.id) === "present";
  const prices = withUsd ? feedPrices(world, from, to, tenant?.id ?? "") : {};
  if (!priceFeedEnabled(world.db) && withUsd) readings.noteMet("quote_usd", tenant?.id);
  return { status: 200, data: presentQuote(view, { ...quote, prices }) };
};

function assetOn(world: World, side: "from" | "to", chainId: number, token: string): Asset {
  const network = world.catalogue.byChainId(chainId);
  if (network === undefined)
    throw new Problem("noProvider", `${side}_chain_id: ${unknownNetwork(world.catalogue, String(chainId))}`);
  const asset = world.catalogue.findAsset(network.symbol, token);
  if (asset === undefined) throw new Problem("noProvider", `${side}_token: ${network.symbol} has no token ${token}`);
  return asset;
}

/** The offer with the largest output; providers that a fault silences are passed over. */
function quoteOf(
  world: World,
  wanted: Pick<FoundQuote, "from" | "to" | "amount" | "now">,
  tenantId: string,
): Omit<FoundQuote, "prices"> {
  const { from, to, amount } = wanted;
  const prices = { from: priceOf(world.db, from.symbol), to: priceOf(world.db, to.symbol) };
  const scenario = scenarioOf(from, to);
  for (const provider of providersOf(scenario)) {
    const facts = { provider, scenario, from: from.network, to: to.network, asset: from.symbol, tenant_id: tenantId };
    if (takeFault(world.db, "routing.provider", facts, ["no-quote"]) !== undefined) continue;
    const offer = offerRoute({ from, to, amount, provider, fromPrice: prices.from, toPrice: prices.to });
    if (offer !== undefined) {
      return { ...wanted, provider, offer };
    }
  }
  throw new Problem("noProvider", "no provider covers this route: the amount may be smaller than the fees");
}

/** The prices of the USD members, one less where the feed has no price of an asset (S-264). */
function feedPrices(world: World, from: Asset, to: Asset, tenantId: string): FoundQuote["prices"] {
  const ask = ({ symbol }: Asset) =>
    isPriceMissing(world.db, symbol, tenantId) ? undefined : priceOf(world.db, symbol);
  const price = ask(from);
  return { from: price, to: from.symbol === to.symbol ? price : ask(to) };
}
