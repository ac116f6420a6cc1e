// SQL of attempts and nonces.
import type { Database } from "../../db/database.ts";
import { required } from "../../kernel/assert.ts";
import type { AttemptPurpose, AttemptRow } from "./attempt.ts";
import type { AttemptState } from "./machine.ts";

export type NewAttempt = Pick<
  AttemptRow,
  "network" | "sender" | "derivation" | "nonce" | "purpose" | "subject" | "kind" | "plan"
>;

export function insertAttempt(db: Database, attempt: NewAttempt): AttemptRow {
  const row = db.get<AttemptRow>(
    `insert into attempt (network, sender, derivation, nonce, purpose, subject, kind, plan, raw, hash, state, sends, error)
     values (:network, :sender, :derivation, :nonce, :purpose, :subject, :kind, :plan, '', '', 'prepared', 0, '')
     returning *`,
    attempt,
  );
  return required(row, "inserted attempt");
}

/**
 * The next nonce of a sender: a released one below later ones, else the one after the last. Our own
 * allocator: the pending count of the node is never used.
 */
export function nextNonce(db: Database, network: string, sender: string): number {
  return (
    db.get<{ next: number }>(
      `select coalesce(
         (select min(free.nonce) from attempt as free
          where free.network = :network and free.sender = :sender and free.state = 'void' and not exists (
            select 1 from attempt as used where used.network = free.network and used.sender = free.sender
              and used.nonce = free.nonce and used.state <> 'void')),
         (select max(nonce) from attempt where network = :network and sender = :sender and state <> 'void') + 1,
         0) as next`,
      { network, sender },
    )?.next ?? 0
  );
}

/** The lowest nonce in [from, below) that no attempt of the sender uses: later nonces wait for it. */
export function gapIn(db: Database, range: { network: string; sender: string; from: number; below: number }): number {
  const used = db.all<{ nonce: number }>(
    `select distinct nonce from attempt where network = :network and sender = :sender
       and nonce >= :from and nonce < :below and state not in ('void', 'lost') order by nonce`,
    range,
  );
  const found = used.findIndex(({ nonce }, index) => nonce !== range.from + index);
  return range.from + (found === -1 ? used.length : found);
}

/** Writes another attempt at a nonce that is in use: a replacement or a cancel. */
export function insertCompetingAttempt(
  db: Database,
  of: AttemptRow,
  kind: "replacement" | "cancel",
  plan: string,
): AttemptRow {
  const { network, sender, derivation, nonce, purpose, subject } = of;
  return insertAttempt(db, { network, sender, derivation, nonce, purpose, subject, kind, plan });
}

export function attemptById(db: Database, id: number): AttemptRow | undefined {
  return db.get("select * from attempt where id = :id", { id });
}

/** The attempt with this hash. Void ones are skipped: the next attempt at a released nonce may have the same bytes. */
export function attemptByHash(db: Database, network: string, hash: string): AttemptRow | undefined {
  return db.get("select * from attempt where network = :network and hash = :hash and state <> 'void'", {
    network,
    hash,
  });
}

/** As `attemptByHash`, for a transaction whose sender is known: nobody else's hash is looked for. */
export function attemptOf(
  db: Database,
  network: string,
  { hash, from }: { hash: string; from: string },
): AttemptRow | undefined {
  const sql = "select 1 as found from attempt where network = :network and sender = :from limit 1";
  return db.keptGet(sql, { network, from }) === undefined ? undefined : attemptByHash(db, network, hash);
}

/** All attempts of a subject that were or can be mined, newest last. */
export function liveAttempts(db: Database, purpose: AttemptPurpose, subject: string): AttemptRow[] {
  return db.all(
    `select * from attempt where purpose = :purpose and subject = :subject
       and state in ('prepared', 'signed', 'sent', 'mined', 'confirmed') order by id`,
    { purpose, subject },
  );
}

/** The attempts that compete for one nonce. */
export function attemptsAtNonce(db: Database, network: string, sender: string, nonce: number): AttemptRow[] {
  return db.all("select * from attempt where network = :network and sender = :sender and nonce = :nonce order by id", {
    network,
    sender,
    nonce,
  });
}

/** Mined attempts at or below a height that are not confirmed yet, in block order. */
export function minedUpTo(db: Database, network: string, height: number): AttemptRow[] {
  const any = "select 1 as found from attempt where network = :network and state = 'mined' limit 1";
  if (db.keptGet(any, { network }) === undefined) return [];
  return db.all(
    `select * from attempt where network = :network and state = 'mined' and block_height <= :height
     order by block_height, id`,
    { network, height },
  );
}

/** Mined, unconfirmed attempts at or above a height, which a reorg removes from their blocks. */
export function minedFrom(db: Database, network: string, height: number): AttemptRow[] {
  return db.all(
    "select * from attempt where network = :network and state = 'mined' and block_height >= :height order by id",
    { network, height },
  );
}

/** Final attempts in blocks at or above a height, which only a forced reorg removes from their blocks. */
export function finalFrom(db: Database, network: string, height: number): AttemptRow[] {
  return db.all(
    `select * from attempt where network = :network and state in ('confirmed', 'failed') and block_height >= :height
     order by id`,
    { network, height },
  );
}

/** The block of a final attempt after a forced reorg, null while it is in none; its record does not change. */
export function placeFinalAttempt(db: Database, id: number, height: number | null): void {
  db.run("update attempt set block_height = :height where id = :id and state in ('confirmed', 'failed')", {
    id,
    height,
  });
}

/** Final attempts in no block: a forced reorg removed them, and they are sent again until they are mined. */
export function unplacedFinals(db: Database, network: string): AttemptRow[] {
  return db.all(
    `select * from attempt where network = :network and state in ('confirmed', 'failed') and block_height is null
     order by nonce, id`,
    { network },
  );
}

/** Sent attempts of a network that are in no block and may have to be sent again. */
export function unminedOf(db: Database, network: string): AttemptRow[] {
  return db.all("select * from attempt where network = :network and state in ('signed', 'sent') order by id", {
    network,
  });
}

/** Writes what a transition changes, if the row is in `from`. */
export function saveAttempt(db: Database, from: AttemptState, row: AttemptRow): number {
  return db.run(
    `update attempt set state = :state, raw = :raw, hash = :hash, sends = :sends, sent_at = :sent_at,
       block_height = :block_height, error = :error, effect = :effect where id = :id and state = :from`,
    {
      id: row.id,
      from,
      state: row.state,
      raw: row.raw,
      hash: row.hash,
      sends: row.sends,
      sent_at: row.sent_at,
      block_height: row.block_height,
      error: row.error,
      effect: row.effect,
    },
  );
}

/** A sender's attempts whose cost is not in its confirmed balance yet and must be reserved. */
export function openAttempts(
  db: Database,
  network: string,
  sender: string,
): Pick<AttemptRow, "id" | "purpose" | "plan">[] {
  return db.all(
    `select id, purpose, plan from attempt where network = :network and sender = :sender
       and state in ('prepared', 'signed', 'sent', 'mined')`,
    { network, sender },
  );
}

/** The number of attempts of a subject that never reached the node. */
export function countVoid(db: Database, purpose: AttemptPurpose, subject: string): number {
  return (
    db.get<{ count: number }>(
      "select count(*) as count from attempt where purpose = :purpose and subject = :subject and state = 'void'",
      { purpose, subject },
    )?.count ?? 0
  );
}
