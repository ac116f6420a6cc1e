// What the file of a kept world has to hold: its commits, counted in a file beside it, and its digest after a clean end.
import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync, writeSync } from "node:fs";
import { basename } from "node:path";

/** Always of the same length, so that it is written in place, in one piece. */
const LINE = /^commits (\d{16}) sha256 ([0-9a-f]{64}|-{64})\n$/;
const NO_DIGEST = "-".repeat(64);

/** A write-ahead log of this many bytes, or fewer, holds no commit. */
const WAL_HEADER_BYTES = 32;
const SLICE_BYTES = 1_048_576;

/** The witness of a database: `commits` it has had, and the SHA-256 of its file since a clean end. */
type Told = { commits: number; digest: string | null };

export const commitCountFile = (file: string): string => `${file}-commits`;

/** Writes down each commit after it: a process that is killed in between leaves one commit more than is told, never one less. */
export class CommitCountFile {
  readonly #file: string;
  readonly #handle: number;
  #commits: number;

  /** What is told already stays, where it is of as many commits. @throws the system's error when the file cannot be made */
  constructor(file: string, commits: number, told = toldOf(file)) {
    this.#file = file;
    this.#commits = commits;
    this.#handle = openSync(commitCountFile(file), typeof told === "object" ? "r+" : "w", 0o600);
    if (told === "unreadable" || told?.commits !== commits) this.note(commits);
  }

  note(commits: number): void {
    this.#commits = commits;
    this.#write(NO_DIGEST);
  }

  /** Nothing is told any more: the world has ended, or another connection tells. */
  close(): void {
    closeSync(this.#handle);
  }

  /** After a clean end: the file of the closed database holds everything, and is to be found as it is. */
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
      // The commit is done whatever becomes of its witness: one that falls behind takes nothing for a loss.
    }
  }
}

/** Why a database with so many commits is not what its witness tells, as the end of a sentence about its folder; undefined when it is. */
export function findDataLoss(file: string, commits: number): string | undefined {
  const told = toldOf(file);
  const name = basename(file);
  if (told === undefined) return undefined;
  if (told === "unreadable")
    return `cannot show that all is there: ${commitCountFile(name)} was changed, or the disk did it`;
  if (commits < told.commits) {
    const missing = told.commits - commits;
    return `lacks its last ${missing} ${missing === 1 ? "commit" : "commits"} (${name} is at ${commits} of ${told.commits}): ${name}-wal was deleted, cut short or left out of a copy, an older ${name} was put in place, or the power went with --durability normal`;
  }
  if (told.digest === null || commits > told.commits || hasFrames(file)) return undefined;
  return told.digest === digestOf(file)
    ? undefined
    : `does not hold what its last clean end left: the digest of ${name} is another one, so its disk or another program has changed it`;
}

/** An empty file, or one of zeros, is what a loss of power leaves of a new one: it tells nothing. */
function toldOf(file: string): Told | "unreadable" | undefined {
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

/** SHA-256 of a file, read in slices: a world may be larger than what one would hold in memory. */
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
