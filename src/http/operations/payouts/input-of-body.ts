// The input of a payout from its request body; the two operations differ in how the amount is given (H-35, H-36).
import type { PayoutInput } from "../../../domain/payout/create.ts";
import type { Input } from "../../handler.ts";

type Body = Omit<Input<"createPayout">["body"], "amount" | "usd_amount">;

export function inputOfBody(body: Body, value: Pick<PayoutInput, "amount" | "usdAmount">): PayoutInput {
  return {
    vaultId: body.vault_id,
    asset: body.asset,
    networkSymbol: body.network_symbol,
    toAddress: body.to_address,
    referenceId: body.reference_id,
    remark: body.remark,
    expiredAt: body.expired_at,
    ...value,
  };
}
