// GET /uda/settlements/by-reference: the settlements that a deposit transaction paid for (H-62, S-424).
import { settlementsOfTransaction } from "../../../domain/settlement/store.ts";
import { presentSettlement } from "../../../present/settlement.ts";
import type { Handler } from "../../handler.ts";

export const listSettlementsByReference: Handler<"listSettlementsByReference"> = (
  { query, tenant },
  { world, view },
) => {
  const { reference } = query;
  const rows = settlementsOfTransaction(world.db, tenant.id, reference.toLowerCase());
  const items = rows.map((row) => presentSettlement(view, row));
  return { status: 200, data: { reference, count: items.length, items } };
};
