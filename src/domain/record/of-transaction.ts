// The records of a transaction or an address of a network, each with the ids by which the API serves it.
import { attemptByHash } from "../attempt/store.ts";
import type { DepositRow } from "../deposit/deposit.ts";
import { depositsOfHash } from "../deposit/store.ts";
import type { PayoutRow } from "../payout/payout.ts";
import { payoutById } from "../payout/store.ts";
import type { ClaimRow } from "../settlement/claim.ts";
import type { SettlementRow } from "../settlement/settlement.ts";
import { claimById, settlementById, settlementOfDeposit } from "../settlement/store.ts";
import { transactionById, transactionsOfAddress, transactionsOfHash } from "../transaction/store.ts";
import type { TransactionRow } from "../transaction/transaction.ts";
import { parseDelegationRef } from "../uda/delegation.ts";
import { udaById } from "../uda/store.ts";
import type { UdaRow } from "../uda/uda.ts";
import type { World } from "../world.ts";

const MOST_RECORDS = 50;

export type ApiRecord =
  | { kind: "deposit"; row: DepositRow }
  | { kind: "transaction"; row: TransactionRow }
  | { kind: "payout"; row: PayoutRow }
  | { kind: "settlement"; row: SettlementRow }
  | { kind: "claim"; row: ClaimRow }
  | { kind: "delegation"; row: UdaRow };

/** The records of a transaction (lower-case hash), also of one that the chain has lost. */
export function recordsOfTransaction(world: World, network: string, hash: string): ApiRecord[] {
  const { db } = world;
  const deposits = depositsOfHash(db, network, hash, MOST_RECORDS);
  const transactions = transactionsOfHash(db, network, hash, MOST_RECORDS);
  const records: ApiRecord[] = [
    ...deposits.map((row): ApiRecord => ({ kind: "deposit", row })),
    ...transactions.flatMap((row) => withSource(world, row)),
    ...deposits.flatMap(({ id }) => settlementRecord(settlementOfDeposit(db, id))),
    ...recordsOfAttempt(world, network, hash),
  ];
  return unique(records).slice(0, MOST_RECORDS);
}

/** The newest unified transactions from or to a lower-case address. */
export function recordsOfAddress(world: World, network: string, address: string): ApiRecord[] {
  const rows = transactionsOfAddress(world.db, network, address, MOST_RECORDS);
  return rows.map((row) => ({ kind: "transaction", row }));
}

/** The record for which the platform sent a transaction, also when a competing transaction with its nonce was mined instead. */
function recordsOfAttempt(world: World, network: string, hash: string): ApiRecord[] {
  const attempt = attemptByHash(world.db, network, hash);
  if (attempt === undefined) return [];
  const { purpose, subject } = attempt;
  if (purpose === "delegate") {
    const row = udaById(world.db, parseDelegationRef(subject).udaId);
    return row === undefined ? [] : [{ kind: "delegation", row }];
  }
  if (purpose === "payout" || purpose === "transfer" || purpose === "refill") {
    const row = transactionById(world.db, subject);
    return row === undefined ? [] : withSource(world, row);
  }
  const claim = claimById(world.db, subject);
  const settlement = settlementRecord(settlementById(world.db, claim?.settlement_id ?? subject));
  return claim === undefined ? settlement : [{ kind: "claim", row: claim }, ...settlement];
}

/** A unified transaction, and the payout or settlement it was made for. */
function withSource({ db }: World, row: TransactionRow): ApiRecord[] {
  const own: ApiRecord = { kind: "transaction", row };
  if (row.type === "settlement") return [own, ...settlementRecord(settlementById(db, row.source_id))];
  const payout = row.type === "payout" ? payoutById(db, row.source_id) : undefined;
  return payout === undefined ? [own] : [own, { kind: "payout", row: payout }];
}

function settlementRecord(row: SettlementRow | undefined): ApiRecord[] {
  return row === undefined ? [] : [{ kind: "settlement", row }];
}

function unique(records: readonly ApiRecord[]): ApiRecord[] {
  return [...new Map(records.map((record) => [`${record.kind} ${record.row.id}`, record])).values()];
}
