// POST /transfer/external/wallet: from a user wallet, by its id, to any address (H-55, S-412).
import { transferExternally } from "../../../domain/transfer/external.ts";
import type { Handler } from "../../handler.ts";
import { accepted } from "./accepted.ts";
import { termsOfBody } from "./terms-of-body.ts";

export const transferFromWallet: Handler<"transferFromWallet"> = ({ body, tenant }, { world }) => {
  const from = { id: body.from_wallet_id };
  return accepted(transferExternally(world, tenant, { ...termsOfBody(body), from, toAddress: body.to_address }));
};
