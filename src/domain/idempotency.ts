// Stored responses of requests with an Idempotency-Key (H-40).
import type { Database } from "../db/database.ts";

/** How long a stored response is repeated: 24 h of virtual time. */
export const IDEMPOTENCY_TTL_MS = 24 * 3_600_000;

export type StoredAnswer = { request_hash: string; status: number; body: string };

/** The stored response of (tenant, operation, key), unless expired at `now`. */
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

/** Expired responses removed with each insert: little work at a time, and the table stays small. */
const MAKE_ROOM = 20;

/** Stores a response; replaces an expired one of the same key and removes the oldest other expired ones. */
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
