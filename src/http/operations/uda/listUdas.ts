// GET /uda: a window of universal deposit addresses, narrowed by their default destination (H-31, S-278…S-293).
import { type UdaFilter, windowOfUdas } from "../../../domain/uda/store.ts";
import type { UdaRow } from "../../../domain/uda/uda.ts";
import { presentUda } from "../../../present/uda.ts";
import type { Handler, HandlerDependencies, Input } from "../../handler.ts";
import { isOldestFirst } from "../list-order.ts";

export const listUdas: Handler<"listUdas"> = ({ query, tenant }, dependencies) => {
  const { limit, offset } = query;
  const filter = filterOf(query, dependencies);
  const oldestFirst = isOldestFirst({ readings: dependencies.readings, tenantId: tenant.id });
  const rows: UdaRow[] =
    filter === undefined ? [] : windowOfUdas(dependencies.world.db, tenant.id, filter, { limit, offset, oldestFirst });
  const items = rows.map((row) => presentUda(dependencies.view, row));
  return { status: 200, data: { items, count: items.length, limit, offset } };
};

/** Undefined when a named network or asset does not exist: nothing can match then. */
function filterOf(query: Input<"listUdas">["query"], { world }: HandlerDependencies): UdaFilter | undefined {
  const network = query.network_id === undefined ? undefined : world.catalogue.byId(query.network_id);
  if (query.network_id !== undefined && network === undefined) return undefined;
  const symbol = query.asset_symbol;
  const asset = symbol && network ? world.catalogue.assetBySymbol(network.symbol, symbol) : undefined;
  if (symbol !== undefined && asset === undefined) return undefined;
  return {
    owner: query.owner ?? null,
    network: network?.symbol ?? null,
    toAddress: query.to_address?.toLowerCase() ?? null,
    asset: asset?.key ?? null,
    status: query.status ?? null,
  };
}
