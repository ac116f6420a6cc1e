// GET /transactions/{id}: one unified transaction (H-44, S-393…S-396).
import { transactionOfTenant } from "../../../domain/transaction/store.ts";
import { Problem } from "../../../kernel/problem.ts";
import { presentTransaction } from "../../../present/transaction.ts";
import type { Handler } from "../../handler.ts";

export const getTransaction: Handler<"getTransaction"> = ({ path, tenant }, { world, view }) => {
  const row = transactionOfTenant(world.db, tenant.id, path.id);
  if (row === undefined) throw new Problem("transactionNotFound", `no transaction ${path.id}`);
  return { status: 200, data: presentTransaction(view, row) };
};
