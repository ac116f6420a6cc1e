// Table: all operations of the simulation; plans refer to them by name.
import { CHAIN_OPERATIONS } from "./chains.ts";
import { CLOCK_OPERATIONS } from "./clock.ts";
import { CONTRACT_OPERATIONS } from "./contracts.ts";
import { ENDPOINT_OPERATIONS } from "./endpoints.ts";
import { FAULT_OPERATIONS } from "./faults.ts";
import { INCOMING_TRANSFER_OPERATIONS } from "./incoming-transfers.ts";
import type { Operation } from "./operation.ts";
import { PAYOUT_OPERATIONS } from "./payouts.ts";
import { RACE_OPERATIONS } from "./races.ts";
import { RARE_SEQUENCES } from "./rare-sequences.ts";
import { READ_OPERATIONS } from "./reads.ts";
import { TENANT_AND_SNAPSHOT_OPERATIONS } from "./tenants-and-snapshots.ts";
import { TRANSFER_OPERATIONS } from "./transfers.ts";
import { UDA_OPERATIONS } from "./udas.ts";
import { WALLET_OPERATIONS } from "./wallets.ts";

export const OPERATIONS: readonly Operation[] = [
  ...INCOMING_TRANSFER_OPERATIONS,
  ...PAYOUT_OPERATIONS,
  ...TRANSFER_OPERATIONS,
  ...WALLET_OPERATIONS,
  ...UDA_OPERATIONS,
  ...CHAIN_OPERATIONS,
  ...CLOCK_OPERATIONS,
  ...FAULT_OPERATIONS,
  ...ENDPOINT_OPERATIONS,
  ...TENANT_AND_SNAPSHOT_OPERATIONS,
  ...CONTRACT_OPERATIONS,
  ...READ_OPERATIONS,
  ...RACE_OPERATIONS,
  ...RARE_SEQUENCES,
];

export function operationOf(name: string): Operation {
  const found = OPERATIONS.find((operation) => operation.name === name);
  if (found === undefined) throw new Error(`there is no operation "${name}"`);
  return found;
}
