// SQL of timelines: what happened to some records, each statement through an index and at most `most` rows.
import type { Database } from "../../db/database.ts";
import { ATTEMPT_PURPOSES, type AttemptRow } from "../attempt/attempt.ts";
import type { DeliveryAttemptRow, DeliveryRow } from "../delivery/delivery.ts";

export type HistoryRow = { id: number; move: string; from_state: string; to_state: string; at: number };

/** The transitions of one record, oldest first. */
export function movesOf(db: Database, of: { noun: string; id: string; most: number }): HistoryRow[] {
  return db.all(
    `select id, move, from_state, to_state, at from history where noun = :noun and record_id = :id order by id limit :most`,
    of,
  );
}

/** Attempts of payments, fills, sweeps and delegations by what they belong to, oldest first. */
export function attemptsOfSubjects(db: Database, subjects: readonly string[], most: number): AttemptRow[] {
  return db.all(
    `select * from attempt where purpose in (select value from json_each(:purposes))
       and subject in (select value from json_each(:subjects)) order by id limit :most`,
    { purposes: JSON.stringify(ATTEMPT_PURPOSES), subjects: JSON.stringify(subjects), most },
  );
}

export type TimelineEvent = { sequence: number; id: string; type: string; time: number; resource_id: string };

/** Announced and waiting events about some records, in order. */
export function eventsOfResources(db: Database, ids: readonly string[], most: number): TimelineEvent[] {
  return db.all(
    `select sequence, id, type, time, resource_id from event
     where resource_id in (select value from json_each(:ids)) and test = 0 order by sequence limit :most`,
    { ids: JSON.stringify(ids), most },
  );
}

export type TimelineDelivery = DeliveryRow & { url: string };

/** The deliveries of some events, with their endpoints. */
export function deliveriesOfEvents(db: Database, sequences: readonly number[], most: number): TimelineDelivery[] {
  return db.all(
    `select d.*, w.url from delivery d cross join webhook_endpoint w on w.id = d.endpoint_id
     where d.event_sequence in (select value from json_each(:sequences)) order by d.id limit :most`,
    { sequences: JSON.stringify(sequences), most },
  );
}

/** The attempts of some deliveries. */
export function attemptsOfDeliveries(db: Database, ids: readonly number[], most: number): DeliveryAttemptRow[] {
  return db.all(
    `select * from delivery_attempt where delivery_id in (select value from json_each(:ids))
     order by delivery_id, number limit :most`,
    { ids: JSON.stringify(ids), most },
  );
}

/** What the agenda plans for some refs. `jobs`: the names of all jobs, by which the agenda is found. */
export function plannedFor(
  db: Database,
  jobs: readonly string[],
  refs: readonly string[],
  most: number,
): { due_at: number; job: string; ref: string }[] {
  return db.all(
    `select due_at, job, ref from agenda where job in (select value from json_each(:jobs))
       and ref in (select value from json_each(:refs)) order by due_at, id limit :most`,
    { jobs: JSON.stringify(jobs), refs: JSON.stringify(refs), most },
  );
}

/** `timestamp` is Unix seconds, `transactions` a JSON array of hashes. */
export type TimelineBlock = {
  network: string;
  height: number;
  timestamp: number;
  hash: string;
  state: "done" | "orphaned";
};

export function canonicalBlock(db: Database, network: string, height: number): TimelineBlock | undefined {
  return db.get(
    "select network, height, timestamp, hash, state from block where network = :network and height = :height and state = 'done'",
    { network, height },
  );
}

/** How many removed blocks are looked through for a transaction. */
const MAX_ORPHANED = 1_000;

/** The removed blocks that held a transaction, among the newest of the network. */
export function orphanedWith(db: Database, network: string, txHash: string): TimelineBlock[] {
  return db
    .all<TimelineBlock & { transactions: string }>(
      `select network, height, timestamp, hash, state, transactions from block
       where network = :network and state = 'orphaned' order by height desc limit :most`,
      { network, most: MAX_ORPHANED },
    )
    .filter(({ transactions }) => transactions.includes(txHash))
    .map(({ transactions: _, ...block }) => block);
}
