// Records movements: those of a block, their confirmation, and native coin from genesis or from an operator.
import type { Database } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import { hasOpening } from "../address/opening.ts";
import {
  type BalanceChange,
  GAS_CORRECTION,
  type NewMovement,
  OPENING_SPENT,
  OPENING_SPENT_AS_GAS,
  signedRaw,
  VALUE_CORRECTION,
} from "./movement.ts";
import {
  balanceOf,
  type CountedMovement,
  insertMovement,
  isConfirmed,
  markConfirmed,
  type PendingMovement,
  pendingMovements,
  putBalance,
} from "./store.ts";

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

/**
 * Confirms the movements at or below `height`; returns each changed (address, asset) once, in order of first change. A
 * correction takes only what is not held: it waits until the rest of the new branch frees or brings the amount (I-08).
 */
export function confirmMovements(db: Database, network: string, height: number): BalanceChange[] {
  const changes = new Map<string, BalanceChange>();
  let left = pendingMovements(db, network, height);
  for (let before = 0; left.length > 0 && left.length !== before; ) {
    before = left.length;
    left = left.filter((movement) => !confirmMovement(db, movement, changes));
  }
  return [...changes.values()].filter((change) => change.previous !== change.current);
}

/** False when a correction has to wait. */
function confirmMovement(db: Database, movement: PendingMovement, changes: Map<string, BalanceChange>): boolean {
  const { address_id: addressId, asset } = movement;
  const balance = balanceOf(db, addressId, asset);
  const signed = signedRaw(movement.kind, movement.raw);
  const rest = balance.confirmed + signed;
  if (movement.ordinal <= VALUE_CORRECTION && signed < 0n && rest < balance.held) return false;
  if (rest < 0n) spendOpening(db, movement, -rest);
  const confirmed = rest < 0n ? 0n : rest;
  markConfirmed(db, movement.id);
  putBalance(db, addressId, asset, { ...balance, confirmed });
  const key = `${addressId}:${asset}`;
  const previous = changes.get(key)?.previous ?? balance.confirmed;
  changes.set(key, { addressId, asset, previous, current: confirmed });
  return true;
}

/**
 * Somebody who has the key of an address may send what it held before its assignment, which no balance shows: that much enters the books
 * with the movement that takes it out again, so the balance ends at zero (I-10). The chain knows the one movement, and not the entry.
 */
function spendOpening(db: Database, movement: PendingMovement, raw: bigint): void {
  const { address_id: addressId, asset, network, tx_hash: txHash, block_height: height, kind } = movement;
  assert(hasOpening(db, addressId), "a confirmed balance never falls below zero", { addressId, asset, raw });
  const ordinal = kind === "gas" ? OPENING_SPENT_AS_GAS : OPENING_SPENT;
  insertMovement(db, { addressId, network, asset, kind: "in", raw, txHash, ordinal, height }, "confirmed");
}

/** What one transaction changes at an address, in base units of one asset: value and gas apart, negative for what leaves. */
export type NetChange = { addressId: string; asset: string; value: bigint; gas: bigint };

/** The net changes that the movements of a transaction add up to, by address and asset. */
export function netOf(movements: readonly CountedMovement[]): Map<string, NetChange> {
  const net = new Map<string, NetChange>();
  for (const { addressId, asset, kind, ordinal, raw } of movements) {
    const signed = signedRaw(kind, raw);
    const isGas = kind === "gas" || ordinal === GAS_CORRECTION;
    addTo(net, { addressId, asset, value: isGas ? 0n : signed, gas: isGas ? signed : 0n });
  }
  return net;
}

export function addTo(net: Map<string, NetChange>, { addressId, asset, value, gas }: NetChange): void {
  const key = `${addressId}:${asset}`;
  const known = net.get(key) ?? { addressId, asset, value: 0n, gas: 0n };
  net.set(key, { addressId, asset, value: known.value + value, gas: known.gas + gas });
}

/**
 * Books the difference between what a transaction had changed and what it changes now, as pending corrections.
 * Returns the differences that are not zero.
 */
export function recordCorrections(
  db: Database,
  place: Pick<NewMovement, "network" | "txHash" | "height">,
  before: ReadonlyMap<string, NetChange>,
  now: ReadonlyMap<string, NetChange>,
): NetChange[] {
  const differences = new Map<string, NetChange>();
  for (const change of now.values()) addTo(differences, change);
  for (const { value, gas, ...key } of before.values()) addTo(differences, { ...key, value: -value, gas: -gas });
  const changed = [...differences.values()].filter(({ value, gas }) => value !== 0n || gas !== 0n);
  for (const { addressId, asset, value, gas } of changed) {
    for (const [ordinal, signed] of [
      [VALUE_CORRECTION, value],
      [GAS_CORRECTION, gas],
    ] as const) {
      if (signed === 0n) continue;
      const [kind, raw] = signed > 0n ? (["in", signed] as const) : (["out", -signed] as const);
      insertMovement(db, { ...place, addressId, asset, kind, raw, ordinal }, "pending");
    }
  }
  return changed;
}
