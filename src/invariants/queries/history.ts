// History rows: their invariant queries, and rows that other checks read.
import type { Database } from "../../db/database.ts";
import { changedIds, changedNumbers, type Query, type Window } from "./query.ts";

export const HISTORY_QUERIES: readonly Query[] = [
  {
    id: "I-39",
    sql: `select 'history row ' || h.id || ' is older than the one before it' as what
          from history h join history p on p.id = h.id - 1 where h.id > :after and h.id <= :upTo and p.at > h.at`,
  },
];

/** `now` is the state in the record, `last` the one in its last history row. */
export type StateOfRecord = { noun: string; id: string; now: string; last: string | null };

const NOUNS: readonly (readonly [noun: string, table: string, state: string])[] = [
  ["deposit", "deposit", "state"],
  ["payout", "payout", "status"],
  ["transaction", "transaction_record", "status"],
  ["settlement", "settlement", "status"],
  ["uda", "uda", "status"],
  ["attempt", "attempt", "state"],
  ["delivery", "delivery", "state"],
];

/** Records whose state differs from the end of their history; a new attempt has no history row. */
export function statesOutsideHistory(db: Database, { after, upTo }: Window, limit: number): StateOfRecord[] {
  return NOUNS.flatMap(([noun, table, state]) => {
    const last = `(select to_state from history h where h.noun = '${noun}' and h.record_id = cast(r.id as text) order by h.id desc limit 1)`;
    const numbered = noun === "attempt" || noun === "delivery";
    // A check of everything includes records without any history.
    const touched = after === 0 ? "1" : `r.id in ${numbered ? changedNumbers(noun) : changedIds(noun)}`;
    const sql = `select '${noun}' as noun, cast(r.id as text) as id, r.${state} as now, ${last} as last from ${table} r
      where ${touched} and r.${state} is not ${last} and not ('${noun}' = 'attempt' and r.${state} = 'prepared' and ${last} is null) limit :limit`;
    return db.all<StateOfRecord>(sql, after === 0 ? { limit } : { after, upTo, limit });
  });
}

export type Step = {
  id: number;
  noun: string;
  record_id: string;
  move: string;
  from_state: string;
  to_state: string;
  before: string | null;
};

/** The history rows of a window, each with the state that the preceding row of its record ended in. */
export function stepsOf(db: Database, { after, upTo }: Window): Step[] {
  return db.all(
    `select id, noun, record_id, move, from_state, to_state, (select p.to_state from history p where p.noun = h.noun
       and p.record_id = h.record_id and p.id < h.id order by p.id desc limit 1) as before
     from history h where id > :after and id <= :upTo`,
    { after, upTo },
  );
}
