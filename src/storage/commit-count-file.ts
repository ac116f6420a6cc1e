// The commit count of a world file, kept in a file next to it, with its digest after a clean stop: detects lost data.
import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync, writeSync } from "node:fs";
import { basename } from "node:path";

/** Of constant length, so one write in place replaces it. */
const LINE = /^commits (\d{16}) sha256 ([0-9a-f]{64}|-{64})\n$/;
const NO_DIGEST = "-".repeat(64);

/** A write-ahead log of at most this many bytes holds no commit. */
const WAL_HEADER_BYTES = 32;
const SLICE_BYTES = 1_048_576;

/** `commits` of the database so far; `digest` is the SHA-256 of its file, null unless it was closed cleanly. */
type Recorded = { commits: number; digest: string | null };

export const commitCountFile = (file: string): string => `${file}-commits`;

/** Records each commit after it is done: a process killed in between has one commit more than the file says, never one less. */
export class CommitCountFile {
  readonly #file: string;
  readonly #handle: number;
  #commits: number;

  /** A file that records the same number of commits is left unchanged. @throws the system's error when the file cannot be created */
  constructor(file: string, commits: number, recorded = recordedOf(file)) {
    this.#file = file;
    this.#commits = commits;
    this.#handle = openSync(commitCountFile(file), typeof recorded === "object" ? "r+" : "w", 0o600);
    if (recorded === "unreadable" || recorded?.commits !== commits) this.note(commits);
  }

  note(commits: number): void {
    this.#commits = commits;
    this.#write(NO_DIGEST);
  }

  /** Stops recording: the world has ended, or another connection records. */
  close(): void {
    closeSync(this.#handle);
  }

  /** After a clean stop: records the digest of the file, which must be unchanged at the next start. */
  sealAndClose(): void {
    try {
      if (!hasFrames(this.#file)) this.#write(digestOf(this.#file));
    } finally {
      this.close();
    }
  }

  #write(digest: string): void {
    const line = `commits ${String(this.#commits).padStart(16, "0")} sha256 ${digest}\n`;
    try {
      writeSync(this.#handle, line, 0);
    } catch {
      // The commit is done; a count that is too low never reports a loss.
    }
  }
}

/** Why a database with so many commits does not match its record, as the end of a sentence about its folder; undefined when it does. */
export function findDataLoss(file: string, commits: number): string | undefined {
  const recorded = recordedOf(file);
  const name = basename(file);
  if (recorded === undefined) return undefined;
  if (recorded === "unreadable")
    return `cannot be checked for completeness: ${commitCountFile(name)} was changed by a program or by the disk`;
  if (commits < recorded.commits) {
    const missing = recorded.commits - commits;
    return `lacks its last ${missing} ${missing === 1 ? "commit" : "commits"} (${name} is at ${commits} of ${recorded.commits}): ${name}-wal was deleted, cut short or left out of a copy, an older ${name} was put in place, or the power failed with --durability normal`;
  }
  if (recorded.digest === null || commits > recorded.commits || hasFrames(file)) return undefined;
  return recorded.digest === digestOf(file)
    ? undefined
    : `was changed since its last clean stop: the digest of ${name} is another one, so its disk or another program changed it`;
}

/** The number of commits recorded for a world file; undefined where it is unknown. */
export function recordedCommits(file: string): number | undefined {
  const recorded = recordedOf(file);
  return typeof recorded === "object" ? recorded.commits : undefined;
}

/** A file that is empty or all zeros is what a loss of power leaves of a new one: it records nothing. */
function recordedOf(file: string): Recorded | "unreadable" | undefined {
  const path = commitCountFile(file);
  const text = existsSync(path) ? readFileSync(path, "latin1") : "";
  if (/^\0*$/.test(text)) return undefined;
  const [, commits, digest] = LINE.exec(text) ?? [];
  if (commits === undefined || digest === undefined) return "unreadable";
  return { commits: Number(commits), digest: digest === NO_DIGEST ? null : digest };
}

function hasFrames(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > WAL_HEADER_BYTES;
}

/** SHA-256 of a file, read in slices: a world may be too large for memory. */
function digestOf(file: string): string {
  const hash = createHash("sha256");
  const slice = Buffer.alloc(SLICE_BYTES);
  const handle = openSync(file, "r");
  try {
    for (;;) {
      const bytes = readSync(handle, slice, 0, slice.length, null);
      if (bytes === 0) return hash.digest("hex");
      hash.update(slice.subarray(0, bytes));
    }
  } finally {
    closeSync(handle);
  }
}
