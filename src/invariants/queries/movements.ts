// Movements: their invariant queries, and rows that other checks read.
import type { Database } from "../../db/database.ts";
import { GAS_CORRECTION, OPENING_SPENT_AS_GAS, VALUE_CORRECTION } from "../../domain/movement/movement.ts";
import type { Query } from "./query.ts";

export const MOVEMENT_QUERIES: readonly Query[] = [
  {
    id: "I-13",
    sql: `select 'movement ' || m.id || ' of ' || m.raw || ' ' || m.asset || ' in ' || m.network || ' ' || m.tx_hash
            || ' has no deposit' as what
          from movement m where m.id > :movementAfter and m.id <= :movementUpTo and m.kind = 'in' and m.state <> 'orphaned'
            and m.ordinal > ${VALUE_CORRECTION} and not exists (
              select 1 from deposit d where d.network = m.network and d.tx_hash = m.tx_hash and d.ordinal = m.ordinal
                and d.asset = m.asset and d.address_id = m.address_id and d.raw = m.raw and d.state <> 'orphaned')
            and not exists (
              select 1 from attempt a left join transaction_record t on t.id = a.subject
              where a.network = m.network and a.hash = m.tx_hash and a.state <> 'void'
                and (a.purpose = 'refill' or t.type = 'internal_transfer'))`,
  },
];

/**
 * `stands`: 1 when its transaction is in a block of the current chain, or when it has none. `journaled`: 1 when it has none: native
 * coin that genesis or a state change gave (`grant`) or took (`out`).
 */
export type BookedMovement = {
  id: number;
  address_id: string;
  asset: string;
  kind: string;
  raw: string;
  state: string;
  ordinal: number;
  stands: number;
  journaled: number;
};

const BOOKED = `select m.id, m.address_id, m.asset, m.kind, m.raw, m.state, m.ordinal, m.tx_hash = '' as journaled, (m.tx_hash = '' or exists (
    select 1 from chain_transaction c where c.network = m.network and c.hash = m.tx_hash and c.state = 'mined')) as stands
  from movement m`;

/** The next movements by id, orphaned ones included. */
export function movementsAfter(db: Database, after: number, limit: number): BookedMovement[] {
  return db.all(`${BOOKED} where m.id > :after order by m.id limit :limit`, { after, limit });
}

/** The movements with these ids. */
export function movementsNumbered(db: Database, ids: readonly number[]): BookedMovement[] {
  return db.all(`${BOOKED} where m.id in (select value from json_each(:ids))`, { ids: JSON.stringify(ids) });
}

/** Amounts that came in from outside (`in`), went out or were paid for gas (`out`), and recorded balances (I-17). */
export type BalanceFlow = { network: string; asset: string; kind: "in" | "out" | "balance"; raw: string };

export function balanceFlows(db: Database): BalanceFlow[] {
  return db.all(
    `select network, asset, 'in' as kind, raw from deposit where state = 'confirmed'
     union all select network, asset, 'in', raw from movement where kind = 'grant' and state = 'confirmed'
     union all select network, asset, 'out', raw from movement where kind = 'gas' and state = 'confirmed'
     union all select network, asset, kind, raw from movement
       where ordinal in (${VALUE_CORRECTION}, ${GAS_CORRECTION}, ${OPENING_SPENT_AS_GAS}) and state = 'confirmed'
     union all select network, asset, 'out', raw from movement where kind = 'out' and tx_hash = '' and state = 'confirmed'
     union all select network, asset, 'out', raw from transaction_record
       where type in ('payout', 'vault_transfer', 'external_transfer') and status = 'confirmed'
     union all select s.source_network, s.source_asset, 'out', s.source_raw from settlement s
       where s.status = 'completed' and (s.provider = 'internal'
         or exists (select 1 from claim c where c.settlement_id = s.id and c.state = 'confirmed'))
     union all select a.network, b.asset, 'balance', b.confirmed from balance b join address a on a.id = b.address_id`,
  );
}

/** The immutable columns of movements, in order of id. */
export function movementTexts(db: Database, after: number, upTo: number): { text: string }[] {
  return db.all(
    `select id || '|' || address_id || '|' || network || '|' || asset || '|' || kind || '|' || raw || '|' || tx_hash || '|' || ordinal
       || '|' || block_height as text from movement where id > :after and id <= :upTo order by id`,
    { after, upTo },
  );
}
