// The snapshots and the initial world of a data folder: damaged files are left out and named, and never open a world.
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { Database } from "../db/database.ts";
import { integrityFaults } from "../db/integrity.ts";
import { schemaOf } from "../db/migrate.ts";
import { withStorageFault } from "../db/storage-fault.ts";
import { isObject } from "../kernel/is-object.ts";
import { Problem } from "../kernel/problem.ts";
import { codeOf, writeAtomically } from "./folder-files.ts";
import type { SnapshotBytes, StoredSnapshotRow } from "./snapshot-store.ts";
import type { InitialWorld } from "./storage.ts";

const SNAPSHOT = /^snapshot-(\d+)\.(json|sqlite)$/;

/** Snapshots of the folder `path`. Each is two files: the database, then a JSON file with its data, which makes it count as stored. */
export function snapshotFiles(path: string): SnapshotBytes {
  const file = (id: string, ending: string): string => join(path, "snapshots", `${id}.${ending}`);
  const remove = (id: string): void => {
    for (const ending of ["json", "sqlite"]) rmSync(file(id, ending), { force: true });
  };
  return {
    all: () =>
      snapshotIds(path)
        .flatMap((id) => readRow(path, id) ?? [])
        .toSorted((a, b) => a.number - b.number),
    lastNumber: () =>
      Math.max(0, ...readdirSync(join(path, "snapshots")).map((name) => Number(SNAPSHOT.exec(name)?.[1] ?? 0))),
    put(row, bytes) {
      try {
        writeAtomically(file(row.id, "sqlite"), bytes);
        writeAtomically(file(row.id, "json"), Buffer.from(JSON.stringify(row)));
      } catch (error) {
        remove(row.id);
        throw error;
      }
    },
    bytesOf: (id) =>
      verifiedBytes(
        path,
        `snapshots/${id}.sqlite`,
        `delete it with DELETE /admin/snapshots/${id}, and use another one`,
      ),
    remove,
  };
}

/** The files of snapshots and of the initial world that cannot be used, each with its consequence and what to do. */
export function damagedFiles(path: string): string[] {
  const snapshots = snapshotIds(path)
    .filter((id) => readRow(path, id) === undefined)
    .map(
      (id) =>
        `${join(path, "snapshots", `${id}.json`)} is damaged or lacks its .sqlite file, so the snapshot is left out: bring both back from a copy, or delete it`,
    );
  const initial = initialFault(path);
  return initial === undefined
    ? snapshots
    : [...snapshots, `${initial}, so this world cannot be reset: bring the file back from a copy`];
}

/** @throws Problem conflict when a file of it is damaged */
export function readInitialWorld(path: string): InitialWorld {
  const next =
    "this world cannot be reset: restore a snapshot, bring the file back from a copy, or start with another folder";
  const clock = readInitialClock(path);
  if (clock === undefined) throw new Problem("conflict", `${initialFault(path)}: ${next}`);
  return { bytes: verifiedBytes(path, "beginning.sqlite", next), ...clock };
}

/** The file of the initial world that is missing or cannot be read, as the beginning of a sentence. */
function initialFault(path: string): string | undefined {
  const missing = ["beginning.json", "beginning.sqlite"].find((name) => !existsSync(join(path, name)));
  if (missing !== undefined) return `${join(path, missing)} is missing`;
  return readInitialClock(path) === undefined ? `${join(path, "beginning.json")} is damaged` : undefined;
}

function snapshotIds(path: string): string[] {
  return readdirSync(join(path, "snapshots")).flatMap((name) =>
    SNAPSHOT.exec(name)?.[2] === "json" ? [name.slice(0, -".json".length)] : [],
  );
}

function readRow(path: string, id: string): StoredSnapshotRow | undefined {
  const row = readJson(join(path, "snapshots", `${id}.json`));
  const database = statSync(join(path, "snapshots", `${id}.sqlite`), { throwIfNoEntry: false });
  if (!isObject(row) || row["id"] !== id || typeof row["name"] !== "string") return undefined;
  if (![row["number"], row["takenAt"], row["size"]].every(Number.isSafeInteger)) return undefined;
  return database?.size === row["size"] ? (row as StoredSnapshotRow) : undefined;
}

function readInitialClock(path: string): Pick<InitialWorld, "clock"> | undefined {
  const value = readJson(join(path, "beginning.json"));
  if (!isObject(value)) return undefined;
  const { clock } = value;
  const hasMode = isObject(clock) && (clock["mode"] === "running" || clock["mode"] === "frozen");
  const hasTime = isObject(clock) && (clock["startTime"] === null || Number.isSafeInteger(clock["startTime"]));
  return clock === null || (hasMode && hasTime) ? (value as Pick<InitialWorld, "clock">) : undefined;
}

function readJson(file: string): unknown {
  if (!existsSync(file)) return undefined;
  const text = withStorageFault(() => readFileSync(file, "utf8"));
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The bytes of an intact world. @throws Problem conflict that names the file, what is wrong with it, and `next` */
function verifiedBytes(path: string, name: string, next: string): Buffer {
  const file = join(path, name);
  if (!existsSync(file)) throw new Problem("conflict", `${file} is missing: ${next}`);
  const bytes = withStorageFault(() => readFileSync(file));
  try {
    const db = new Database(bytes);
    try {
      const [fault = schemaOf(db) === 0 ? "it holds no world" : undefined] = integrityFaults(db);
      if (fault !== undefined) throw new RangeError(fault);
      return bytes;
    } finally {
      db.close();
    }
  } catch (error) {
    const why = error instanceof RangeError ? error.message : codeOf(error);
    throw new Problem("conflict", `${file} is damaged (${why}): ${next}`);
  }
}
