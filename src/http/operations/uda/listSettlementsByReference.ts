// GET /uda/settlements/by-reference: the settlements that a deposit transaction paid for (H-62, S-424).
import { settlementsOfTransaction } from "../../../domain/settlement/store.ts";
import { presentSettlement } from "../../../present/settlement.ts";
import type { Handler } from "../../handler.ts";
import { isOldestFirst } from "../list-order.ts";
import { shownSettlement } from "./new-settlement.ts";

export const listSettlementsByReference: Handler<"listSettlementsByReference"> = (
  { query, tenant },
  { world, view, readings },
) => {
  const { reference } = query;
  const rows = settlementsOfTransaction(world.db, tenant.id, reference.toLowerCase());
  const ordered = isOldestFirst({ readings, tenantId: tenant.id }) ? rows.toReversed() : rows;
  const items = ordered.map((row) => presentSettlement(view, shownSettlement(row, readings)));
  return { status: 200, data: { reference, count: items.length, items } };
};
