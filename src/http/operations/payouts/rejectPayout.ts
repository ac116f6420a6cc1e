// POST /transfer/payout/{id}/reject: a queued payout ends as expired (H-69, S-209, S-435).
import { rejectPayout as reject } from "../../../domain/payout/reject.ts";
import type { Handler } from "../../handler.ts";
import { shownPayout } from "./rejected-payout.ts";

export const rejectPayout: Handler<"rejectPayout"> = ({ path, body, tenant }, { world, readings }) => ({
  status: 200,
  data: shownPayout(reject(world, tenant, path.id, body?.reason), world, readings),
});
