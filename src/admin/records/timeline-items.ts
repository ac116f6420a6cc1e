// What happened to some records, lane by lane: each function reads one source and returns its marks on the time axis.
import type { AttemptRow } from "../../domain/attempt/attempt.ts";
import type { DeliveryAttemptRow } from "../../domain/delivery/delivery.ts";
import type { FoundRecord } from "../../domain/record/family.ts";
import {
  attemptsOfDeliveries,
  canonicalBlock,
  deliveriesOfEvents,
  eventsOfResources,
  type HistoryRow,
  movesOf,
  orphanedWith,
  type TimelineBlock,
  type TimelineDelivery,
  type TimelineEvent,
} from "../../domain/record/timeline-store.ts";
import type { World } from "../../domain/world.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { components } from "../../spec/admin.gen.ts";
import { answerMarks } from "./providers-asked.ts";

/** One item of a timeline. */
export type Mark = components["schemas"]["TimelineItem"];
type Place = { network: string; txHash: string; height: number | null };

/** Rows of one source. */
const MOST = 1_000;

/** `after`: the row of the history that it is, or behind which it belongs. */
type Placed = { after: number; mark: Mark };

/**
 * Every change of state of the records and of the transactions sent for them, in the order in which they were written: at one instant,
 * causes first.
 */
export function moveMarks(world: World, family: readonly FoundRecord[], attempts: readonly AttemptRow[]): Mark[] {
  return [...stateMarks(world, family), ...attemptMarks(world, attempts)]
    .toSorted((a, b) => a.after - b.after)
    .map(({ mark }) => mark);
}

function stateMarks(world: World, family: readonly FoundRecord[]): Placed[] {
  return family.flatMap((member) => {
    const { kind, row } = member;
    const moves = movesOf(world.db, { noun: kind, id: row.id, most: MOST });
    // An answer of a provider stands behind the transition that was the newest then, and before what followed from it.
    const answers = member.kind === "settlement" ? answerMarks(world, member.row, moves) : [];
    return [...moves.map((move) => ({ after: move.id, mark: stateMark(kind, row.id, move) })), ...answers];
  });
}

function stateMark(kind: FoundRecord["kind"], id: string, { move, from_state, to_state, at }: HistoryRow): Mark {
  return {
    ...{ at: isoTime(at), lane: "state", what: move === "" ? "created" : move, state: to_state },
    title: move === "" ? `${kind} created as ${to_state}` : `${kind}: ${from_state} → ${to_state}`,
    ...{ ref: { kind, id }, detail: null },
  };
}

/** Blocks that hold a transaction of the records, those that a reorg removed too. */
export function blockMarks({ db }: World, places: readonly Place[]): Mark[] {
  const marks = new Map<string, Mark>();
  for (const { network, txHash, height } of places) {
    if (txHash === "") continue;
    const canonical = height === null ? undefined : canonicalBlock(db, network, height);
    for (const block of [...orphanedWith(db, network, txHash), ...(canonical === undefined ? [] : [canonical])])
      marks.set(`${block.hash} ${txHash}`, blockMark(block, txHash));
  }
  return [...marks.values()];
}

function blockMark({ network, height, timestamp, hash, state }: TimelineBlock, txHash: string): Mark {
  const removed = state === "orphaned";
  return {
    ...{ at: isoTime(timestamp * 1_000), lane: "chain", what: removed ? "block-removed" : "block", network },
    ...{ tx_id: txHash, block_number: height, block_hash: hash, state: removed ? "orphaned" : "canonical" },
    title: `${network} block ${height} ${hash.slice(0, 10)}… holds the transaction${removed ? ", and a reorg removed it" : ""}`,
    ...{ ref: { kind: "block", id: hash }, detail: null },
  };
}

/** Attempts with one nonce of one sender compete: one of them wins. */
function nonceOf({ network, sender, nonce }: AttemptRow): string {
  return `${network} ${sender} ${nonce}`;
}

