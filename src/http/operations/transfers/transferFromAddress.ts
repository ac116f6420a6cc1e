// POST /transfer/external/address: from a user wallet, by its address, to any address (H-43, S-380…S-392).
import { transferExternally } from "../../../domain/transfer/external.ts";
import type { Handler } from "../../handler.ts";
import { accepted } from "./accepted.ts";
import { termsOfBody } from "./terms-of-body.ts";

export const transferFromAddress: Handler<"transferFromAddress"> = ({ body, tenant }, { world }) => {
  const from = { address: body.from_address };
  return accepted(transferExternally(world, tenant, { ...termsOfBody(body), from, toAddress: body.to_address }));
};
