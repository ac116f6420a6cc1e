// A settlement: pays a confirmed UDA deposit out to its destination (H-20, H-25).
import type { Scenario } from "../quote/quote.ts";
import type { SettlementStatus } from "./machine.ts";

/** Amounts are decimal text of base units; `announced` is 1 once uda.settlement.created was sent. */
export type SettlementRow = {
  id: string;
  tenant_id: string;
  uda_id: string;
  deposit_id: string;
  owner: string;
  status: SettlementStatus;
  error: string;
  source_network: string;
  source_asset: string;
  source_address: string;
  source_raw: string;
  source_tx_hash: string;
  source_confirmed_at: number;
  destination_network: string;
  destination_asset: string;
  destination_address: string;
  destination_raw: string;
  quoted_raw: string;
  destination_tx_hash: string;
  fee_platform: string;
  fee_provider: string;
  provider: string;
  scenario: Scenario;
  attempts: number;
  announced: number;
  created_at: number;
  updated_at: number;
  settled_at: number | null;
};

/** The job that asks the next provider; its ref is the settlement. */
export const ROUTE_JOB = "route-settlement";
/** The job that sends the destination transfer of an accepted route; its ref is the settlement. */
export const FILL_JOB = "fill-settlement";
/** The job that sweeps the source amount to the provider after the fill; its ref is the claim. */
export const CLAIM_JOB = "claim-source";

/** Every provider is asked in two rounds. */
export const ROUTING_ROUNDS = 2;

/** Virtual ms from the n-th failed attempt to the next: 5, 10, 20 … s (H-25). */
export function routingBackoffMs(attempt: number): number {
  return 5_000 * 2 ** (attempt - 1);
}
