// POST /transfer/vault: from a vault to any address (H-54, S-411).
import { transferFromVault as transfer } from "../../../domain/transfer/from-vault.ts";
import type { Handler } from "../../handler.ts";
import { accepted } from "./accepted.ts";
import { termsOfBody } from "./terms-of-body.ts";

export const transferFromVault: Handler<"transferFromVault"> = ({ body, tenant }, { world }) =>
  accepted(transfer(world, tenant, { ...termsOfBody(body), vaultId: body.vault_id, toAddress: body.to_address }));
