// GET /deposits/{id}: one deposit that is still on the chain (H-45, S-397).
import { visibleDeposit } from "../../../domain/deposit/store.ts";
import { Problem } from "../../../kernel/problem.ts";
import { presentDeposit } from "../../../present/deposit.ts";
import type { Handler } from "../../handler.ts";
import { hidesUnconfirmed } from "./unconfirmed-deposits.ts";

export const getDeposit: Handler<"getDeposit"> = ({ path, tenant }, { world, view, readings }) => {
  const row = visibleDeposit(world.db, tenant.id, path.id);
  if (row === undefined || (row.state !== "confirmed" && hidesUnconfirmed(readings, tenant.id)))
    throw new Problem("transactionNotFound", `no deposit ${path.id}`);
  return { status: 200, data: presentDeposit(view, row) };
};
