// GET /deposits/tx/{tx_id}: the latest leg of a transaction (H-27, S-234…S-243).
import { latestOfTransaction } from "../../../domain/deposit/store.ts";
import { Problem } from "../../../kernel/problem.ts";
import { presentDeposit } from "../../../present/deposit.ts";
import type { Handler } from "../../handler.ts";
import { asShown } from "./unconfirmed-deposits.ts";

export const getDepositByTransaction: Handler<"getDepositByTransaction"> = (
  { path, tenant },
  { world, view, readings },
) => {
  const find = (confirmedOnly: boolean) =>
    latestOfTransaction(world.db, tenant.id, path.tx_id.toLowerCase(), confirmedOnly);
  const row = asShown(readings, tenant.id, find, (shown, all) => shown?.id !== all?.id);
  if (row === undefined) throw new Problem("transactionNotFound", `no deposit of transaction ${path.tx_id}`);
  return { status: 200, data: presentDeposit(view, row) };
};
