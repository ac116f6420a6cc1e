// SQL of the search: exact ids, and starts of texts that an index finds; nothing is read from end to end.
import type { Database } from "../../db/database.ts";
import type { TenantRow } from "../tenant/tenant.ts";
import type { FoundRecord } from "./family.ts";
import { RECORD_TABLES, type RecordKind, type RecordTable, type TextColumn } from "./kinds.ts";
import { idsOfText } from "./store.ts";

/** `more`: the index has further ones. */
export type Starts<Found> = { found: Found[]; more: boolean };

/** The start of an id is given with its first eight characters at least: all ids of a day begin alike. */
const LEAST_OF_ID = 8;
/** Hashes and addresses: `0x` and two characters at least. */
const LEAST_OF_HEX = 4;

/** Records of a kind of which a text begins with `q`; `most` of each text are looked at. */
export function recordsByStart(db: Database, kind: RecordKind, q: string, most: number): Starts<FoundRecord> {
  const table: RecordTable = RECORD_TABLES[kind];
  const asked = table.texts.filter((text) => canBegin(text, q));
  const ids = new Set<string>();
  let more = false;
  for (const text of asked) {
    const { ids: found, full } = idsOfText(db, table, text, q, most);
    for (const id of found) ids.add(id);
    more ||= full;
  }
  if (ids.size === 0) return { found: [], more };
  const rows = db.all(`select * from ${table.table} where id in (select value from json_each(:ids)) order by id desc`, {
    ids: JSON.stringify([...ids]),
  });
  return { found: rows.map((row) => ({ kind, row }) as FoundRecord), more };
}

/** Whether a text of this column can begin so, and with enough characters to mean something. */
function canBegin({ column, hex }: TextColumn, q: string): boolean {
  if (!hex) return true;
  if (column === "id" || column === "settlement_id") return q.length >= LEAST_OF_ID && /^[0-9a-f-]+$/i.test(q);
  return q.length >= LEAST_OF_HEX && /^0x[0-9a-f]+$/i.test(q);
}

export type FoundBlock = { network: string; height: number; hash: string; state: "done" | "orphaned" };

/** Blocks of a network whose hash begins so, removed ones too. */
export function blocksByHash(db: Database, network: string, start: string, most: number): FoundBlock[] {
  return db.all(
    `select network, height, hash, state from block
     where network = :network and hash >= :start and hash < :end limit :most`,
    { network, start, end: `${start}\u{10FFFF}`, most },
  );
}

/** Tenants that are not deleted, by the start of their name. */
export function tenantsByName(db: Database, start: string, most: number): TenantRow[] {
  return db.all(
    "select * from tenant where name >= :start and name < :end and deleted_at is null order by name limit :most",
    { start, end: `${start}\u{10FFFF}`, most },
  );
}

export type FoundEvent = {
  sequence: number;
  id: string;
  type: string;
  tenant_id: string;
  resource_id: string;
  test: number;
};
const EVENT = "select sequence, id, type, tenant_id, resource_id, test from event";

/** Events by the start of their id. */
export function eventsByStart(db: Database, start: string, most: number): FoundEvent[] {
  if (start.length < LEAST_OF_ID) return [];
  return db.all(`${EVENT} where id >= :start and id < :end order by id limit :most`, {
    ...{ start, end: `${start}\u{10FFFF}`, most },
  });
}

export function foundEvent(db: Database, sequence: number): FoundEvent | undefined {
  return db.get(`${EVENT} where sequence = :sequence`, { sequence });
}
