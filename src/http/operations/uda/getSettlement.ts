// GET /uda/settlements/{id}: one settlement (H-34, S-305, S-306).
import { settlementOfTenant } from "../../../domain/settlement/store.ts";
import { Problem } from "../../../kernel/problem.ts";
import { presentSettlement } from "../../../present/settlement.ts";
import type { Handler } from "../../handler.ts";
import { shownSettlement } from "./new-settlement.ts";

export const getSettlement: Handler<"getSettlement"> = ({ path, tenant }, { world, view, readings }) => {
  const row = settlementOfTenant(world.db, tenant.id, path.id);
  if (row === undefined) throw new Problem("settlementNotFound", `no settlement ${path.id}`);
  return { status: 200, data: presentSettlement(view, shownSettlement(row, readings)) };
};
