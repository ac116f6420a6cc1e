// Examines a stored world without changing it: file integrity, replay of the chains, and ledger against chains.
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { ChainDefinition } from "../chains/catalogue.ts";
import type { ReplayListener } from "../chains/replay.ts";
import { DEFAULT_CONFIG } from "../config/options.ts";
import { Database } from "../db/database.ts";
import { integrityFaults } from "../db/integrity.ts";
import { migrate, newestSchema, schemaOf } from "../db/migrate.ts";
import { sendingDeliveries } from "../domain/delivery/store.ts";
import { worldRow } from "../domain/world-row.ts";
import { strandedWork } from "../flow/loop/recovery.ts";
import { AddressIterator } from "../invariants/address-iterator.ts";
import { required } from "../kernel/assert.ts";
import { silentLog } from "../kernel/log.ts";
import { systemClock } from "../kernel/wall-clock.ts";
import { findDataLoss } from "../storage/commit-count-file.ts";
import { demandWorldFile } from "../storage/data-folder.ts";
import { worldFileIn } from "../storage/folder-files.ts";
import { demandUnowned } from "../storage/folder-lock.ts";
import { refusedFolder } from "../storage/folder-refusal.ts";
import { fundingOf, type OpenedWorld } from "./create-world.ts";
import { openWorld } from "./open-world.ts";

/** The result of one check: `found` lists what is wrong or, where all is well, what is worth knowing. */
export type Check = {
  name: "integrity" | "commits" | "schema" | "replay" | "books" | "open work";
  ok: boolean;
  found: string[];
};

/**
 * Examines a copy of the world in a folder; the checks after a failed one are skipped.
 * @throws Problem invalidRequest when there is no world, or a sandbox is using it
 */
export async function examine(path: string, onReplay?: ReplayListener): Promise<Check[]> {
  demandWorldFile(path, null);
  const file = worldFileIn(path);
  if (file === undefined) throw refusedFolder(path, "holds no world: name one that start --data has made");
  demandUnowned(path);
  const copy = mkdtempSync(join(tmpdir(), "doctor-"));
  const checks: Check[] = [];
  try {
    for (const part of ["", "-wal", "-journal", "-commits"]) {
      if (existsSync(`${file}${part}`)) copyFileSync(`${file}${part}`, join(copy, `${basename(file)}${part}`));
    }
    for await (const check of runChecks(join(copy, basename(file)), onReplay)) {
      checks.push(check);
      // A world that lacks commits is still consistent, so the other checks go on.
      if (!check.ok && check.name !== "commits") break;
    }
    return checks;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function* runChecks(file: string, onReplay?: ReplayListener): AsyncGenerator<Check> {
  const { db, faults } = opened(file);
  yield { name: "integrity", ok: faults.length === 0, found: faults };
  if (db === undefined) return;
  const lost = findDataLoss(file, db.commits);
  yield { name: "commits", ok: lost === undefined, found: lost === undefined ? [] : [`it ${lost}`] };
  const schema = schemaOf(db);
  const newer = schema > newestSchema();
  const versions = `schema ${schema}, this version knows ${newestSchema()}`;
  yield { name: "schema", ok: !newer, found: schema === newestSchema() ? [] : [versions] };
  migrate(db);
  const { seed, environment } = required(worldRow(db), "the row of a world");
  const config = { ...DEFAULT_CONFIG, seed: Number(seed), env: environment };
  const options = { config, wall: systemClock, log: silentLog, ...(onReplay === undefined ? {} : { onReplay }) };
  const openedWorld = await openWorld(options, { db }).catch((error: unknown) => String(error));
  if (typeof openedWorld === "string") {
    yield { name: "replay", ok: false, found: [openedWorld] };
    return;
  }
  const { chains } = openedWorld;
  try {
    yield {
      name: "replay",
      ok: true,
      found: chains.all.map(({ definition, head }) => `${definition.symbol}: ${head.number} blocks`),
    };
    const wrong = await differences(openedWorld);
    yield { name: "books", ok: wrong.length === 0, found: wrong };
    yield { name: "open work", ok: true, found: openWork(db) };
  } finally {
    await chains.close();
    db.close();
  }
}

function opened(file: string): { db: Database | undefined; faults: string[] } {
  try {
    const db = new Database(file);
    return { db, faults: integrityFaults(db, true) };
  } catch (error) {
    return { db: undefined, faults: [String(error)] };
  }
}

/** Addresses whose balance on the chain differs from their records (I-10). One that no start has read the opening of is not compared. */
async function differences({ world, chains, keyring }: OpenedWorld): Promise<string[]> {
  const genesisFunding = (definition: ChainDefinition) => fundingOf(world, keyring, definition);
  const addresses = new AddressIterator({ world, chains, genesisFunding, breathe: async () => {} });
  const { breaches } = await addresses.all();
  return breaches.flatMap(({ id, what }) => (id === "I-10" ? [what] : []));
}

/** Unfinished work that the next start resumes. */
function openWork(db: Database): string[] {
  const rows = strandedWork(db).map(({ job, ref }) => `${job} ${ref}`);
  const sending = sendingDeliveries(db).map(({ id }) => `delivery ${id}: the end of an attempt is unknown`);
  return [...sending, ...rows].map((what) => `${what}; the next start takes it up`);
}
