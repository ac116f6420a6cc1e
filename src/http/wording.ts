// What changes finished answers and webhooks of one world: strict mode and the readings that hold.
import type { ContractState } from "../contract/contract.ts";
import { Reworder } from "../contract/reword/reworder.ts";
import { inTurn, type Wording } from "../contract/wording.ts";
import type { Catalogue } from "../domain/network/network.ts";
import { tickerOf } from "../domain/network/ticker.ts";
import { serviceDocument } from "../spec/document.ts";

export function wordingFor(
  { readings, strictness }: Pick<ContractState, "readings" | "strictness">,
  catalogue: Catalogue,
): Wording {
  const ticker = (slug: string): string => {
    const network = catalogue.bySymbol(slug);
    return network === undefined ? slug : tickerOf(catalogue, network);
  };
  return inTurn(strictness, new Reworder({ document: serviceDocument, readings, ticker }));
}
