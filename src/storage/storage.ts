// Storage of worlds: in memory until the process ends, or in a data folder (data-folder.ts).
import { Database } from "../db/database.ts";
import type { ClockMode } from "../kernel/clock.ts";
import { SnapshotStore } from "./snapshot-store.ts";

/** The world that a reset returns to. `clock` as configured at the start; null = as stored in the database. */
export type InitialWorld = { bytes: Buffer; clock: { mode: ClockMode; startTime: number | null } | null };

export type Storage = {
  /** The world of an earlier run, verified and migrated; undefined without one. */
  existing(): Database | undefined;
  /** Opens a database with these bytes, which becomes the current world. */
  activate(bytes: Buffer): Database;
  /** Opens the world of `db` a second time, when a switch to another world has failed; the caller discards `db` afterwards. */
  reopen(db: Database): Database;
  /** Closes the database of a world that has ended and deletes its file. */
  discard(db: Database): void;
  keepInitialWorld(initialWorld: InitialWorld): void;
  initialWorld(): InitialWorld;
  readonly snapshots: SnapshotStore;
  /** True when worlds survive the process: then every commit saves the clock. */
  readonly durable: boolean;
  close(): void;
};

export function memoryStorage(): Storage {
  let initialWorld: InitialWorld | undefined;
  return {
    existing: () => undefined,
    activate: (bytes) => new Database(bytes),
    reopen: (db) => new Database(db.bytes()),
    discard: (db) => db.close(),
    keepInitialWorld(world) {
      initialWorld = world;
    },
    initialWorld() {
      if (initialWorld === undefined) throw new RangeError("the initial world was not kept yet");
      return initialWorld;
    },
    snapshots: new SnapshotStore(),
    durable: false,
    close() {},
  };
}
