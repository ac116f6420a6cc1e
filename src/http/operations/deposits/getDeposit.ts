// GET /deposits/{id}: one deposit that is still on the chain (H-45, S-397).
import { visibleDeposit } from "../../../domain/deposit/store.ts";
import { Problem } from "../../../kernel/problem.ts";
import { presentDeposit } from "../../../present/deposit.ts";
import type { Handler } from "../../handler.ts";
import { asShown } from "./unconfirmed-deposits.ts";

export const getDeposit: Handler<"getDeposit"> = ({ path, tenant }, { world, view, readings }) => {
  const find = (confirmedOnly: boolean) => {
    const row = visibleDeposit(world.db, tenant.id, path.id);
    return confirmedOnly && row?.state !== "confirmed" ? undefined : row;
  };
  const row = asShown(readings, tenant.id, find, (shown, all) => shown?.id !== all?.id);
  if (row === undefined) throw new Problem("transactionNotFound", `no deposit ${path.id}`);
  return { status: 200, data: presentDeposit(view, row) };
};
