// Stored snapshots: whole worlds as bytes, by id. They belong to the sandbox and survive a reset or restore.
import { Problem } from "../kernel/problem.ts";

/** `takenAt` is virtual time in ms, `size` is in bytes. */
export type StoredSnapshot = { id: string; name: string; takenAt: number; size: number };

/** A copy of the whole database, and its virtual time in ms. */
export type Taken = { bytes: Buffer; at: number };

/** A snapshot with the number that its id contains. */
export type StoredSnapshotRow = StoredSnapshot & { number: number };

/** The backing store: memory or files. */
export type SnapshotBytes = {
  /** Ordered by number. */
  all(): StoredSnapshotRow[];
  /** The highest number in use, also by a snapshot that cannot be read; 0 without any. */
  lastNumber(): number;
  put(row: StoredSnapshotRow, bytes: Buffer): void;
  bytesOf(id: string): Buffer;
  remove(id: string): void;
};

/** Limits, since each snapshot is a whole world. */
export const MAX_SNAPSHOTS = 100;
export const MAX_SNAPSHOT_BYTES = 1_073_741_824;

export class SnapshotStore {
  readonly #stored: SnapshotBytes;
  readonly #maxBytes: number;
  #last: number;

  constructor(maxBytes: number = MAX_SNAPSHOT_BYTES, stored: SnapshotBytes = inMemory()) {
    this.#maxBytes = maxBytes;
    this.#stored = stored;
    this.#last = stored.lastNumber();
  }

  /** Oldest first. */
  list(): StoredSnapshot[] {
    return this.#stored.all().map(({ id, name, takenAt, size }) => ({ id, name, takenAt, size }));
  }

  /** @throws Problem conflict when the maximum number is stored */
  demandRoom(): void {
    const stored = this.list();
    if (stored.length >= MAX_SNAPSHOTS) throw full(`${MAX_SNAPSHOTS} snapshots`, stored);
  }

  /** Stores one under a new id. @throws Problem conflict when a limit is exceeded */
  keep({ bytes, at }: Taken, name: string | undefined): StoredSnapshot {
    this.demandRoom();
    const stored = this.list();
    const sum = stored.reduce((total, { size }) => total + size, bytes.length);
    if (sum > this.#maxBytes) throw full(`${this.#maxBytes} bytes of snapshots`, stored);
    this.#last += 1;
    const id = `snapshot-${this.#last}`;
    const snapshot = { id, name: name ?? id, takenAt: at, size: bytes.length };
    this.#stored.put({ ...snapshot, number: this.#last }, bytes);
    return snapshot;
  }

  /** @throws Problem resourceNotFound */
  bytesOf(id: string): Buffer {
    this.#demand(id);
    return this.#stored.bytesOf(id);
  }

  /** @throws Problem resourceNotFound */
  remove(id: string): void {
    this.#demand(id);
    this.#stored.remove(id);
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
    lastNumber: () => Math.max(0, ...[...rows.values()].map(({ row }) => row.number)),
    put: (row, bytes) => void rows.set(row.id, { row, bytes }),
    bytesOf: (id) => rows.get(id)?.bytes ?? Buffer.alloc(0),
    remove: (id) => void rows.delete(id),
  };
}

function full(what: string, stored: readonly StoredSnapshot[]): Problem {
  const details = { snapshots: stored.map(({ id, name, size }) => ({ id, name, bytes: size })) };
  return new Problem("conflict", `at most ${what} are kept: delete one with DELETE /admin/snapshots/{id}`, { details });
}
