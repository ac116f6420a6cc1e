// Warns of a filter on a network that does not exist: its list is empty, which looks like a world without records (H-91).
import { namedValues } from "../../domain/filter.ts";
import { nearestNetwork } from "../../domain/network/nearest-network.ts";
import type { Catalogue } from "../../domain/network/network.ts";
import type { Stage } from "../request-context.ts";
import { warnOfNetworks } from "../warning.ts";

type IsKnown = (catalogue: Catalogue, name: string) => boolean;

/** The parameters and filter fields that name a network, and what each takes. */
const FIELDS: Readonly<Record<string, IsKnown>> = {
  network_id: (catalogue, name) => catalogue.byId(name) !== undefined,
  network_symbol: (catalogue, name) => catalogue.bySymbol(name) !== undefined,
};

/** The answer stays as it is. */
export function warnOfUnknownNetworks(catalogue: Catalogue): Stage {
  return (context) => {
    const query = context.input?.query ?? {};
    const filters = Array.isArray(query["filter"]) ? query["filter"] : [];
    const names = Object.entries(FIELDS).flatMap(([field, isKnown]) => {
      const value = query[field];
      const named = [...(typeof value === "string" ? [value] : []), ...namedValues(filters, field)];
      return named.filter((name) => name !== "" && !isKnown(catalogue, name));
    });
    warnOfNetworks(
      context,
      [...new Set(names)].map((name) => ({ name, meant: nearestNetwork(catalogue, name) })),
    );
  };
}
