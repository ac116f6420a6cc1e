// The row of the world: its seed, its environment and the last saved state of its clock.
import type { Database } from "../db/database.ts";
import type { ClockMode, ClockState } from "../kernel/clock.ts";

export type WorldRow = { seed: string; environment: "sandbox" | "production" };

export function insertWorldRow(db: Database, row: WorldRow, clock: ClockState): void {
  db.run(
    `insert into world (id, seed, environment, clock_mode, clock_now, clock_offset)
     values (1, :seed, :environment, :mode, :now, :offset)`,
    { ...row, ...wholeMs(clock) },
  );
}

export function worldRow(db: Database): WorldRow | undefined {
  return db.get("select seed, environment from world where id = 1");
}

/** Saves the state of the clock. */
export function putClock(db: Database, clock: ClockState): void {
  db.run("update world set clock_mode = :mode, clock_now = :now, clock_offset = :offset where id = 1", wholeMs(clock));
}

/** The saved state of the clock. Virtual ms; `offset` as `Clock.offset`. */
export function storedClock(db: Database): ClockState | undefined {
  return db.get<{ mode: ClockMode; now: number; offset: number }>(
    "select clock_mode as mode, clock_now as now, clock_offset as offset from world where id = 1",
  );
}

function wholeMs({ mode, now, offset }: ClockState): ClockState {
  return { mode, now, offset: Math.round(offset) };
}
