// Building blocks of the invariant queries: the window they look at, SQL fragments they share, and how one is run.
import type { Database } from "../../db/database.ts";
import type { Breach, InvariantId } from "../statements.ts";

/**
 * The rows one check looks at: history rows, movements and events with numbers above the first and up to the second. A
 * window from 0 to the greatest numbers covers the whole database. `now` is virtual ms.
 */
export type Window = {
  after: number;
  upTo: number;
  movementAfter: number;
  movementUpTo: number;
  eventAfter: number;
  eventUpTo: number;
  /** Heights, the same of every network. */
  tailAfter: number;
  tailUpTo: number;
  now: number;
};

/**
 * An invariant as SQL: every row it returns is one breach, described in its only column `what`. Where a query looks for the
 * events of one record, `+type` keeps SQLite from reading all events of that type instead.
 */
export type Query = { readonly id: InvariantId; readonly sql: string };

/** Ids of the records of a kind that changed state in the window. `+noun` keeps SQLite from using the index over all rows of the kind. */
export const changedIds = (noun: string): string =>
  `(select record_id from history where id > :after and id <= :upTo and +noun = '${noun}')`;

/** The same for records that are numbered. */
export const changedNumbers = (noun: string): string =>
  `(select cast(record_id as integer) from history where id > :after and id <= :upTo and +noun = '${noun}')`;

export const OUTGOING = "('payout', 'vault_transfer', 'external_transfer', 'internal_transfer')";

export const OPEN = "('created', 'prepared', 'signed', 'broadcasted')";

/** Exactly the condition of the partial index over open rows, so that SQLite uses it. */
export const OPEN_ATTEMPT = "('prepared', 'signed', 'sent', 'mined')";

export const OPEN_DELIVERY = "('due', 'sending')";

export const WAS_MINED = "((state = 'mined' and error = '') or state = 'confirmed') and kind <> 'cancel'";

export const wasMined = (alias: string): string =>
  `((${alias}.state = 'mined' and ${alias}.error = '') or ${alias}.state = 'confirmed') and ${alias}.kind <> 'cancel'`;

/** A fill by a provider's solver, or the sweep that settles a deposit on the same chain. */
export const IS_FILL = "purpose in ('fill', 'sweep') and subject in (select id from settlement)";

/** A payment that the records report as arrived. `stands`: 1 when its transaction is in a block of the current chain. */
export type ReportedPayment = {
  id: string;
  network: string;
  hash: string;
  asset: string;
  to_address: string;
  raw: string;
  stands: number;
  /** 1 when an incident names its changed receipt. */
  changed: number;
};

/** True when a transaction is in a block of the current chain; both arguments are SQL expressions. */
export const isMined = (network: string, hash: string): string =>
  `exists (select 1 from chain_transaction c where c.network = ${network} and c.hash = ${hash} and c.state = 'mined')`;

/** True when an incident says that a forced reorg changed the receipt of a transaction: its record stays as it is. */
export const hasChangedReceipt = (network: string, hash: string): string =>
  `exists (select 1 from incident i where i.kind = 'changed-receipt' and i.ref = ${network} || ':' || ${hash})`;

/** I-30: a record has as many events of `type` as it made the transition `move`; `only` narrows the records. */
export function eventPerTransition(noun: string, move: string, type: string, only = "(select 1)"): Query[] {
  const records = `(select distinct record_id from history where id > :after and id <= :upTo and +noun = '${noun}')`;
  const moves = `(select count(*) from history h where h.noun = '${noun}' and h.record_id = r.record_id and h.move = '${move}')`;
  const events = `(select count(*) from event e where e.resource_id = r.record_id and +e.type = '${type}' and e.test = 0)`;
  const verb = move === "" ? "was born" : `made the move ${move}`;
  return [
    {
      id: "I-30",
      sql: `select '${noun} ' || r.record_id || ' ${verb} ' || ${moves} || ' times, and ${type} was announced ' || ${events} || ' times' as what
            from ${records} r where exists ${only} and ${moves} <> ${events}`,
    },
  ];
}

/** I-40: a record refers only to rows of its own tenant; `owners` maps a table to the column that refers to it. */
export function sameTenant(noun: string, owners: Readonly<Record<string, string>>): Query[] {
  return Object.entries(owners).map(([table, column]) => ({
    id: "I-40",
    sql: `select '${noun} ' || r.id || ' of ' || r.tenant_id || ' points to ${table} ' || o.id || ' of ' || o.tenant_id as what
          from ${noun} r join ${table} o on o.id = r.${column} where r.id in ${changedIds(noun)} and o.tenant_id <> r.tenant_id`,
  }));
}

/** Runs one query and returns at most `limit` breaches. */
export function breachesOf(db: Database, { id, sql }: Query, window: Window, limit: number): Breach[] {
  const used = namesIn(sql).flatMap((name) => (name in window ? [[name, window[name as keyof Window]]] : []));
  return db
    .all<{ what: string }>(`${sql} limit :limit`, { ...Object.fromEntries(used), limit })
    .map(({ what }) => ({ id, what }));
}

/** The names of parameters by the texts of queries, of which there are as many as the tables have rows. */
const names = new Map<string, readonly string[]>();

function namesIn(sql: string): readonly string[] {
  const known = names.get(sql) ?? [...new Set([...sql.matchAll(/:(\w+)/g)].map(([, name]) => name as string))];
  names.set(sql, known);
  return known;
}

/** The greatest numbers in the database: the end of a window over everything. */
export function newestRows(db: Database): Pick<Window, "upTo" | "movementUpTo" | "eventUpTo"> {
  const row = db.get<{ upTo: number; movementUpTo: number; eventUpTo: number }>(
    `select coalesce((select max(id) from history), 0) as upTo, coalesce((select max(id) from movement), 0) as movementUpTo,
       coalesce((select max(sequence) from event), 0) as eventUpTo`,
  );
  return row ?? { upTo: 0, movementUpTo: 0, eventUpTo: 0 };
}
