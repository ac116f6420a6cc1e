// The clock of a world that outlives its process: its position is written down, and a start takes it up.
import type { Config } from "../config/options.ts";
import { StorageFault } from "../db/storage-fault.ts";
import type { World } from "../domain/world.ts";
import { putClock } from "../domain/world-row.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { Timer, WallClock } from "../kernel/wall-clock.ts";

/** A running clock that idles has its position written down this often (wall ms). */
const NOTED_MS = 1_000;

/** From now on every commit of the world writes down where its clock stands. */
export function saveClockWithCommits({ db, clock }: World): void {
  let noted = { now: -1, mode: clock.mode };
  db.beforeCommit(() => {
    if (clock.now() === noted.now && clock.mode === noted.mode) return;
    noted = { now: clock.now(), mode: clock.mode };
    putClock(db, clock.state());
  });
}

/** Writes down where the clock stands at this moment. */
export function saveClock({ db, clock }: World): void {
  db.transaction(() => {
    clock.tick();
    putClock(db, clock.state());
  });
}

/** A clock that ran while nothing happened must not go back after a crash, by more than a second. Answers how to stop. */
export function saveClockWhileIdle(
  { wall, log }: { wall: WallClock; log: Log },
  world: () => World | undefined,
): () => void {
  let pulse: Timer | undefined;
  const note = (): void => {
    const present = world();
    if (present?.clock.mode === "running") noted(present, log);
    pulse = wall.after(NOTED_MS, note, { unref: true });
  };
  note();
  return () => pulse?.cancel();
}

/** A disk that does not take it now is asked again with the next one: the loop says so where work waits for it. */
function noted({ db, clock }: World, log: Log): void {
  try {
    db.transaction(() => void clock.tick());
  } catch (error) {
    if (!(error instanceof StorageFault)) throw error;
    log.debug({ error }, "the clock's position was not written down");
  }
}

/** What a start asks of the clock of a world that is there already. */
export function setMode(clock: Clock, { given, clock: mode }: Config): void {
  if (!given.includes("clock") || clock.mode === mode) return;
  if (mode === "frozen") clock.freeze();
  else clock.resume();
}
