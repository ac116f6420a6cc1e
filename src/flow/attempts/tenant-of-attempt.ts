// The tenant for whom the platform sends a transaction: that of the record which the attempt serves.
import type { AttemptRow } from "../../domain/attempt/attempt.ts";
import { claimById, settlementById } from "../../domain/settlement/store.ts";
import { transactionById } from "../../domain/transaction/store.ts";
import { parseDelegationRef } from "../../domain/uda/delegation.ts";
import { udaById } from "../../domain/uda/store.ts";
import type { World } from "../../domain/world.ts";

/** "" for an attempt without a subject. A sweep of an internal settlement has the settlement itself as its subject. */
export function tenantOfAttempt({ db }: World, { purpose, subject }: Pick<AttemptRow, "purpose" | "subject">): string {
  switch (purpose) {
    case "payout":
    case "transfer":
    case "refill":
      return transactionById(db, subject)?.tenant_id ?? "";
    case "delegate":
      return udaById(db, parseDelegationRef(subject).udaId)?.tenant_id ?? "";
    case "sweep":
    case "fill":
      return (claimById(db, subject) ?? settlementById(db, subject))?.tenant_id ?? "";
  }
}
