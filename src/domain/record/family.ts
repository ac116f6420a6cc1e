// The records that one story is about: a deposit with its transaction, its settlement and the sweep of that, and so for every kind.
import type { Database } from "../../db/database.ts";
import type { AddressRow } from "../address/address.ts";
import type { DepositRow } from "../deposit/deposit.ts";
import type { PayoutRow } from "../payout/payout.ts";
import type { ClaimRow } from "../settlement/claim.ts";
import type { SettlementRow } from "../settlement/settlement.ts";
import type { TransactionRow } from "../transaction/transaction.ts";
import type { UdaRow } from "../uda/uda.ts";
import type { VaultRow } from "../vault/vault.ts";

/** A row with its kind. `gas_station` is the wallet that pays the gas of a tenant on a network. */
export type FoundRecord =
  | { readonly kind: "deposit"; readonly row: DepositRow }
  | { readonly kind: "wallet" | "gas_station"; readonly row: AddressRow }
  | { readonly kind: "uda"; readonly row: UdaRow }
  | { readonly kind: "settlement"; readonly row: SettlementRow }
  | { readonly kind: "payout"; readonly row: PayoutRow }
  | { readonly kind: "transaction"; readonly row: TransactionRow }
  | { readonly kind: "vault"; readonly row: VaultRow }
  | { readonly kind: "claim"; readonly row: ClaimRow };

export type FoundKind = FoundRecord["kind"];

/** One look-up in the primary key of each table. */
const TABLES = {
  deposit: "deposit",
  uda: "uda",
  settlement: "settlement",
  payout: "payout",
  transaction: "transaction_record",
  vault: "vault",
  claim: "claim",
} as const;

/** The record with exactly this id, of any kind and tenant. */
export function recordById(db: Database, id: string): FoundRecord | undefined {
  for (const [kind, table] of Object.entries(TABLES)) {
    const row = db.get(`select * from ${table} where id = :id`, { id });
    if (row !== undefined) return { kind, row } as FoundRecord;
  }
  const address = db.get<AddressRow>("select * from address where id = :id", { id });
  if (address?.category === "user") return { kind: "wallet", row: address };
  return address?.category === "gas_station" ? { kind: "gas_station", row: address } : undefined;
}

/** How a record belongs to the one that was asked for. */
export type Relation =
  | "transaction"
  | "deposit"
  | "settlement"
  | "claim"
  | "payout"
  | "uda"
  | "wallet"
  | "vault"
  | "refill";
export type Related = FoundRecord & { readonly relation: Relation };

/** Related records of one kind: the newest of a holder, which can have any number. */
const MAX_RELATED = 20;

/** The records that belong to this one directly, each found through an index. */
export function relatedTo(db: Database, record: FoundRecord): Related[] {
  const { row } = record;
  switch (record.kind) {
    case "deposit":
      return [
        ...one(db, "transaction", "id = :key", record.row.transaction_id),
        ...one(db, "settlement", "deposit_id = :key", row.id),
        ...holderOf(db, record.row.uda_id ?? record.row.address_id),
      ];
    case "settlement":
      return [
        ...one(db, "deposit", "id = :key", record.row.deposit_id),
        ...one(db, "transaction", "source_id = :key", row.id),
        ...one(db, "claim", "settlement_id = :key", row.id),
        ...one(db, "uda", "id = :key", record.row.uda_id),
      ];
    case "payout":
      return [
        ...one(db, "transaction", "id = :key", record.row.transaction_id),
        ...one(db, "vault", "id = :key", record.row.vault_id),
      ];
    case "transaction":
      return ofTransaction(db, record.row);
    case "claim":
      return [
        ...one(db, "settlement", "id = :key", record.row.settlement_id),
        ...one(db, "uda", "id = :key", record.row.uda_id),
      ];
    case "uda":
      return one(db, "settlement", "uda_id = :key order by created_at desc, id desc", row.id);
    case "vault":
      return one(db, "payout", "vault_id = :key order by created_at desc, id desc", row.id);
    case "wallet":
      return one(db, "deposit", "owner = :key order by id desc", record.row.owner).filter(
        (found) => found.kind === "deposit" && found.row.address_id === row.id,
      );
    default:
      return refillsOf(db, record.row);
  }
}

/** The newest transactions that brought native coin to a gas station. */
function refillsOf(db: Database, { address, network }: AddressRow): Related[] {
  const rows = db.all<TransactionRow>(
    `select * from transaction_record where type = 'refill' and network = :network and to_address = :address
     order by id desc limit :most`,
    { network, address, most: MAX_RELATED },
  );
  return rows.map((row) => ({ kind: "transaction", row, relation: "refill" }));
}

/** A transaction of a deposit, payout or settlement names that record as its source. */
function ofTransaction(db: Database, { type, source_id }: TransactionRow): Related[] {
  return type === "deposit" || type === "payout" || type === "settlement" ? one(db, type, "id = :key", source_id) : [];
}

function holderOf(db: Database, id: string): Related[] {
  const found = recordById(db, id);
  return found?.kind === "uda" || found?.kind === "wallet" ? [{ ...found, relation: found.kind } as Related] : [];
}

function one(db: Database, kind: keyof typeof TABLES, where: string, key: string): Related[] {
  const rows = db.all(`select * from ${TABLES[kind]} where ${where} limit :most`, { key, most: MAX_RELATED });
  return rows.map((row) => ({ kind, row, relation: kind }) as Related);
}

/** Kinds whose own story is told with that of the record: a holder has one of its own. */
const TOLD: readonly FoundKind[] = ["deposit", "transaction", "settlement", "claim", "payout"];

/** The record and all that its story is about, the record first. Of a gas station its refills. */
export function familyOf(db: Database, record: FoundRecord): FoundRecord[] {
  if (record.kind === "gas_station") return [record, ...relatedTo(db, record)];
  if (!TOLD.includes(record.kind)) return [record];
  const known = new Map<string, FoundRecord>([[record.row.id, record]]);
  for (const member of known.values())
    for (const { kind, row } of relatedTo(db, member))
      if (TOLD.includes(kind) && !known.has(row.id)) known.set(row.id, { kind, row } as FoundRecord);
  return [...known.values()];
}
