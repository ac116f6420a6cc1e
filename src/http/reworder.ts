// What writes answers and webhooks of one world as the readings say.
import type { Readings } from "../contract/readings/readings.ts";
import { Reworder } from "../contract/reword/reworder.ts";
import type { Catalogue } from "../domain/network/network.ts";
import { tickerOf } from "../domain/network/ticker.ts";
import { serviceDocument } from "../spec/document.ts";

export function reworderFor(readings: Readings, catalogue: Catalogue): Reworder {
  const ticker = (slug: string): string => {
    const network = catalogue.bySymbol(slug);
    return network === undefined ? slug : tickerOf(catalogue, network);
  };
  return new Reworder({ document: serviceDocument, readings, ticker });
}
