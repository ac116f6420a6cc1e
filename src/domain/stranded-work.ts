// Finds open records without a planned job, as an ended process can leave them behind (R-110, I-43).
import type { Database } from "../db/database.ts";

/** `at` is the virtual time at which its job is due; null = now. */
export type Stranded = { ref: string; at: number | null };

// The column is qualified by its table: the subquery has columns of the agenda.
const PLANNED = (ref: string, jobs = ":job"): string =>
  `exists (select 1 from agenda where job in (${jobs}) and ref = ${ref})`;

const ATTEMPTED = (purposes: string, subject: string): string =>
  `exists (select 1 from attempt where purpose in (${purposes}) and subject = ${subject}
     and state in ('prepared', 'signed', 'sent', 'mined', 'confirmed'))`;

const DELEGATED = (udaId: string, network: string): string =>
  `exists (select 1 from delegation where uda_id = ${udaId} and network = ${network}
     and state = 'verified' and wanted = 'delegated')`;

/** Attempts in no block and without a job, like all others at their nonce: one job for each nonce is enough. */
export function strandedAttempts(db: Database, job: string): Stranded[] {
  const sql = `select cast(id as text) as ref, null as at from attempt a
    where state in ('prepared', 'signed', 'sent', 'mined') and state <> 'mined'
      and not exists (select 1 from attempt rival where rival.network = a.network and rival.sender = a.sender
        and rival.nonce = a.nonce and rival.state in ('prepared', 'signed', 'sent')
        and ${PLANNED("cast(rival.id as text)")})
    order by id`;
  return db.all(sql, { job });
}

/** Payments that wait to be built, except those that wait for a refill in progress. */
export function strandedPayments(db: Database, job: string): Stranded[] {
  const sql = `select id as ref, null as at from transaction_record t where status = 'created'
      and type in ('payout', 'vault_transfer', 'external_transfer', 'internal_transfer', 'refill')
      and not ${PLANNED("t.id")}
      and not exists (select 1 from transaction_record r where r.type = 'refill' and r.network = t.network
        and r.to_address = t.from_address and r.status in ('created', 'prepared', 'signed', 'broadcasted'))
    order by created_at, id`;
  return db.all(sql, { job });
}

/** Queued payouts with an expiry but without the job for it. */
export function strandedCutoffs(db: Database, job: string): Stranded[] {
  const sql = `select id as ref, expires_at as at from payout p
    where status = 'queued' and expires_at is not null and not ${PLANNED("p.id")} order by created_at, id`;
  return db.all(sql, { job });
}

/** Settlements without a provider request; one whose deposit event is not processed yet gets it then. */
export function strandedRoutes(db: Database, job: string): Stranded[] {
  const sql = `select id as ref, null as at from settlement s
    where status in ('created', 'routing', 'retrying') and status <> 'routing' and not ${PLANNED("s.id")}
      and not exists (select 1 from event where drained = 0 and resource_id = s.deposit_id) order by created_at, id`;
  return db.all(sql, { job });
}

/** Accepted routes without a fill job; `other` is the job of a route that will fail. */
export function strandedFills(db: Database, job: string, other: string): Stranded[] {
  const sql = `select id as ref, null as at from settlement s
    where status in ('created', 'routing', 'retrying') and status = 'routing' and not ${PLANNED("s.id", ":job, :other")}
      and not ${ATTEMPTED("'fill', 'sweep'", "s.id")}
      and (provider <> 'internal' or ${DELEGATED("s.uda_id", "s.source_network")}) order by created_at, id`;
  return db.all(sql, { job, other });
}

/** Claims of filled settlements without a sweep job. */
export function strandedClaims(db: Database, job: string): Stranded[] {
  const sql = `select id as ref, null as at from claim c where state = 'pending' and not ${PLANNED("c.id")}
      and not ${ATTEMPTED("'sweep'", "c.id")} and ${DELEGATED("c.uda_id", "c.network")} order by created_at, id`;
  return db.all(sql, { job });
}

/** Unfinished delegations without a job; `other` is the job that checks the code after one was mined. */
export function strandedDelegations(db: Database, job: string, other: string): Stranded[] {
  const ref = "d.uda_id || '/' || d.network";
  const sql = `select ${ref} as ref, null as at from delegation d
    where state <> 'verified' and not ${PLANNED(ref, ":job, :other")}
      and not exists (select 1 from attempt where purpose = 'delegate' and subject = ${ref}
        and state in ('prepared', 'signed', 'sent', 'mined')) order by d.uda_id, d.network`;
  return db.all(sql, { job, other });
}

/** Deliveries with a next attempt that is not planned: they waited for a free connection of their endpoint. */
export function strandedDeliveries(db: Database, job: string): Stranded[] {
  const sql = `select cast(id as text) as ref, next_attempt_at as at from delivery d
    where state in ('due', 'sending') and state = 'due' and next_attempt_at is not null
      and not ${PLANNED("cast(d.id as text)")} order by id`;
  return db.all(sql, { job });
}
