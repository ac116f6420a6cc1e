// After a forced reorg: final transactions that are mined again with another receipt, or lost their nonce.
import { schedule, unschedule } from "../../domain/agenda.ts";
import { type AttemptRow, WATCH_ATTEMPT_JOB } from "../../domain/attempt/attempt.ts";
import { attemptsAtNonce, placeFinalAttempt, unplacedFinals } from "../../domain/attempt/store.ts";
import { moveAttempt } from "../../domain/attempt/transitions.ts";
import { depositsOfHash } from "../../domain/deposit/store.ts";
import { raiseIncident } from "../../domain/incident.ts";
import { type NetChange, netOf, recordCorrections } from "../../domain/movement/record.ts";
import { countedMovements } from "../../domain/movement/store.ts";
import { settlementById } from "../../domain/settlement/store.ts";
import { transactionById } from "../../domain/transaction/store.ts";
import type { World } from "../../domain/world.ts";
import { outcomeOf } from "../outcome-table.ts";
import type { BlockFacts, BlockTransaction } from "./read.ts";

/** True for an attempt whose record is final: only a forced reorg removes it from its block. */
export function isFinal(attempt: AttemptRow | undefined): attempt is AttemptRow & { state: "confirmed" | "failed" } {
  return attempt?.state === "confirmed" || attempt?.state === "failed";
}

/** A final attempt is in a block again: others that a reorg removed may be possible now, such as a payment after its refill. */
export function placeAgain(world: World, attempt: AttemptRow, height: number): void {
  placeFinalAttempt(world.db, attempt.id, height);
  unschedule(world.db, WATCH_ATTEMPT_JOB, String(attempt.id));
  if (attempt.block_height !== null) return;
  for (const { id } of unplacedFinals(world.db, attempt.network))
    schedule(world.db, WATCH_ATTEMPT_JOB, String(id), world.clock.now());
  outcomeOf(attempt).minedAgain?.(world, attempt);
}

/**
 * An attempt is mined although another one at its nonce was final: that one lost its nonce. The record stays as it is, with
 * the hash of the mined one where it pays; returns the attempt as final.
 */
export function displaceFinal(
  world: World,
  block: BlockFacts,
  { succeeded, gasCost }: BlockTransaction,
  attempt: AttemptRow,
): AttemptRow {
  const { network, sender, nonce } = attempt;
  const final = attemptsAtNonce(world.db, network, sender, nonce).find((one) => one.id !== attempt.id && isFinal(one));
  if (isFinal(attempt) || final === undefined) return attempt;
  moveAttempt(world, final, "displace", { block_height: null });
  unschedule(world.db, WATCH_ATTEMPT_JOB, String(final.id));
  undoFinal(world, final, block.number, `its nonce ${nonce} is used by ${attempt.hash}`);
  const facts = { block_height: block.number, error: succeeded ? "" : "transaction reverted", effect: null };
  const sent = { sent_at: attempt.sent_at ?? world.clock.now(), sends: Math.max(1, attempt.sends) };
  const mined = moveAttempt(world, attempt, "mine", { ...facts, ...sent });
  unschedule(world.db, WATCH_ATTEMPT_JOB, String(attempt.id));
  if (attempt.kind !== "cancel") outcomeOf(attempt).displaced?.(world, mined, gasCost);
  const detail = `${nameOf(world, attempt)}: ${attempt.hash} is mined in block ${block.number} instead of ${final.hash}`;
  raiseIncident(world, { kind: "changed-receipt", network, ref: `${network}:${attempt.hash}`, detail });
  return moveAttempt(world, mined, succeeded ? "confirm" : "fail");
}

/** A final attempt will never be mined again: its movements are undone; the record stays. `height`: that of the corrections. */
export function undoFinal(world: World, attempt: AttemptRow, height: number, why: string): void {
  const { network, hash } = attempt;
  const before = netOf(countedMovements(world.db, network, hash));
  const differences = recordCorrections(world.db, { network, txHash: hash, height }, before, new Map());
  const detail = `${nameOf(world, attempt)}: ${hash} ${resultOf(attempt, before)} before a forced reorg; ${why}; ${listed(world, differences)}`;
  raiseIncident(world, { kind: "changed-receipt", network, ref: `${network}:${hash}`, detail });
}

/**
 * Books the difference between the movements of a transaction that had been confirmed and its receipt now, and raises an
 * incident when more than gas differs.
 */
export function bookDifference(
  world: World,
  block: BlockFacts,
  { hash, succeeded, gasCost }: BlockTransaction,
  attempt: AttemptRow | undefined,
  { before, now }: { before: ReadonlyMap<string, NetChange>; now: ReadonlyMap<string, NetChange> },
): void {
  const { network, number: height } = block;
  const differences = recordCorrections(world.db, { network, txHash: hash, height }, before, now);
  const otherResult = isFinal(attempt) && (attempt.state === "confirmed") !== succeeded;
  if (!otherResult && differences.every(({ value }) => value === 0n)) return;
  const name = attempt === undefined ? nameOfDeposits(world, network, hash) : nameOf(world, attempt);
  const result = `${succeeded ? "succeeded" : "reverted"} (gas ${gasCost} wei)`;
  const detail = `${name}: ${hash} ${resultOf(attempt, before)} before a forced reorg, in block ${height} it ${result}; ${listed(world, differences)}`;
  raiseIncident(world, { kind: "changed-receipt", network, ref: `${network}:${hash}`, detail });
}

function resultOf(attempt: AttemptRow | undefined, before: ReadonlyMap<string, NetChange>): string {
  const gas = [...before.values()].reduce((sum, one) => sum - one.gas, 0n);
  return `${attempt?.state === "failed" ? "reverted" : "succeeded"} (gas ${gas} wei)`;
}

function listed(world: World, differences: readonly NetChange[]): string {
  const changes = differences.flatMap(({ addressId, asset, value }) => {
    const row = world.db.get<{ network: string; address: string }>(
      "select network, address from address where id = :id",
      {
        id: addressId,
      },
    );
    if (row === undefined || value === 0n) return [];
    return [`${value} base units of ${world.catalogue.asset(row.network, asset).symbol} at ${row.address}`];
  });
  return changes.length === 0 ? "no balance of an address changes" : `balances change by ${changes.join(", ")}`;
}

/** The record that an attempt serves, as people look it up. */
function nameOf(world: World, { purpose, subject, nonce, sender }: AttemptRow): string {
  if (subject === "") return `the empty transaction at nonce ${nonce} of ${sender}`;
  if (purpose === "delegate") return `delegation ${subject}`;
  if (purpose === "fill" || purpose === "sweep")
    return settlementById(world.db, subject) === undefined ? `claim ${subject}` : `settlement ${subject}`;
  const row = transactionById(world.db, subject);
  return row?.type === "payout" ? `payout ${row.source_id}` : `transaction ${subject}`;
}

function nameOfDeposits(world: World, network: string, hash: string): string {
  const ids = depositsOfHash(world.db, network, hash, 10).map(({ id }) => id);
  return ids.length === 0 ? "a transaction from outside" : `deposit ${ids.join(", ")}`;
}
