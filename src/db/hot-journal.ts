// A database that was cut off while it changed without a write-ahead log: what its rollback journal holds is put back.
import { existsSync } from "node:fs";
import Sqlite from "better-sqlite3";

/**
 * A reader may not put it back, and sees half a change or nothing. It concerns the moment in which a new world's file is told
 * to keep a log; a file without a journal is not touched. @throws SQLite's error
 */
export function rollBackHotJournal(file: string): void {
  if (!existsSync(`${file}-journal`)) return;
  const sqlite = new Sqlite(file, { fileMustExist: true });
  try {
    // The first look at it does it.
    sqlite.pragma("schema_version");
  } finally {
    sqlite.close();
  }
}
