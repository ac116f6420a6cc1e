// Opens the file of an existing world after verifying it, and migrates it to the newest schema (R-154…R-156).
import { closeSync, openSync, readSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Database } from "../db/database.ts";
import { rollBackHotJournal } from "../db/hot-journal.ts";
import { integrityFaults } from "../db/integrity.ts";
import { migrate, newestSchema, schemaOf } from "../db/migrate.ts";
import { asStorageFault, StorageFault } from "../db/storage-fault.ts";
import { commitCountFile, findDataLoss } from "./commit-count-file.ts";
import { codeOf, writeAtomically } from "./folder-files.ts";
import { refusedFolder } from "./folder-refusal.ts";

/** The first bytes of every SQLite file. */
const MAGIC = "SQLite format 3\0";

/** What to do about lost data, as a sentence of its own. */
export const AFTER_A_LOSS =
  "The folder was left as it is: restore the missing files or a backup, or start once with --accept-loss to continue without them";

/** `open` opens a world file; `onLoss` gets the description of lost data when it is accepted, null refuses such a file. */
export type Opening = { open: (file: string) => Database; onLoss: ((what: string) => void) | null };

/**
 * Checks the file without writing to it, backs it up when its schema is older, and migrates it.
 * @throws Problem invalidRequest for a damaged file, one that lacks commits or was changed, one of a newer version, or one that
 * cannot be migrated; the file is unchanged then
 */
export function openVerified(path: string, file: string, { open, onLoss }: Opening): Database {
  const { schema, commits } = verifiedFile(path, file);
  if (schema > newestSchema())
    throw refusedFolder(path, `was written by a newer version (schema ${schema}): update crypto-payment-sandbox`);
  const lost = findDataLoss(file, commits);
  if (lost !== undefined && onLoss === null) throw refusedFolder(path, `${lost}. ${AFTER_A_LOSS}`);
  if (lost !== undefined) {
    onLoss?.(`the folder ${path} ${lost}`);
    rmSync(commitCountFile(file), { force: true });
  }
  const db = open(file);
  try {
    if (schema < newestSchema()) migrateWithBackup(path, schema, db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The schema and the commit count of an intact file. A read-only connection does not checkpoint, so a damaged file is not changed. */
function verifiedFile(path: string, file: string): { schema: number; commits: number } {
  let db: Database | undefined;
  try {
    if (!beginsAsDatabase(file)) throw damaged(path, file, ["it does not begin as a database does"]);
    rollBackHotJournal(file);
    db = new Database(file, "reading");
    const faults = integrityFaults(db);
    if (faults.length > 0) throw damaged(path, file, faults);
    const schema = schemaOf(db);
    if (schema === 0) throw damaged(path, file, ["it holds no world"]);
    return { schema, commits: db.commits };
  } catch (error) {
    const fault = asStorageFault(error);
    if (fault instanceof StorageFault && /CORRUPT|NOTADB/.test(fault.code)) throw damaged(path, file, [fault.code]);
    throw fault;
  } finally {
    db?.close();
  }
}

function beginsAsDatabase(file: string): boolean {
  const handle = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(MAGIC.length);
    return readSync(handle, bytes, 0, bytes.length, 0) === bytes.length && bytes.toString("latin1") === MAGIC;
  } finally {
    closeSync(handle);
  }
}

function damaged(path: string, file: string, faults: readonly string[]): Error {
  const named = faults.slice(0, 3).join("; ");
  return refusedFolder(
    path,
    `is damaged and was left as it is: ${file}: ${named}. Copy the folder away, then start with another one`,
  );
}

function migrateWithBackup(path: string, schema: number, db: Database): void {
  const backup = join(path, `backup-schema-${schema}.sqlite`);
  writeAtomically(backup, db.bytes());
  try {
    migrate(db);
  } catch (error) {
    const why = error instanceof Error ? error.message : codeOf(error);
    const now = schemaOf(db);
    throw refusedFolder(
      path,
      `cannot be brought from schema ${schema} to ${newestSchema()}: it is at ${now} (${why}). The world as it was is in ${backup}: start the version that made it with a folder in which that file is world-1.sqlite`,
    );
  }
}
