// POST /transfer/payout: a queued payout, once per (vault, reference) (H-35, S-307…S-326).
import { createPayout as create } from "../../../domain/payout/create.ts";
import { presentPayout } from "../../../present/payout.ts";
import type { Handler } from "../../handler.ts";

export const createPayout: Handler<"createPayout"> = ({ body, tenant }, { world }) => {
  const row = create(world, tenant, {
    vaultId: body.vault_id,
    asset: body.asset,
    networkSymbol: body.network_symbol,
    toAddress: body.to_address,
    referenceId: body.reference_id,
    amount: body.amount,
    usdAmount: body.usd_amount,
    remark: body.remark,
    expiredAt: body.expired_at,
  });
  return { status: 201, data: presentPayout(row) };
};
