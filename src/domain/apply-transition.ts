// Applies a state transition: checks it against the table, writes state and history, and fails if another writer was first.
import type { Database } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { allows, type Machine } from "../kernel/machine.ts";
import type { World } from "./world.ts";

/** Writes the new state with `update … where id = ? and status = :from`; returns the number of rows changed. */
export type WriteMove<State> = (from: State, to: State) => number;

/**
 * Applies the named transition to `record`. A transition that the table does not allow, or a row that has changed meanwhile, is
 * a bug: callers read the state in the same transaction first.
 */
export function move<State extends string, Name extends string>(
  world: Pick<World, "db" | "clock">,
  table: Machine<State, Name>,
  name: Name,
  record: { id: string; state: State },
  write: WriteMove<State>,
): State {
  const { to } = table.moves[name];
  assert(allows(table, name, record.state), "the table has no such move", { noun: table.noun, name, ...record });
  const changed = write(record.state, to);
  assert(changed === 1, "a move lost its race", { noun: table.noun, name, changed, ...record });
  insertHistory(world.db, {
    noun: table.noun,
    recordId: record.id,
    move: name,
    from: record.state,
    to,
    at: world.clock.now(),
  });
  return to;
}

/** Writes the first history row of a new record. */
export function created(world: Pick<World, "db" | "clock">, table: Machine, id: string, state: string): void {
  assert(table.initial.includes(state), "a record is created in an initial state", { noun: table.noun, id, state });
  insertHistory(world.db, { noun: table.noun, recordId: id, move: "", from: "", to: state, at: world.clock.now() });
}

type HistoryRow = { noun: string; recordId: string; move: string; from: string; to: string; at: number };

function insertHistory(db: Database, row: HistoryRow): void {
  db.run(
    `insert into history (noun, record_id, move, from_state, to_state, at)
     values (:noun, :recordId, :move, :from, :to, :at)`,
    row,
  );
}

/** The transitions of a record, oldest first. */
export function historyOf(
  db: Database,
  noun: string,
  recordId: string,
): { move: string; to_state: string; at: number }[] {
  return db.all("select move, to_state, at from history where noun = :noun and record_id = :recordId order by id", {
    noun,
    recordId,
  });
}

/** When a record last changed its state, virtual ms; null for a record without a history. */
export function lastMoveAt(db: Database, noun: string, recordId: string): number | null {
  const sql = "select max(at) as at from history where noun = :noun and record_id = :recordId";
  return db.get<{ at: number | null }>(sql, { noun, recordId })?.at ?? null;
}

/** The id of the newest transition; `movesSince` counts those after it. */
export function newestMove(db: Database): number {
  return db.keptGet<{ id: number | null }>("select max(id) as id from history")?.id ?? 0;
}

/** How many transitions a record has made, its creation among them. */
export function countMoves(db: Database, noun: string, id: string): number {
  const sql = "select count(*) as count from history where noun = :noun and record_id = :id";
  return db.get<{ count: number }>(sql, { noun, id })?.count ?? 0;
}

/** The records that were created or came into another state after the transition `id`, oldest first; one can stand there again. */
export function movesAfter(db: Database, id: number, limit: number): { noun: string; record_id: string }[] {
  return db.all("select noun, record_id from history where id > :id order by id limit :limit", { id, limit });
}

/** How many records of each noun came into each state after the transition `id`. */
export function movesSince(
  db: Database,
  id: number,
): { noun: string; to_state: string; move: string; count: number }[] {
  return db.all(
    "select noun, to_state, move, count(*) as count from history where id > :id group by noun, to_state, move",
    { id },
  );
}

/** The first transition of a record after `from`. */
export function firstMoveSince(
  db: Database,
  { noun, recordId, from }: { noun: string; recordId: string; from: number },
): { move: string } | undefined {
  return db.get(
    `select move from history where noun = :noun and record_id = :recordId and id > :from order by id limit 1`,
    { noun, recordId, from },
  );
}
