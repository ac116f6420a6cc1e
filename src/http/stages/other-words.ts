// Requests may use the words that answers have under a reading: tickers of networks, and known words in capitals (C-20).
import type { Readings } from "../../contract/readings/readings.ts";
import type { Catalogue } from "../../domain/network/network.ts";
import { networkOfTicker } from "../../domain/network/ticker.ts";
import { isObject } from "../../kernel/is-object.ts";
import type { RequestInput, Stage } from "../request-context.ts";

/** Filters whose values are words of an open list (H-90). */
const WORD_FILTERS = ["type", "side", "status", "from_wallet_category", "to_wallet_category"];

type Translate = (text: string) => string;

/** Writes the words of the document where the input has those of a reading; without these readings the input stays. */
export function translateWords(readings: Readings, catalogue: Catalogue): Stage {
  const slugOf: Translate = (text) =>
    catalogue.bySymbol(text)?.symbol ?? networkOfTicker(catalogue, text)?.symbol ?? text;
  return (context) => {
    const tenantId = context.caller?.tenant.id;
    if (context.input === undefined || readings.isDefault(tenantId)) return;
    if (readings.valueOf("network_symbol", tenantId) === "ticker") withSlugs(context.input, slugOf);
    if (readings.valueOf("open_values", tenantId) === "upper")
      withFilters(context.input, WORD_FILTERS, (text) => text.toLowerCase());
  };
}

function withSlugs(input: RequestInput, slugOf: Translate): void {
  const { path, query, body } = input;
  if (path["network"] !== undefined) path["network"] = slugOf(path["network"]);
  for (const members of [query, body]) {
    if (isObject(members) && typeof members["network_symbol"] === "string")
      members["network_symbol"] = slugOf(members["network_symbol"]);
  }
  withFilters(input, ["network_symbol"], slugOf);
}

/** Translates the values of some fields in `filter[]`: `field:value`, `field:op:value`, `field:in:value,value` (K-10). */
function withFilters({ query }: RequestInput, fields: readonly string[], translate: Translate): void {
  const { filter } = query;
  if (!Array.isArray(filter)) return;
  query["filter"] = filter.map((text) => {
    const match = /^([a-z_]+):((?:eq|ne|in|like):)?(.*)$/s.exec(text);
    if (match === null || !fields.includes(match[1] ?? "")) return text;
    const [, field, operator = "", values = ""] = match;
    return `${field}:${operator}${values.split(",").map(translate).join(",")}`;
  });
}
