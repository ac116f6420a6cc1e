// POST /transfer/payout/{id}/reject: a queued payout ends as expired (H-69, S-209, S-435).
import { rejectPayout as reject } from "../../../domain/payout/reject.ts";
import { presentPayout } from "../../../present/payout.ts";
import type { Handler } from "../../handler.ts";

export const rejectPayout: Handler<"rejectPayout"> = ({ path, body, tenant }, { world }) => ({
  status: 200,
  data: presentPayout(reject(world, tenant, path.id, body?.reason)),
});
