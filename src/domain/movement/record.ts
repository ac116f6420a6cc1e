// Records movements: those of a block, their confirmation, and native coin from genesis or from an operator.
import type { Database } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { BalanceChange, NewMovement } from "./movement.ts";
import { balanceOf, insertMovement, isConfirmed, markConfirmed, pendingMovements, putBalance } from "./store.ts";

/**
 * Records a movement of a block that is not confirmed yet. One that was confirmed before (an operator forced a deep reorg,
 * and its transaction is mined again) counts already and is not recorded twice (I-10).
 */
export function recordMovement(db: Database, movement: NewMovement): void {
  if (isConfirmed(db, movement)) return;
  insertMovement(db, movement, "pending");
}

/** Records native coin that an address has from its creation; it counts at once. */
export function recordGrant(db: Database, grant: Omit<NewMovement, "kind" | "txHash" | "ordinal">): void {
  insertMovement(db, { ...grant, kind: "grant", txHash: "", ordinal: 0 }, "confirmed");
  const balance = balanceOf(db, grant.addressId, grant.asset);
  putBalance(db, grant.addressId, grant.asset, { ...balance, confirmed: balance.confirmed + grant.raw });
}

/**
 * Records what an operator gave to an address (`raw` above zero) or took from it without a transaction; it counts at
 * once and survives every reorg, because the chain repeats it on the new branch.
 */
export function recordStateChange(db: Database, act: Omit<NewMovement, "kind" | "txHash" | "ordinal">): void {
  if (act.raw > 0n) {
    recordGrant(db, act);
    return;
  }
  insertMovement(db, { ...act, raw: -act.raw, kind: "out", txHash: "", ordinal: 0 }, "confirmed");
  const balance = balanceOf(db, act.addressId, act.asset);
  putBalance(db, act.addressId, act.asset, { ...balance, confirmed: balance.confirmed + act.raw });
}

/** Confirms all movements at or below `height`; returns each changed (address, asset) once, in order of first change. */
export function confirmMovements(db: Database, network: string, height: number): BalanceChange[] {
  const changes = new Map<string, BalanceChange>();
  for (const movement of pendingMovements(db, network, height)) {
    const { address_id: addressId, asset } = movement;
    const balance = balanceOf(db, addressId, asset);
    const signed = movement.kind === "in" || movement.kind === "grant" ? BigInt(movement.raw) : -BigInt(movement.raw);
    const confirmed = balance.confirmed + signed;
    assert(confirmed >= 0n, "a confirmed balance never falls below zero", { addressId, asset, confirmed });
    markConfirmed(db, movement.id);
    putBalance(db, addressId, asset, { ...balance, confirmed });
    const key = `${addressId}:${asset}`;
    const previous = changes.get(key)?.previous ?? balance.confirmed;
    changes.set(key, { addressId, asset, previous, current: confirmed });
  }
  return [...changes.values()].filter((change) => change.previous !== change.current);
}
