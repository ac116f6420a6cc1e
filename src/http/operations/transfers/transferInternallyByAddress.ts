// POST /transfer/internal/address: from a user wallet to a hot wallet or gas station, by addresses (H-56, S-413).
import { transferInternally } from "../../../domain/transfer/internal.ts";
import type { Handler } from "../../handler.ts";
import { accepted } from "./accepted.ts";
import { termsOfBody } from "./terms-of-body.ts";

export const transferInternallyByAddress: Handler<"transferInternallyByAddress"> = ({ body, tenant }, { world }) => {
  const ends = { from: { address: body.from_address }, to: { address: body.to_address } };
  return accepted(transferInternally(world, tenant, { ...termsOfBody(body), ...ends }));
};
