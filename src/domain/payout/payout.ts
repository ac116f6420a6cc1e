// A payout: an asset sent from a vault to an external address, once per (vault, reference) (H-13, H-22, H-35).
import type { PayoutStatus } from "./machine.ts";

/** `raw` is the amount in base units; `amount`, `usd_amount`, `rate` are the texts the API shows, fixed at submission. */
export type PayoutRow = {
  id: string;
  tenant_id: string;
  vault_id: string;
  address_id: string;
  transaction_id: string;
  network: string;
  asset: string;
  symbol: string;
  raw: string;
  amount: string;
  usd_amount: string;
  rate: string;
  to_address: string;
  reference_id: string;
  remark: string;
  status: PayoutStatus;
  tx_hash: string;
  error: string;
  created_at: number;
  confirmed_at: number | null;
  expires_at: number | null;
};

/** The job that ends a payout at its expiry; its ref is the payout. */
export const EXPIRE_PAYOUT_JOB = "expire-payout";
