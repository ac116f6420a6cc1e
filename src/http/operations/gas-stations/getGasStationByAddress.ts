// GET /gas-stations/address/{address}: a gas station with its balances (H-70, S-436).
import { gasStationByAddress } from "../../../domain/gas-station/store.ts";
import { holdingsOf } from "../../../domain/movement/holdings.ts";
import { Problem } from "../../../kernel/problem.ts";
import { presentGasStation } from "../../../present/gas-station.ts";
import type { Handler } from "../../handler.ts";

export const getGasStationByAddress: Handler<"getGasStationByAddress"> = ({ path, tenant }, { world, view }) => {
  const row = gasStationByAddress(world.db, tenant.id, path.address.toLowerCase());
  if (row === undefined) throw new Problem("walletNotFound", `no gas station ${path.address}`);
  return { status: 200, data: presentGasStation(view, row, holdingsOf(world, row)) };
};
