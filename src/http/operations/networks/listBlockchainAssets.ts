// GET /blockchain/assets: all supported assets, narrowed by network or ticker (H-47, S-401).
import { presentAsset } from "../../../present/network.ts";
import type { Handler } from "../../handler.ts";

export const listBlockchainAssets: Handler<"listBlockchainAssets"> = ({ query }, { world, view }) => {
  const { network_id: networkId, network_symbol: networkSymbol, symbol: ticker } = query;
  const networks = world.catalogue.networks.filter(
    ({ id, symbol }) => (networkId ?? id) === id && sameWord(networkSymbol, symbol),
  );
  const data = networks.flatMap((network) =>
    network.assets.filter(({ symbol }) => sameWord(ticker, symbol)).map((asset) => presentAsset(view, network, asset)),
  );
  return { status: 200, data };
};

/** Slugs and tickers match in any case (K-8); an absent filter matches everything. */
function sameWord(wanted: string | undefined, word: string): boolean {
  return wanted === undefined || wanted.toLowerCase() === word.toLowerCase();
}
