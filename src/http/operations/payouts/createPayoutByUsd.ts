// POST /transfer/payout/usd: the same payout by USD amount; references are shared with /transfer/payout (H-36, S-327…S-333).
import { createPayout } from "../../../domain/payout/create.ts";
import { presentPayout } from "../../../present/payout.ts";
import type { Handler } from "../../handler.ts";
import { inputOfBody } from "./input-of-body.ts";

export const createPayoutByUsd: Handler<"createPayoutByUsd"> = ({ body, tenant }, { world }) => {
  const value = { amount: undefined, usdAmount: body.usd_amount };
  return { status: 201, data: presentPayout(createPayout(world, tenant, inputOfBody(body, value))) };
};
