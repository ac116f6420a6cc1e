// The unified transaction: one record for every past or planned movement of value (H-10, H-11).
import type { WalletCategory } from "../address/address.ts";
import type { TransactionStatus } from "./machine.ts";

export const TRANSACTION_TYPES = [
  "deposit",
  "payout",
  "vault_transfer",
  "external_transfer",
  "internal_transfer",
  "refill",
  "settlement",
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];
export const TRANSACTION_SIDES = ["in", "out", "internal"] as const;
export type TransactionSide = (typeof TRANSACTION_SIDES)[number];

/** Types whose broadcast, confirmation and failure emit transaction.* events; a deposit only its failure (H-82). */
export const ANNOUNCED_TYPES: ReadonlySet<TransactionType> = new Set([
  "payout",
  "vault_transfer",
  "external_transfer",
  "internal_transfer",
  "refill",
]);

/** A row; amounts are decimal text of base units, addresses lower-case, `meta` JSON text or null. */
export type TransactionRow = {
  id: string;
  tenant_id: string;
  owner: string;
  source_id: string;
  tx_hash: string;
  type: TransactionType;
  side: TransactionSide;
  status: TransactionStatus;
  memo: string;
  meta: string | null;
  error: string;
  network: string;
  asset: string;
  symbol: string;
  raw: string;
  usd: string;
  fee_raw: string;
  block_height: number | null;
  from_address: string;
  to_address: string;
  from_category: WalletCategory;
  to_category: WalletCategory;
  from_address_id: string;
  created_at: number;
  prepared_at: number | null;
  signed_at: number | null;
  broadcasted_at: number | null;
  confirmed_at: number | null;
  failed_at: number | null;
  rejected_at: number | null;
  expired_at: number | null;
  updated_at: number;
};

/** The job that builds, signs and broadcasts a queued payment (payout, transfer, refill); its ref is the unified transaction. */
export const SUBMIT_JOB = "submit";
