// POST /transfer/payout: a queued payout, once per (vault, reference) (H-35, S-307…S-326).
import { createPayout as create } from "../../../domain/payout/create.ts";
import { presentPayout } from "../../../present/payout.ts";
import type { Handler } from "../../handler.ts";
import { orderOfBody } from "./order-of-body.ts";

export const createPayout: Handler<"createPayout"> = ({ body, tenant }, { world }) => {
  const value = { amount: body.amount, usdAmount: body.usd_amount };
  return { status: 201, data: presentPayout(create(world, tenant, orderOfBody(body, value))) };
};
