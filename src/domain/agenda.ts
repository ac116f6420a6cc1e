// Work that is due at an instant: rows, so that they travel with the clock and outlive the process. No timers here.
import type { Database } from "../db/database.ts";

export type AgendaRow = { id: number; due_at: number; job: string; ref: string };

/** Ties in order of planning; deliveries after the rest and by their number, because luck plans their retries. As in the index. */
const ORDER = "order by due_at, case job when 'deliver' then cast(ref as integer) else 0 end, id";

/** Plans `job` for `ref` at `dueAt` (virtual ms). One row a (job, ref): planning again is a new row with a new id. */
export function schedule(db: Database, job: string, ref: string, dueAt: number): void {
  unschedule(db, job, ref);
  db.run("insert into agenda (due_at, job, ref) values (:dueAt, :job, :ref)", { job, ref, dueAt });
}

/** The longest pause between two looks at something that does not change (virtual ms). */
const LONGEST_PAUSE_MS = 86_400_000;

/**
 * Virtual ms until one looks again at something that has stood still for `stillMs`: `leastMs` at first, then as long again
 * as it has lasted, at most a day. So ninety days with something stuck are a hundred looks and not a hundred thousand.
 */
export function nextCheckDelay(leastMs: number, stillMs: number): number {
  return Math.min(Math.max(leastMs, stillMs), LONGEST_PAUSE_MS);
}

/** What is planned for later is due at `dueAt` instead; what is not planned stays so. */
export function bringForward(db: Database, job: string, ref: string, dueAt: number): void {
  const sooner = { job, ref, dueAt };
  db.run("update agenda set due_at = :dueAt where job = :job and ref = :ref and due_at > :dueAt", sooner);
}

/** Takes off the row that was worked on; one that was planned anew meanwhile has another id and stays. */
export function removeJob(db: Database, id: number): void {
  db.run("delete from agenda where id = :id", { id });
}

/** Takes `job` for `ref` off; false when it was not planned. */
export function unschedule(db: Database, job: string, ref: string): boolean {
  return db.run("delete from agenda where job = :job and ref = :ref", { job, ref }) === 1;
}

export function isPlanned(db: Database, job: string, ref: string): boolean {
  return db.get("select id from agenda where job = :job and ref = :ref", { job, ref }) !== undefined;
}

/** When it is due, if it is planned (virtual ms). */
export function plannedAt(db: Database, job: string, ref: string): number | undefined {
  return db.get<{ due_at: number }>("select due_at from agenda where job = :job and ref = :ref", { job, ref })?.due_at;
}

/** What comes first. */
export function nextDue(db: Database): AgendaRow | undefined {
  return db.get(`select id, due_at, job, ref from agenda ${ORDER} limit 1`);
}

/** The next `limit` rows, for people who want to see what is coming. */
export function upcoming(db: Database, limit: number): AgendaRow[] {
  return db.all(`select id, due_at, job, ref from agenda ${ORDER} limit :limit`, { limit });
}

export function agendaCounts(db: Database): { job: string; count: number }[] {
  return db.all("select job, count(*) as count from agenda group by job order by job");
}
