// The agenda: jobs due at a virtual time, stored as rows, so they follow the clock and survive the process. No timers here.
import type { Database } from "../db/database.ts";

export type AgendaRow = { id: number; due_at: number; job: string; ref: string };

/** At equal times: in order of planning, then deliveries by id, whose retries are planned in no fixed order. Matches the index. */
const ORDER = "order by due_at, case job when 'deliver' then cast(ref as integer) else 0 end, id";

/** Plans `job` for `ref` at `dueAt` (virtual ms). One row for each (job, ref): planning again makes a new row with a new id. */
export function schedule(db: Database, job: string, ref: string, dueAt: number): void {
  unschedule(db, job, ref);
  db.run("insert into agenda (due_at, job, ref) values (:dueAt, :job, :ref)", { job, ref, dueAt });
}

/** The longest pause between two checks of something that does not change (virtual ms). */
const LONGEST_PAUSE_MS = 86_400_000;

/**
 * Virtual ms until the next check of something unchanged for `unchangedMs`: at least `minMs`, then as long again as it has
 * been unchanged, at most a day. So ninety days with something stuck cost a hundred checks, not a hundred thousand.
 */
export function nextCheckDelay(minMs: number, unchangedMs: number): number {
  return Math.min(Math.max(minMs, unchangedMs), LONGEST_PAUSE_MS);
}

/** Makes a job that is planned for later due at `dueAt`; does nothing for one that is not planned. */
export function bringForward(db: Database, job: string, ref: string, dueAt: number): void {
  const sooner = { job, ref, dueAt };
  db.run("update agenda set due_at = :dueAt where job = :job and ref = :ref and due_at > :dueAt", sooner);
}

/** Removes the row of a finished job; a row planned again meanwhile has another id and stays. */
export function removeJob(db: Database, id: number): void {
  db.run("delete from agenda where id = :id", { id });
}

/** Removes `job` for `ref`; false when it was not planned. */
export function unschedule(db: Database, job: string, ref: string): boolean {
  return db.run("delete from agenda where job = :job and ref = :ref", { job, ref }) === 1;
}

export function isPlanned(db: Database, job: string, ref: string): boolean {
  return db.get("select id from agenda where job = :job and ref = :ref", { job, ref }) !== undefined;
}

/** The time it is due, if it is planned (virtual ms). */
export function plannedAt(db: Database, job: string, ref: string): number | undefined {
  return db.get<{ due_at: number }>("select due_at from agenda where job = :job and ref = :ref", { job, ref })?.due_at;
}

/** The next job. */
export function nextDue(db: Database): AgendaRow | undefined {
  return db.keptGet(`select id, due_at, job, ref from agenda ${ORDER} limit 1`);
}

/** The next `limit` jobs, for display. */
export function upcoming(db: Database, limit: number): AgendaRow[] {
  return db.all(`select id, due_at, job, ref from agenda ${ORDER} limit :limit`, { limit });
}

export function agendaCounts(db: Database): { job: string; count: number }[] {
  return db.all("select job, count(*) as count from agenda group by job order by job");
}
