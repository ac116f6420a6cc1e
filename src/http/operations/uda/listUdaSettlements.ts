// GET /uda/{id}/settlements: a window of the settlements of a universal deposit address (H-33, S-300…S-304).
import { windowOfSettlements } from "../../../domain/settlement/store.ts";
import { presentSettlement } from "../../../present/settlement.ts";
import type { Handler } from "../../handler.ts";
import { isOldestFirst } from "../list-order.ts";
import { shownSettlement } from "./new-settlement.ts";
import { udaOfPath } from "./uda-of-path.ts";

export const listUdaSettlements: Handler<"listUdaSettlements"> = (
  { path, query, tenant },
  { world, view, readings },
) => {
  const { limit, offset } = query;
  const uda = udaOfPath(world, tenant, path.id);
  const oldestFirst = isOldestFirst({ readings, tenantId: tenant.id });
  const items = windowOfSettlements(world.db, uda.id, { limit, offset, oldestFirst }).map((row) =>
    presentSettlement(view, shownSettlement(row, readings)),
  );
  return { status: 200, data: { items, count: items.length, limit, offset } };
};
