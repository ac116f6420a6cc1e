// Tickers of networks, which some services write where others write the slug (K-8).
import type { Catalogue, Network } from "./network.ts";

/** The ticker of a network: that of its native coin, or its own slug in capitals where another network has the same coin. */
export function tickerOf({ networks }: Pick<Catalogue, "networks">, { symbol, native }: Network): string {
  const first = networks.find((network) => network.native.symbol === native.symbol);
  return first?.symbol === symbol ? native.symbol : symbol.toUpperCase();
}

/** The network with this ticker, in any case. */
export function networkOfTicker(catalogue: Pick<Catalogue, "networks">, ticker: string): Network | undefined {
  const wanted = ticker.toUpperCase();
  return catalogue.networks.find((network) => tickerOf(catalogue, network) === wanted);
}
