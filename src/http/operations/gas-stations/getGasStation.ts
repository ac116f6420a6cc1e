// GET /gas-stations/wallet/{wallet_id}: a gas station with its balances (H-71, S-437).
import { gasStationById } from "../../../domain/gas-station/store.ts";
import { holdingsOf } from "../../../domain/movement/holdings.ts";
import { Problem } from "../../../kernel/problem.ts";
import { presentGasStation } from "../../../present/gas-station.ts";
import type { Handler } from "../../handler.ts";

export const getGasStation: Handler<"getGasStation"> = ({ path, tenant }, { world, view }) => {
  const row = gasStationById(world.db, tenant.id, path.wallet_id);
  if (row === undefined) throw new Problem("walletNotFound", `no gas station ${path.wallet_id}`);
  return { status: 200, data: presentGasStation(view, row, holdingsOf(world, row)) };
};
