// POST /transfer/payout: a queued payout, once per (vault, reference) (H-35, S-307…S-326).
import { type PriceNow, priceOf } from "../../../domain/network/price.ts";
import { createPayout as create } from "../../../domain/payout/create.ts";
import { isPriceMissing } from "../../../faults/price-feed.ts";
import { presentPayout } from "../../../present/payout.ts";
import type { Handler } from "../../handler.ts";
import { inputOfBody } from "./input-of-body.ts";

export const createPayout: Handler<"createPayout"> = ({ body, tenant }, { world }) => {
  const value = { amount: body.amount, usdAmount: body.usd_amount };
  // A payout by USD amount passed the gate `price.feed` before (stages/price-fault.ts).
  const priceNow: PriceNow = (symbol) =>
    body.usd_amount === undefined && isPriceMissing(world.db, symbol, tenant.id) ? 0n : priceOf(world.db, symbol);
  return { status: 201, data: presentPayout(create(world, tenant, inputOfBody(body, value), priceNow)) };
};
