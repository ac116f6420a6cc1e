// Rolls back the hot journal of a database whose process ended in a change without a write-ahead log.
import { existsSync } from "node:fs";
import Sqlite from "better-sqlite3";

/**
 * A read-only connection cannot roll it back and would see half a change. It happens when a process ends while the file of a
 * new world is switched to WAL mode; a file without a journal is not touched. @throws SQLite's error
 */
export function rollBackHotJournal(file: string): void {
  if (!existsSync(`${file}-journal`)) return;
  const sqlite = new Sqlite(file, { fileMustExist: true });
  try {
    // The first read rolls it back.
    sqlite.pragma("schema_version");
  } finally {
    sqlite.close();
  }
}
