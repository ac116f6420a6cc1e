// Export and import of a world as one JSON document (`GET /admin/export`, `start --import`; ).
import { readFileSync, statSync } from "node:fs";
import { engineVersion } from "../chains/simulated.ts";
import { Database } from "../db/database.ts";
import { type Dump, DumpFault, dump, undump } from "../db/dump.ts";
import { migrate, newestSchema } from "../db/migrate.ts";
import { type WorldRow, worldRow } from "../domain/world-row.ts";
import { required } from "../kernel/assert.ts";
import { isObject } from "../kernel/is-object.ts";
import { Problem } from "../kernel/problem.ts";

const FORMAT = "crypto-payment-sandbox-world";
const VERSION = 1;
const WARNING =
  "This file carries the seed and with it every key of this world, the signing secrets of its webhook endpoints, and the bodies of pending webhooks: hand it only to people who may have them.";

/** Larger files are refused before they are read. */
export const MAX_WORLD_BYTES = 268_435_456;

/** `engine` and `schema` decide which version can open it. */
export type ExportFile = {
  format: string;
  version: number;
  warning: string;
  engine: string;
  schema: number;
} & WorldRow &
  Dump;

/** The whole world; the clock must have been saved to the database before. */
export function exportFile(db: Database): ExportFile {
  const { seed, environment } = required(worldRow(db), "the row of a world");
  const head = { format: FORMAT, version: VERSION, warning: WARNING, engine: engineVersion(), schema: newestSchema() };
  return { ...head, seed, environment, ...dump(db) };
}

/** The world of a snapshot, which may have an older schema. */
export function exportOfBytes(bytes: Buffer): ExportFile {
  const db = new Database(bytes);
  try {
    migrate(db);
    return exportFile(db);
  } finally {
    db.close();
  }
}

/**
 * Reads the file of `--import`: the response of an export, or the document in it.
 * @throws Problem invalidRequest that says what is wrong with the file and what to do
 */
export function importWorld(path: string): Database {
  const file = checkedFile(unwrapped(parsed(path)));
  const seed = Number(file.seed);
  if (!Number.isSafeInteger(seed) || seed < 0 || String(seed) !== file.seed) throw fault("its seed is no whole number");
  const db = new Database(":memory:");
  try {
    migrate(db, file.schema);
    undump(db, file);
    migrate(db);
    const row = worldRow(db);
    if (row?.seed !== file.seed || row.environment !== file.environment) throw fault("its tables are of another world");
    return db;
  } catch (error) {
    db.close();
    if (error instanceof DumpFault) throw fault(error.message);
    throw error;
  }
}

/** @throws Problem invalidRequest: the sandbox cannot start from this file */
function fault(what: string, next = "export it again with GET /admin/export"): Problem {
  return new Problem("invalidRequest", `--import: ${what}; ${next}`);
}

function parsed(path: string): unknown {
  let text: string;
  try {
    const { size } = statSync(path);
    if (size > MAX_WORLD_BYTES) throw fault(`the file has ${size} bytes, at most ${MAX_WORLD_BYTES} are read`);
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Problem) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    throw fault(`${path} cannot be read (${code})`, "check the path and its permissions");
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw fault("the file is not JSON");
  }
}

/** The response of an export is an envelope around the document; both are accepted as a file. */
function unwrapped(value: unknown): unknown {
  return isObject(value) && value["success"] === true && isObject(value["data"]) ? value["data"] : value;
}

function checkedFile(value: unknown): ExportFile {
  if (!isObject(value) || value["format"] !== FORMAT) throw fault("the file is no exported world");
  const { version, schema, engine, seed, environment, tables, counters } = value;
  if (version !== VERSION) throw fault(`its format has version ${shown(version)}, this is ${VERSION}`, UPDATE);
  if (typeof schema !== "number" || !Number.isSafeInteger(schema) || schema < 1) throw fault("its schema is no number");
  if (schema > newestSchema()) throw fault(`it was written by a newer version (schema ${schema})`, UPDATE);
  if (engine !== engineVersion()) {
    const other = shown(engine);
    throw fault(
      `it was made with another chain engine (${other}, here ${engineVersion()})`,
      "use the version that made it",
    );
  }
  if (typeof seed !== "string" || typeof environment !== "string") throw fault("its seed or environment is missing");
  if (!isObject(tables) || !Object.values(tables).every(isTable)) throw fault("its tables are not columns and rows");
  if (!isObject(counters)) throw fault("its counters are missing");
  return value as unknown as ExportFile;
}

/** A value of the file for a message: text and numbers as they are, anything else as JSON. */
function shown(value: unknown): string {
  return (typeof value === "string" ? value : String(JSON.stringify(value))).slice(0, 60);
}

const UPDATE = "use a version of crypto-payment-sandbox that is as new as the one that wrote it";

function isTable(value: unknown): boolean {
  if (!isObject(value) || !Array.isArray(value["columns"]) || !Array.isArray(value["rows"])) return false;
  return value["rows"].every((row: unknown) => Array.isArray(row) && row.every(isCell));
}

/** Money is text and times are integers: no table holds a fraction. */
function isCell(cell: unknown): boolean {
  return cell === null || typeof cell === "string" || Number.isSafeInteger(cell);
}
