// Saves the clock of a world that outlives its process, so that the next start continues from it.
import type { Config } from "../config/options.ts";
import { StorageFault } from "../db/storage-fault.ts";
import type { World } from "../domain/world.ts";
import { putClock } from "../domain/world-row.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { Timer, WallClock } from "../kernel/wall-clock.ts";

/** A running clock is saved this often while nothing else is committed (wall ms). */
const SAVE_INTERVAL_MS = 1_000;

/** From now on every commit of the world saves the clock. */
export function saveClockWithCommits({ db, clock }: World): void {
  let noted = { now: -1, mode: clock.mode };
  db.beforeCommit(() => {
    if (clock.now() === noted.now && clock.mode === noted.mode) return;
    noted = { now: clock.now(), mode: clock.mode };
    putClock(db, clock.state());
  });
}

/** Saves the clock as it is now. */
export function saveClock({ db, clock }: World): void {
  db.transaction(() => {
    clock.tick();
    putClock(db, clock.state());
  });
}

/** Keeps a clock that ran while nothing happened from going back by more than a second after a crash. Returns a function that stops it. */
export function saveClockWhileIdle(
  { wall, log }: { wall: WallClock; log: Log },
  world: () => World | undefined,
): () => void {
  let pulse: Timer | undefined;
  const save = (): void => {
    const present = world();
    if (present?.clock.mode === "running") trySave(present, log);
    pulse = wall.after(SAVE_INTERVAL_MS, save, { unref: true });
  };
  save();
  return () => pulse?.cancel();
}

/** A storage fault is only logged: the next interval tries again, and the loop reports the fault where work waits for the disk. */
function trySave({ db, clock }: World, log: Log): void {
  try {
    db.transaction(() => void clock.tick());
  } catch (error) {
    if (!(error instanceof StorageFault)) throw error;
    log.debug({ error }, "the clock could not be saved");
  }
}

/** Applies `--clock` of a start to the clock of an existing world. */
export function setMode(clock: Clock, { given, clock: mode }: Config): void {
  if (!given.includes("clock") || clock.mode === mode) return;
  if (mode === "frozen") clock.freeze();
  else clock.resume();
}
