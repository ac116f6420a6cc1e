// Lists of records over all tenants, newest or oldest first, each by the same filters.
import type { RecordKind } from "../../domain/record/kinds.ts";
import { pageOfRecords } from "../../domain/record/store.ts";
import type { World } from "../../domain/world.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { AdminDependencies } from "../dependencies.ts";
import type { AdminHandlers } from "../handler.ts";
import {
  gasStationItem,
  payoutItem,
  settlementItem,
  transactionItem,
  udaItem,
  vaultItem,
  walletItem,
} from "./item-views.ts";
import { cursorsOf, type ListFilters, recordQuery } from "./list-query.ts";

type ListId =
  | "listWallets"
  | "listUdas"
  | "listSettlements"
  | "listPayouts"
  | "listTransactions"
  | "listVaults"
  | "listGasStations";
type Item = components["schemas"]["RecordItem"];
type Page = { items: Item[]; next_before: string | null; next_after: string | null };

function listOf<Row extends { id: string }>(kind: RecordKind, view: (world: World, row: Row) => Item) {
  return ({ flow: { world } }: AdminDependencies, { query }: { query: ListFilters }): Page => {
    const asked = recordQuery(world, query);
    const { rows, next } = pageOfRecords<Row>(world.db, kind, asked);
    return { items: rows.map((row) => view(world, row)), ...cursorsOf(asked, next) };
  };
}

export const listHandlers: Pick<AdminHandlers, ListId> = {
  listWallets: listOf("wallet", walletItem),
  listUdas: listOf("uda", udaItem),
  listSettlements: listOf("settlement", settlementItem),
  listPayouts: listOf("payout", payoutItem),
  listTransactions: listOf("transaction", transactionItem),
  listVaults: listOf("vault", vaultItem),
  listGasStations: listOf("gas_station", gasStationItem),
};
