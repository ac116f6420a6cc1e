// Stored answers of requests that carried an Idempotency-Key (H-40).
import type { Database } from "../db/database.ts";

/** How long a stored answer is given again: 24 h of sandbox time. */
export const IDEMPOTENCY_TTL_MS = 24 * 3_600_000;

export type StoredAnswer = { request_hash: string; status: number; body: string };

/** The stored answer of (tenant, operation, key) that has not run out at `now`. */
export function storedAnswer(
  db: Database,
  of: { tenantId: string; operation: string; key: string },
  now: number,
): StoredAnswer | undefined {
  return db.get(
    `select request_hash, status, body from idempotency_key
     where tenant_id = :tenantId and operation = :operation and key = :key and expires_at > :now`,
    { ...of, now },
  );
}

/** So many answers that have run out make room for one: work stays small, and there are never many more than are alive. */
const MAKE_ROOM = 20;

/** Keeps an answer; one of the same key that has run out gives way, and so do the oldest others that nobody is given any more. */
export function storeAnswer(
  db: Database,
  of: { tenantId: string; operation: string; key: string },
  answer: { requestHash: string; status: number; body: string },
  now: number,
): void {
  db.run(
    `delete from idempotency_key where (tenant_id, operation, key) in (select tenant_id, operation, key from idempotency_key
       where expires_at <= :now order by expires_at limit ${MAKE_ROOM})`,
    { now },
  );
  db.run(
    `insert or replace into idempotency_key (tenant_id, operation, key, request_hash, status, body, expires_at)
     values (:tenantId, :operation, :key, :requestHash, :status, :body, :expiresAt)`,
    { ...of, ...answer, expiresAt: now + IDEMPOTENCY_TTL_MS },
  );
}
