// What has changed since the last look: topics from the tables that were written, ids from the history (D-70).
import type { Database } from "../../db/database.ts";
import { movesAfter, newestMove } from "../../domain/apply-transition.ts";
import { announcedAfter, newestAnnounced } from "../../domain/outbox.ts";
import type { World } from "../../domain/world.ts";
import { type Clock, isoTime } from "../../kernel/clock.ts";
import { TOPIC_OF_NOUN, TOPICS, TOPICS_OF_TABLE, type Topic } from "./topics.ts";

/** Ids of one topic in a message; of more, none is named. */
export const MAX_IDS = 50;
/** Rows of the history that a look reads at most; after more, no id is named. */
const MAX_MOVES = 1_000;

export type ChangedWorld = Pick<World, "db" | "clock">;
/** Ids by topic; null: too many to name. */
export type ChangedIds = ReadonlyMap<Topic, ReadonlySet<string> | null>;
export type Changed = { readonly topics: ReadonlySet<Topic>; readonly ids: ChangedIds };

/** The clock as messages show it. */
export function clockOf({ clock }: ChangedWorld): { now: string; mode: string; offset_ms: number } {
  return { now: isoTime(clock.peek()), mode: clock.mode, offset_ms: Math.round(clock.offset) };
}

/** How far a look has come in one world. */
type Mark = {
  readonly db: Database;
  /** Writing statements, the newest transition and the newest announced event. */
  readonly writes: number;
  readonly move: number;
  readonly event: number;
  readonly position: string;
};

export class Changes {
  #mark: Mark | undefined;
  readonly #noted = new Set<Topic>();

  /** Something outside of the database changed. */
  note(topic: Topic): void {
    this.#noted.add(topic);
  }

  /** Forgets what came before: of it nothing is told. */
  skip(world: ChangedWorld): void {
    this.#noted.clear();
    this.#mark = markOf(world);
  }

  /** What has changed since the last call, or since `skip`. */
  look(world: ChangedWorld): Changed {
    const topics = new Set(this.#noted);
    this.#noted.clear();
    const last = this.#mark;
    if (last?.db === world.db && last.writes === world.db.written.count && last.position === positionOf(world.clock))
      return { topics, ids: NO_IDS };
    const mark = markOf(world);
    this.#mark = mark;
    // Another world: whoever follows the stream is told so by a message of its own.
    if (last?.db !== world.db) return { topics, ids: NO_IDS };
    if (mark.position !== last.position) topics.add("clock");
    for (const topic of topicsOf(world.db.written.since(last.writes))) topics.add(topic);
    return { topics, ids: idsBetween(last, mark) };
  }
}

const NO_IDS: ChangedIds = new Map();

function markOf({ db, clock }: ChangedWorld): Mark {
  const [move, event] = [newestMove(db), newestAnnounced(db)];
  return { db, writes: db.written.count, move, event, position: positionOf(clock) };
}

/** The same text for a clock that only goes on. */
function positionOf(clock: Clock): string {
  return clock.mode === "running" ? `running ${clock.offset}` : `frozen ${clock.now()}`;
}

/** `tables`: undefined for all. */
function topicsOf(tables: readonly string[] | undefined): readonly Topic[] {
  return tables === undefined ? TOPICS : tables.flatMap((table) => TOPICS_OF_TABLE[table] ?? []);
}

/** Records that are new or came into another state, and new events. */
function idsBetween(last: Mark, { db, move, event }: Mark): ChangedIds {
  const ids = new Map<Topic, Set<string> | null>();
  const moves = move === last.move ? [] : movesAfter(db, last.move, MAX_MOVES + 1);
  if (moves.length <= MAX_MOVES)
    for (const { noun, record_id } of moves) {
      const topic = TOPIC_OF_NOUN[noun];
      if (topic !== undefined) addTo(ids, topic, record_id);
    }
  if (event > last.event) for (const id of announcedAfter(db, last.event, MAX_IDS + 1)) addTo(ids, "events", id);
  return ids;
}

function addTo(ids: Map<Topic, Set<string> | null>, topic: Topic, id: string): void {
  const known = ids.get(topic);
  if (known === null) return;
  if (known === undefined) ids.set(topic, new Set([id]));
  else if (known.add(id).size > MAX_IDS) ids.set(topic, null);
}
