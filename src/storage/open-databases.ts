// The databases of a data folder that are open, each with its file and its witness; two may be open on one file for a moment.
import { Database } from "../db/database.ts";
import type { Durability } from "../db/pragmas.ts";
import { withStorageFault } from "../db/storage-fault.ts";
import { CommitCountFile } from "./commit-count-file.ts";
import { removeDatabase } from "./folder-files.ts";

type Open = { db: Database; file: string; witness: CommitCountFile };

export class OpenDatabases {
  readonly #durability: Durability;
  /** Oldest first: the last one is the world that is kept. */
  #open: Open[] = [];

  constructor(durability: Durability) {
    this.#durability = durability;
  }

  /** Opens a file whose commits are counted from now on. @throws StorageFault */
  open(file: string): Database {
    const db = new Database(file, this.#durability);
    try {
      const witness = withStorageFault(() => new CommitCountFile(file, db.commits));
      db.countCommitsIn((commits) => witness.note(commits));
      this.#open.push({ db, file, witness });
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  }

  of(db: Database): string | undefined {
    return this.#open.find((one) => one.db === db)?.file;
  }

  /** Closes a database for good; its file goes with the last one that is open on it. */
  drop(db: Database): void {
    db.close();
    const dropped = this.#open.find((one) => one.db === db);
    if (dropped === undefined) return;
    this.#open = this.#open.filter((one) => one !== dropped);
    dropped.witness.close();
    if (!this.#open.some(({ file }) => file === dropped.file)) removeDatabase(dropped.file);
  }

  /** The end: the file of the world that was closed cleanly is told by its digest. One that is open still gets none. */
  seal(): void {
    const [last, ...others] = this.#open.toReversed();
    this.#open = [];
    for (const { witness } of others) witness.close();
    if (last === undefined) return;
    const isOpen = [last, ...others].some(({ db, file }) => file === last.file && db.isOpen);
    if (isOpen) last.witness.close();
    else last.witness.sealAndClose();
  }
}
