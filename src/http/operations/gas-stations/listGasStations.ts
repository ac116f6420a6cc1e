// GET /gas-stations/wallets: a page of gas stations with their balances, filtered and sorted (H-72, S-438…S-440).
import { listSql } from "../../../domain/filter.ts";
import { pageOfGasStations } from "../../../domain/gas-station/store.ts";
import { holdingsOf } from "../../../domain/movement/holdings.ts";
import { paginationOf } from "../../../domain/pagination.ts";
import { presentGasStation } from "../../../present/gas-station.ts";
import type { Handler } from "../../handler.ts";

export const listGasStations: Handler<"listGasStations"> = ({ query, tenant }, { world, view, lists }) => {
  const { rows, totalItems } = pageOfGasStations(world.db, tenant.id, listSql(query, lists.gasStations), query);
  return {
    status: 200,
    data: rows.map((row) => presentGasStation(view, row, holdingsOf(world, row))),
    pagination: paginationOf(query, totalItems),
  };
};
