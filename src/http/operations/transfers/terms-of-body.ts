// The members that the bodies of all transfers have in common, as input of the domain.
import type { ExternalTransferInput } from "../../../domain/transfer/external.ts";

type Body = {
  asset: string;
  amount?: string | undefined;
  network_id?: string | undefined;
  network_symbol?: string | undefined;
  remark?: string | undefined;
};

export function termsOfBody(body: Body): Omit<ExternalTransferInput, "from" | "toAddress"> {
  return {
    asset: body.asset,
    amount: body.amount,
    networkId: body.network_id,
    networkSymbol: body.network_symbol,
    remark: body.remark,
  };
}
