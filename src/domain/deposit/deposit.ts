// A deposit: one movement of value to a tenant's address (H-02, H-07).
import type { WalletCategory, WatchedCategory } from "../address/address.ts";
import type { DepositState } from "./machine.ts";

/** `block_time` is Unix seconds; `raw` decimal text of base units; `uda_id` set when the receiver is a UDA address. */
export type DepositRow = {
  id: string;
  tenant_id: string;
  address_id: string;
  transaction_id: string;
  network: string;
  tx_hash: string;
  ordinal: number;
  asset: string;
  symbol: string;
  raw: string;
  usd: string;
  from_address: string;
  to_address: string;
  from_category: WalletCategory;
  to_category: WatchedCategory;
  owner: string;
  uda_id: string | null;
  block_height: number;
  block_hash: string;
  block_time: number;
  state: DepositState;
  created_at: number;
  confirmed_at: number | null;
};

/** The block in which a transfer was found. */
export type DepositBlock = { height: number; hash: string; timestamp: number };

/** One transfer found on a chain. `ordinal` is its position within the transaction, not the block. */
export type Leg = {
  network: string;
  txHash: string;
  ordinal: number;
  asset: string;
  raw: bigint;
  from: string;
  to: string;
};
