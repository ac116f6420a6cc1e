// GET /transfer/payout/{id}: one payout (H-38, S-343).
import { payoutOfTenant } from "../../../domain/payout/store.ts";
import { Problem } from "../../../kernel/problem.ts";
import type { Handler } from "../../handler.ts";
import { shownPayout } from "./rejected-payout.ts";

export const getPayout: Handler<"getPayout"> = ({ path, tenant }, { world, readings }) => {
  const row = payoutOfTenant(world.db, tenant.id, path.id);
  if (row === undefined) throw new Problem("payoutNotFound", `no payout ${path.id}`);
  return { status: 200, data: shownPayout(row, world, readings) };
};
