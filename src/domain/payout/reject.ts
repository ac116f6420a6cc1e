// Rejects a queued payout: it ends as expired, its amount is free again, no event is sent (H-22, H-69, S-209).
import { Problem } from "../../kernel/problem.ts";
import { unschedule } from "../agenda.ts";
import { liveAttempts } from "../attempt/store.ts";
import { resolveHold } from "../movement/hold.ts";
import type { TenantRow } from "../tenant/tenant.ts";
import { SUBMIT_JOB } from "../transaction/transaction.ts";
import { moveTransaction } from "../transaction/transitions.ts";
import type { World } from "../world.ts";
import type { PayoutRow } from "./payout.ts";
import { payoutOfTenant } from "./store.ts";
import { movePayout } from "./transitions.ts";

/**
 * Ends a queued payout; `reason` is stored in the unified transaction. If the job that builds the transaction was first,
 * the payout is not queued any more.
 * @throws Problem payoutNotFound; payoutIsNotPending for any other state, also after an earlier reject.
 */
export function rejectPayout(world: World, tenant: TenantRow, id: string, reason: string | undefined): PayoutRow {
  const payout = payoutOfTenant(world.db, tenant.id, id);
  if (payout === undefined) throw new Problem("payoutNotFound", `no payout ${id}`);
  const begun = liveAttempts(world.db, "payout", payout.transaction_id).length > 0;
  if (payout.status !== "queued" || begun) {
    throw new Problem("payoutIsNotPending", `this payout is ${payout.status}`);
  }
  resolveHold(world.db, payout.transaction_id, "voided");
  unschedule(world.db, SUBMIT_JOB, payout.transaction_id);
  moveTransaction(
    world,
    payout.transaction_id,
    "reject",
    reason === undefined ? {} : { meta: { reject_reason: reason } },
  );
  return movePayout(world, id, "reject");
}