/** What happened at the nonce of each of our own transactions: sent, replaced, cancelled, mined, and which won (D-24). */
function attemptMarks({ db }: World, attempts: readonly AttemptRow[]): Placed[] {
  const rivals = Map.groupBy(attempts, nonceOf);
  const numberOf = (attempt: AttemptRow) => {
    const all = rivals.get(nonceOf(attempt)) ?? [attempt];
    return { number: all.indexOf(attempt) + 1, count: all.length };
  };
  return attempts.flatMap((attempt) => {
    const { number, count } = numberOf(attempt);
    return movesOf(db, { noun: "attempt", id: String(attempt.id), most: MOST }).map((move) => ({
      after: move.id,
      mark: {
        ...{ at: isoTime(move.at), lane: "chain" as const, what: `attempt-${move.to_state}`, state: move.to_state },
        ...{ network: attempt.network, ...(attempt.hash === "" ? {} : { tx_id: attempt.hash }), attempt: number },
        title: `attempt ${number} of ${count} (${attempt.purpose}${attempt.kind === "pay" ? "" : `, ${attempt.kind}`}) at nonce ${attempt.nonce} of ${attempt.network}: ${move.to_state}`,
        ref: { kind: "attempt" as const, id: String(attempt.id) },
        detail: attempt.error === "" ? null : attempt.error,
      },
    }));
  });
}

/** Events of the records, each attempt to deliver one, and the attempts that are planned. */
export function webhookMarks(world: World, family: readonly FoundRecord[]): Mark[] {
  const { db } = world;
  const events = eventsOfResources(
    db,
    family.map(({ row }) => row.id),
    MOST,
  );
  const deliveries = deliveriesOfEvents(
    db,
    events.map(({ sequence }) => sequence),
    MOST,
  );
  return [...events.map(eventMark), ...deliveryMarks(world, events, deliveries)];
}

function eventMark({ sequence, id, type, time, resource_id }: TimelineEvent): Mark {
  return {
    ...{ at: isoTime(time), lane: "event", what: type, title: `${type} #${sequence}`, event_id: id },
    ref: { kind: "event", id: String(sequence) },
    detail: `about ${resource_id}`,
  };
}

function deliveryMarks(
  { db }: World,
  events: readonly TimelineEvent[],
  deliveries: readonly TimelineDelivery[],
): Mark[] {
  const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const bySequence = new Map(events.map((event) => [event.sequence, event]));
  const attempts = attemptsOfDeliveries(db, [...byId.keys()], MOST);
  const made = attempts.flatMap((attempt): Mark[] => {
    const delivery = byId.get(attempt.delivery_id);
    const event = bySequence.get(delivery?.event_sequence ?? 0);
    return delivery === undefined || event === undefined ? [] : attemptMark(attempt, delivery, event);
  });
  const lastAt = new Map(attempts.map(({ delivery_id, at }) => [delivery_id, at]));
  const ended = deliveries.flatMap((delivery): Mark[] => {
    const event = bySequence.get(delivery.event_sequence);
    if (delivery.state !== "dead" || event === undefined) return [];
    return [deadMark(delivery, event, lastAt.get(delivery.id) ?? event.time)];
  });
  return [...made, ...ended];
}

/** An attempt, and the fault that it met. */
function attemptMark(attempt: DeliveryAttemptRow, delivery: TimelineDelivery, event: TimelineEvent): Mark[] {
  const { number, status, error, fault, fault_id: faultId, duration_ms } = attempt;
  const took = duration_ms === null ? "" : ` in ${duration_ms} ms`;
  const answer = status === null ? error || "no answer yet" : `${status}${took}`;
  const shared = {
    ...{ at: isoTime(attempt.at), event_id: event.id, delivery_id: delivery.id, attempt: number },
    ...(faultId === "" ? {} : { fault_id: faultId }),
    ref: { kind: "delivery" as const, id: String(delivery.id) },
  };
  const title = `${event.type} → ${delivery.url}: ${answer}`;
  const mark: Mark = { ...shared, lane: "webhook", what: "attempt", title, detail: error === "" ? null : error };
  const met: Mark = {
    ...shared,
    lane: "fault",
    what: fault,
    title: `fault at webhook.delivery: ${fault}`,
    ...(faultId === "" ? {} : { ref: { kind: "fault" as const, id: faultId } }),
    detail: null,
  };
  return fault === "" ? [mark] : [met, mark];
}

/** A delivery that no attempt was made for died when its event was written. */
function deadMark({ id, reason, url }: TimelineDelivery, event: TimelineEvent, at: number): Mark {
  return {
    ...{ at: isoTime(at), lane: "webhook", what: "dead", state: "dead", event_id: event.id, delivery_id: id },
    title: `${event.type} → ${url}: given up`,
    ...{ ref: { kind: "delivery", id: String(id) }, detail: reason === "" ? null : reason },
  };
}
