// The open databases of a data folder, each with its file and commit-count file; two may briefly be open on one file.
import { Database } from "../db/database.ts";
import type { Durability } from "../db/pragmas.ts";
import { withStorageFault } from "../db/storage-fault.ts";
import { CommitCountFile } from "./commit-count-file.ts";
import { removeDatabase } from "./folder-files.ts";

type Open = { db: Database; file: string; commitCount: CommitCountFile };

export class OpenDatabases {
  readonly #durability: Durability;
  /** Oldest first: the last one is the current world. */
  #open: Open[] = [];

  constructor(durability: Durability) {
    this.#durability = durability;
  }

  /** Opens a file and counts its commits from now on. @throws StorageFault */
  open(file: string): Database {
    const db = new Database(file, this.#durability);
    try {
      const commitCount = withStorageFault(() => new CommitCountFile(file, db.commits));
      db.countCommitsIn((commits) => commitCount.note(commits));
      this.#open.push({ db, file, commitCount });
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  }

  of(db: Database): string | undefined {
    return this.#open.find((one) => one.db === db)?.file;
  }

  /** Closes a database for good; its file is removed when no other database is open on it. */
  drop(db: Database): void {
    db.close();
    const dropped = this.#open.find((one) => one.db === db);
    if (dropped === undefined) return;
    this.#open = this.#open.filter((one) => one !== dropped);
    dropped.commitCount.close();
    if (!this.#open.some(({ file }) => file === dropped.file)) removeDatabase(dropped.file);
  }

  /** Closes whatever is open on a file and removes it. */
  dropFile(file: string): void {
    for (const { db } of this.#open.filter((one) => one.file === file)) this.drop(db);
    removeDatabase(file);
  }

  /** At the stop: records the digest of the world file if it was closed cleanly; a file that is still open gets none. */
  seal(): void {
    const [last, ...others] = this.#open.toReversed();
    this.#open = [];
    for (const { commitCount } of others) commitCount.close();
    if (last === undefined) return;
    const isOpen = [last, ...others].some(({ db, file }) => file === last.file && db.isOpen);
    if (isOpen) last.commitCount.close();
    else last.commitCount.sealAndClose();
  }
}
