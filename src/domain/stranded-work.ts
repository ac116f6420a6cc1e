// Open records that no planned work would ever come to: what a lost process can leave behind (R-110, I-43).
import type { Database } from "../db/database.ts";

/** `at` is the virtual instant its work is due; null = now. */
export type Stranded = { ref: string; at: number | null };

// `ref` names the table: the agenda has columns of its own inside.
const PLANNED = (ref: string, jobs = ":job"): string =>
  `exists (select 1 from agenda where job in (${jobs}) and ref = ${ref})`;

const ATTEMPTED = (purposes: string, subject: string): string =>
  `exists (select 1 from attempt where purpose in (${purposes}) and subject = ${subject}
     and state in ('prepared', 'signed', 'sent', 'mined', 'confirmed'))`;

const DELEGATED = (udaId: string, network: string): string =>
  `exists (select 1 from delegation where uda_id = ${udaId} and network = ${network}
     and state = 'verified' and wanted = 'delegated')`;

/** Attempts that are neither in a block nor looked after, and none of their rivals is: one a nonce is enough. */
export function strandedAttempts(db: Database, job: string): Stranded[] {
  const sql = `select cast(id as text) as ref, null as at from attempt a
    where state in ('prepared', 'signed', 'sent', 'mined') and state <> 'mined'
      and not exists (select 1 from attempt rival where rival.network = a.network and rival.sender = a.sender
        and rival.nonce = a.nonce and rival.state in ('prepared', 'signed', 'sent')
        and ${PLANNED("cast(rival.id as text)")})
    order by id`;
  return db.all(sql, { job });
}

/** Payments that wait to be taken up, but for those that wait for a refill under way. */
export function strandedPayments(db: Database, job: string): Stranded[] {
  const sql = `select id as ref, null as at from transaction_record t where status = 'created'
      and type in ('payout', 'vault_transfer', 'external_transfer', 'internal_transfer', 'refill')
      and not ${PLANNED("t.id")}
      and not exists (select 1 from transaction_record r where r.type = 'refill' and r.network = t.network
        and r.to_address = t.from_address and r.status in ('created', 'prepared', 'signed', 'broadcasted'))
    order by created_at, id`;
  return db.all(sql, { job });
}

/** Queued payouts with a cutoff that nobody watches. */
export function strandedCutoffs(db: Database, job: string): Stranded[] {
  const sql = `select id as ref, expires_at as at from payout p
    where status = 'queued' and expires_at is not null and not ${PLANNED("p.id")} order by created_at, id`;
  return db.all(sql, { job });
}

/** Settlements that no provider is asked for; a confirmed deposit that was not announced yet comes to it by itself. */
export function strandedRoutes(db: Database, job: string): Stranded[] {
  const sql = `select id as ref, null as at from settlement s
    where status in ('created', 'routing', 'retrying') and status <> 'routing' and not ${PLANNED("s.id")}
      and not exists (select 1 from event where drained = 0 and resource_id = s.deposit_id) order by created_at, id`;
  return db.all(sql, { job });
}

/** Accepted routes that nobody fills; `other` is the job of one that will come to nothing. */
export function strandedFills(db: Database, job: string, other: string): Stranded[] {
  const sql = `select id as ref, null as at from settlement s
    where status in ('created', 'routing', 'retrying') and status = 'routing' and not ${PLANNED("s.id", ":job, :other")}
      and not ${ATTEMPTED("'fill', 'sweep'", "s.id")}
      and (provider <> 'internal' or ${DELEGATED("s.uda_id", "s.source_network")}) order by created_at, id`;
  return db.all(sql, { job, other });
}

/** Claims of filled settlements that nobody sweeps. */
export function strandedClaims(db: Database, job: string): Stranded[] {
  const sql = `select id as ref, null as at from claim c where state = 'pending' and not ${PLANNED("c.id")}
      and not ${ATTEMPTED("'sweep'", "c.id")} and ${DELEGATED("c.uda_id", "c.network")} order by created_at, id`;
  return db.all(sql, { job });
}

/** Delegations that nobody brings about; `other` is the job that looks at the code of one that was mined. */
export function strandedDelegations(db: Database, job: string, other: string): Stranded[] {
  const ref = "d.uda_id || '/' || d.network";
  const sql = `select ${ref} as ref, null as at from delegation d
    where state <> 'verified' and not ${PLANNED(ref, ":job, :other")}
      and not exists (select 1 from attempt where purpose = 'delegate' and subject = ${ref}
        and state in ('prepared', 'signed', 'sent', 'mined')) order by d.uda_id, d.network`;
  return db.all(sql, { job, other });
}

/** Deliveries whose next attempt is due some time and not planned: those that waited for room at their endpoint. */
export function strandedDeliveries(db: Database, job: string): Stranded[] {
  const sql = `select cast(id as text) as ref, next_attempt_at as at from delivery d
    where state in ('due', 'sending') and state = 'due' and next_attempt_at is not null
      and not ${PLANNED("cast(d.id as text)")} order by id`;
  return db.all(sql, { job });
}
