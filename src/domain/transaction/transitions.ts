// Creates unified transactions and applies their transitions, with the events of each (H-26, H-82).
import { required } from "../../kernel/assert.ts";
import { created, move } from "../apply-transition.ts";
import { type EventType, emit } from "../outbox.ts";
import type { World } from "../world.ts";
import { type TransactionMove, type TransactionStatus, transactionMachine } from "./machine.ts";
import { insertTransaction, transactionById, updateTransaction } from "./store.ts";
import { ANNOUNCED_TYPES, type TransactionRow } from "./transaction.ts";

type Stamped =
  | "prepared_at"
  | "signed_at"
  | "broadcasted_at"
  | "confirmed_at"
  | "failed_at"
  | "rejected_at"
  | "expired_at";

/** The input of a new transaction; the other columns start empty. */
export type NewTransaction = Pick<
  TransactionRow,
  | "tenant_id"
  | "owner"
  | "type"
  | "side"
  | "memo"
  | "network"
  | "asset"
  | "symbol"
  | "raw"
  | "usd"
  | "from_address"
  | "to_address"
  | "from_category"
  | "to_category"
  | "from_address_id"
> & {
  id?: string;
  source_id?: string;
  meta?: object | null;
  /** Set for a deposit or settlement, which begin on the chain. */
  onChain?: { txHash: string; height: number | null; createdAt: number };
};

/** Writes a new record; `source_id` is its own id unless another record caused it (H-10). */
export function createTransaction(world: World, given: NewTransaction): TransactionRow {
  const { onChain, meta, ...facts } = given;
  const now = world.clock.now();
  const id = given.id ?? world.ids.next("transaction");
  const status: TransactionStatus = onChain === undefined ? "created" : "broadcasted";
  const row: TransactionRow = {
    ...facts,
    id,
    source_id: given.source_id ?? id,
    status,
    meta: meta === undefined || meta === null ? null : JSON.stringify(meta),
    error: "",
    tx_hash: onChain?.txHash ?? "",
    block_height: onChain?.height ?? null,
    fee_raw: "0",
    created_at: onChain?.createdAt ?? now,
    prepared_at: null,
    signed_at: null,
    broadcasted_at: onChain?.createdAt ?? null,
    confirmed_at: null,
    failed_at: null,
    rejected_at: null,
    expired_at: null,
    updated_at: now,
  };
  insertTransaction(world.db, row);
  created(world, transactionMachine, id, status);
  return row;
}

/** The changes that come with a transition. `at` is the broadcast time of a revived deposit (block time). */
export type TransactionChange = Partial<Pick<TransactionRow, "tx_hash" | "error" | "block_height" | "fee_raw">> & {
  meta?: object;
  at?: number;
};

const STAMP: Readonly<Partial<Record<TransactionStatus, Stamped>>> = {
  prepared: "prepared_at",
  signed: "signed_at",
  broadcasted: "broadcasted_at",
  confirmed: "confirmed_at",
  failed: "failed_at",
  rejected: "rejected_at",
  expired: "expired_at",
};

/** Applies a transition to the transaction `id`; returns the new row. */
export function moveTransaction(
  world: World,
  id: string,
  name: TransactionMove,
  change: TransactionChange = {},
): TransactionRow {
  const before = required(transactionById(world.db, id), "transaction", { id });
  const to = transactionMachine.moves[name].to;
  const now = world.clock.now();
  const { meta, at, ...fields } = change;
  const after: TransactionRow = { ...before, ...fields, status: to, updated_at: now };
  if (meta !== undefined) after.meta = JSON.stringify({ ...JSON.parse(before.meta ?? "{}"), ...meta });
  const stamp = STAMP[to];
  if (stamp !== undefined) after[stamp] = at ?? now;
  if (name === "retry") Object.assign(after, { prepared_at: null, signed_at: null });
  if (name === "revive") after.failed_at = null;
  move(world, transactionMachine, name, { id, state: before.status }, (from) =>
    updateTransaction(world.db, from, after),
  );
  announce(world, after, transactionMachine.moves[name].emits);
  return after;
}

function announce(world: World, row: TransactionRow, type: string): void {
  const announced = ANNOUNCED_TYPES.has(row.type) || (row.type === "deposit" && type === "transaction.failed");
  if (type === "" || !announced) return;
  emit(world, { tenantId: row.tenant_id, type: type as EventType, resourceId: row.id, record: row });
}
