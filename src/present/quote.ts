// Quotes as the service shows them (H-29, S-255…S-264).
import type { Asset } from "../domain/network/network.ts";
import { ESTIMATED_SECONDS, type Provider, type RouteOffer, scenarioOf } from "../domain/quote/quote.ts";
import { formatRate, usdText } from "../kernel/amount.ts";
import { isoTime } from "../kernel/clock.ts";
import type { components } from "../spec/service.gen.ts";
import type { View } from "./view.ts";

/** The validity of a quote, in virtual ms. */
export const QUOTE_LIFETIME_MS = 60_000;

/** The best offer. Prices (18-decimal fixed point) are set where the price feed has them; without them there are no USD members. */
export type FoundQuote = {
  from: Asset;
  to: Asset;
  amount: bigint;
  provider: Provider;
  offer: RouteOffer;
  now: number;
  prices: { from?: bigint | undefined; to?: bigint | undefined };
};

/** The quote record. Fees are in the source asset's smallest unit. */
export function presentQuote(view: View, quote: FoundQuote): components["schemas"]["Quote"] {
  const { from, to, amount, provider, offer, prices } = quote;
  const worth = (raw: bigint, { decimals }: Asset, price: bigint | undefined) =>
    price === undefined ? undefined : usdText(raw, decimals, price);
  const usd = (raw: bigint) => worth(raw, from, prices.from);
  const scenario = scenarioOf(from, to);
  const chainId = (asset: Asset) => view.catalogue.network(asset.network).chainId;
  return {
    from: {
      chain_id: chainId(from),
      token_address: from.address,
      amount: amount.toString(),
      ...member("amount_usd", usd(amount)),
    },
    to: {
      chain_id: chainId(to),
      token_address: to.address,
      amount: offer.output.toString(),
      ...member("amount_usd", worth(offer.output, to, prices.to)),
    },
    fees: {
      gas_fee: offer.gasFee.toString(),
      protocol_fee: offer.protocolFee.toString(),
      total_fee: offer.totalFee.toString(),
      ...member("gas_fee_usd", usd(offer.gasFee)),
      ...member("protocol_fee_usd", usd(offer.protocolFee)),
      ...member("total_fee_usd", usd(offer.totalFee)),
    },
    route: { provider, scenario, estimated_time_seconds: ESTIMATED_SECONDS[scenario] },
    exchange_rate: formatRate(offer.exchangeRate),
    expires_at: isoTime(quote.now + QUOTE_LIFETIME_MS),
  };
}

function member<Name extends string>(name: Name, value: string | undefined): { [K in Name]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [K in Name]?: string });
}
