// Where worlds live: in memory, as long as the process, or in a folder that outlives it (data-folder.ts).
import { Database } from "../db/database.ts";
import type { ClockMode } from "../kernel/clock.ts";
import { SnapshotStore } from "./snapshot-store.ts";

/** The world that a reset goes back to. `clock` as it was asked for at the start; null = it stands where the rows say. */
export type InitialWorld = { bytes: Buffer; clock: { mode: ClockMode; startTime: number | null } | null };

export type Storage = {
  /** The world of an earlier run, checked and brought to the newest schema; undefined where there is none. */
  existing(): Database | undefined;
  /** Opens a database of these bytes; from now on it is the world that is kept. */
  activate(bytes: Buffer): Database;
  /** Opens once more the world of a database whose timeline was to end and goes on; the one given is dropped afterwards. */
  reopen(db: Database): Database;
  /** A world has ended: its database is closed, and nothing of it is kept. */
  discard(db: Database): void;
  keepInitialWorld(initialWorld: InitialWorld): void;
  initialWorld(): InitialWorld;
  readonly snapshots: SnapshotStore;
  /** True when worlds outlive the process: then the clock's position is written down with every commit. */
  readonly durable: boolean;
  close(): void;
};

export function memoryStorage(): Storage {
  let kept: InitialWorld | undefined;
  return {
    existing: () => undefined,
    activate: (bytes) => new Database(bytes),
    reopen: (db) => new Database(db.bytes()),
    discard: (db) => db.close(),
    keepInitialWorld(beginning) {
      kept = beginning;
    },
    initialWorld() {
      if (kept === undefined) throw new RangeError("a reset comes after the beginning");
      return kept;
    },
    snapshots: new SnapshotStore(),
    durable: false,
    close() {},
  };
}
