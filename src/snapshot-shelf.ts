// The snapshots that are kept: bytes of whole worlds by id. They belong to the sandbox, not to one of its timelines.
import type { KeptSnapshot as Snapshot } from "./admin/parts.ts";
import { Problem } from "./kernel/problem.ts";

/** What was taken: a whole database, and the virtual instant it shows. */
export type Taken = { bytes: Buffer; at: number };

/** More than these are refused: each is a whole world in memory. */
export const MOST_SNAPSHOTS = 100;
export const MOST_SNAPSHOT_BYTES = 1_073_741_824;

export class SnapshotShelf {
  readonly #kept = new Map<string, Snapshot & { bytes: Buffer }>();
  readonly #mostBytes: number;
  #taken = 0;

  constructor(mostBytes: number = MOST_SNAPSHOT_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /** Oldest first. */
  list(): Snapshot[] {
    return [...this.#kept.values()].map(({ id, name, takenAt, size }) => ({ id, name, takenAt, size }));
  }

  /** @throws Problem conflict when no further one is kept, whatever its size */
  demandRoom(): void {
    if (this.#kept.size >= MOST_SNAPSHOTS) throw full(`${MOST_SNAPSHOTS} snapshots`, this.list());
  }

  /** Keeps one under a new id. @throws Problem conflict when there is no room for it */
  keep({ bytes, at }: Taken, name: string | undefined): Snapshot {
    this.demandRoom();
    const kept = [...this.#kept.values()].reduce((sum, { size }) => sum + size, 0);
    if (kept + bytes.length > this.#mostBytes) throw full(`${this.#mostBytes} bytes of snapshots`, this.list());
    this.#taken += 1;
    const id = `snapshot-${this.#taken}`;
    const snapshot = { id, name: name ?? id, takenAt: at, size: bytes.length };
    this.#kept.set(id, { ...snapshot, bytes });
    return snapshot;
  }

  /** @throws Problem resourceNotFound */
  bytesOf(id: string): Buffer {
    const found = this.#kept.get(id);
    if (found === undefined) throw this.#unknown(id);
    return found.bytes;
  }

  /** @throws Problem resourceNotFound */
  remove(id: string): void {
    if (!this.#kept.delete(id)) throw this.#unknown(id);
  }

  #unknown(id: string): Problem {
    const known = this.list().map((snapshot) => ({ id: snapshot.id, name: snapshot.name }));
    const next =
      known.length === 0
        ? "none is kept: take one with POST /admin/snapshots"
        : "details.snapshots lists those that are kept";
    return new Problem("resourceNotFound", `there is no snapshot ${JSON.stringify(id)}; ${next}`, {
      details: { snapshots: known },
    });
  }
}

function full(what: string, kept: readonly Snapshot[]): Problem {
  const details = { snapshots: kept.map(({ id, name, size }) => ({ id, name, bytes: size })) };
  return new Problem("conflict", `at most ${what} are kept: delete one with DELETE /admin/snapshots/{id}`, { details });
}
