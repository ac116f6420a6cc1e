// POST /transfer/internal/wallet: from a user wallet to a hot wallet or gas station, by ids (H-57, S-414).
import { transferInternally } from "../../../domain/transfer/internal.ts";
import type { Handler } from "../../handler.ts";
import { accepted } from "./accepted.ts";
import { termsOfBody } from "./terms-of-body.ts";

export const transferInternallyByWallet: Handler<"transferInternallyByWallet"> = ({ body, tenant }, { world }) => {
  const ends = { from: { id: body.from_wallet_id }, to: { id: body.to_wallet_id } };
  return accepted(transferInternally(world, tenant, { ...termsOfBody(body), ...ends }));
};
