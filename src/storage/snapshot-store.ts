// The snapshots that are kept: bytes of whole worlds by id. They belong to the sandbox, not to one of its timelines.
import { Problem } from "../kernel/problem.ts";

/** A snapshot that is kept. `takenAt` is virtual time, ms; `size` in bytes. */
export type StoredSnapshot = { id: string; name: string; takenAt: number; size: number };

/** What was taken: a whole database, and the virtual instant it shows. */
export type Taken = { bytes: Buffer; at: number };

/** A snapshot with its number, from which its id comes. */
export type StoredSnapshotRow = StoredSnapshot & { number: number };

/** Where the bytes are: in memory, or in files. */
export type SnapshotBytes = {
  /** By number. */
  all(): StoredSnapshotRow[];
  put(row: StoredSnapshotRow, bytes: Buffer): void;
  bytesOf(id: string): Buffer;
  remove(id: string): void;
};

/** More than these are refused: each is a whole world. */
export const MAX_SNAPSHOTS = 100;
export const MAX_SNAPSHOT_BYTES = 1_073_741_824;

export class SnapshotStore {
  readonly #kept: SnapshotBytes;
  readonly #mostBytes: number;
  #last: number;

  constructor(mostBytes: number = MAX_SNAPSHOT_BYTES, kept: SnapshotBytes = inMemory()) {
    this.#mostBytes = mostBytes;
    this.#kept = kept;
    this.#last = kept.all().at(-1)?.number ?? 0;
  }

  /** Oldest first. */
  list(): StoredSnapshot[] {
    return this.#kept.all().map(({ id, name, takenAt, size }) => ({ id, name, takenAt, size }));
  }

  /** @throws Problem conflict when no further one is kept, whatever its size */
  demandRoom(): void {
    const kept = this.list();
    if (kept.length >= MAX_SNAPSHOTS) throw full(`${MAX_SNAPSHOTS} snapshots`, kept);
  }

  /** Keeps one under a new id. @throws Problem conflict when there is no room for it */
  keep({ bytes, at }: Taken, name: string | undefined): StoredSnapshot {
    this.demandRoom();
    const kept = this.list();
    const sum = kept.reduce((total, { size }) => total + size, bytes.length);
    if (sum > this.#mostBytes) throw full(`${this.#mostBytes} bytes of snapshots`, kept);
    this.#last += 1;
    const id = `snapshot-${this.#last}`;
    const snapshot = { id, name: name ?? id, takenAt: at, size: bytes.length };
    this.#kept.put({ ...snapshot, number: this.#last }, bytes);
    return snapshot;
  }

  /** @throws Problem resourceNotFound */
  bytesOf(id: string): Buffer {
    this.#demand(id);
    return this.#kept.bytesOf(id);
  }

  /** @throws Problem resourceNotFound */
  remove(id: string): void {
    this.#demand(id);
    this.#kept.remove(id);
  }

  #demand(id: string): void {
    const known = this.list().map((snapshot) => ({ id: snapshot.id, name: snapshot.name }));
    if (known.some((snapshot) => snapshot.id === id)) return;
    const next =
      known.length === 0
        ? "none is kept: take one with POST /admin/snapshots"
        : "details.snapshots lists those that are kept";
    const details = { snapshots: known };
    throw new Problem("resourceNotFound", `there is no snapshot ${JSON.stringify(id)}; ${next}`, { details });
  }
}

function inMemory(): SnapshotBytes {
  const rows = new Map<string, { row: StoredSnapshotRow; bytes: Buffer }>();
  return {
    all: () => [...rows.values()].map(({ row }) => row),
    put: (row, bytes) => void rows.set(row.id, { row, bytes }),
    bytesOf: (id) => rows.get(id)?.bytes ?? Buffer.alloc(0),
    remove: (id) => void rows.delete(id),
  };
}

function full(what: string, kept: readonly StoredSnapshot[]): Problem {
  const details = { snapshots: kept.map(({ id, name, size }) => ({ id, name, bytes: size })) };
  return new Problem("conflict", `at most ${what} are kept: delete one with DELETE /admin/snapshots/{id}`, { details });
}
