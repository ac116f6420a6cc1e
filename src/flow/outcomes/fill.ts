// The destination transfer of a settlement: landed means completed, then the source amount is claimed (H-25).

import { schedule } from "../../domain/agenda.ts";
import type { AttemptRow } from "../../domain/attempt/attempt.ts";
import { CLAIM_JOB, type SettlementRow } from "../../domain/settlement/settlement.ts";
import { insertClaim, settlementById } from "../../domain/settlement/store.ts";
import { failRoutingAttempt, moveSettlement } from "../../domain/settlement/verbs.ts";
import { openSettlementTransaction, updateInclusion } from "../../domain/transaction/store.ts";
import { moveTransaction } from "../../domain/transaction/verbs.ts";
import type { World } from "../../domain/world.ts";
import { present } from "../../kernel/assert.ts";
import { claimPayments } from "../routing.ts";
import type { Outcome } from "./outcome.ts";

export const fillOutcome: Outcome = {
  mined(world, attempt, gasCost) {
    const row = openSettlementTransaction(world.db, attempt.subject);
    if (row !== undefined) updateInclusion(world.db, row.id, attempt.hash, attempt.block_height, gasCost);
  },
  unmined(world, attempt) {
    const row = openSettlementTransaction(world.db, attempt.subject);
    if (row !== undefined) updateInclusion(world.db, row.id, attempt.hash, null, 0n);
  },
  confirmed(world, attempt) {
    const settlement = completeSettlement(world, attempt);
    const id = world.ids.next("claim");
    insertClaim(world.db, {
      id,
      settlement_id: settlement.id,
      tenant_id: settlement.tenant_id,
      uda_id: settlement.uda_id,
      network: settlement.source_network,
      asset: settlement.source_asset,
      payments: JSON.stringify(claimPayments(world, settlement)),
      state: "pending",
      tries: 0,
      tx_hash: "",
      error: "",
      created_at: world.clock.now(),
    });
    schedule(world.db, CLAIM_JOB, id, world.clock.now());
  },
  failed(world, attempt) {
    failFill(world, attempt.subject, "the destination transaction reverted");
  },
};

/** The funds are at the destination: the record is completed with what really arrived. */
export function completeSettlement(world: World, attempt: AttemptRow): SettlementRow {
  const before = present(settlementById(world.db, attempt.subject), "settlement", { id: attempt.subject });
  const row = openSettlementTransaction(world.db, before.id);
  if (row !== undefined) moveTransaction(world, row.id, "confirm");
  return moveSettlement(world, before.id, "complete", {
    destination_raw: before.quoted_raw,
    destination_tx_hash: attempt.hash,
    settled_at: world.clock.now(),
  });
}

/** A provider's transfer came to nothing: its record fails, the next provider is asked. */
export function failFill(world: World, settlementId: string, reason: string): void {
  const row = openSettlementTransaction(world.db, settlementId);
  if (row !== undefined) moveTransaction(world, row.id, "fail", { error: reason });
  const settlement = present(settlementById(world.db, settlementId), "settlement", { settlementId });
  failRoutingAttempt(world, settlement, reason);
}
