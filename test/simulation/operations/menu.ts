// Table: everything that may happen in a simulated world, by name; the name is what a kept step is found by.
import { CHAIN_OPERATIONS } from "./chains.ts";
import { CLOCK_OPERATIONS } from "./clock.ts";
import { CONTRACT_OPERATIONS } from "./contracts.ts";
import { ENDPOINT_OPERATIONS } from "./endpoints.ts";
import { FAULT_OPERATIONS } from "./faults.ts";
import { LOOK_OPERATIONS } from "./look.ts";
import { MONEY_IN_OPERATIONS } from "./money-in.ts";
import type { Operation } from "./operation.ts";
import { PAYOUT_OPERATIONS } from "./payouts.ts";
import { RACE_OPERATIONS } from "./races.ts";
import { SCENE_OPERATIONS } from "./scenes.ts";
import { TRANSFER_OPERATIONS } from "./transfers.ts";
import { UDA_OPERATIONS } from "./udas.ts";
import { WALLET_OPERATIONS } from "./wallets.ts";
import { WORLD_OPERATIONS } from "./worlds.ts";

export const OPERATIONS: readonly Operation[] = [
  ...MONEY_IN_OPERATIONS,
  ...PAYOUT_OPERATIONS,
  ...TRANSFER_OPERATIONS,
  ...WALLET_OPERATIONS,
  ...UDA_OPERATIONS,
  ...CHAIN_OPERATIONS,
  ...CLOCK_OPERATIONS,
  ...FAULT_OPERATIONS,
  ...ENDPOINT_OPERATIONS,
  ...WORLD_OPERATIONS,
  ...CONTRACT_OPERATIONS,
  ...LOOK_OPERATIONS,
  ...RACE_OPERATIONS,
  ...SCENE_OPERATIONS,
];

export function operationOf(name: string): Operation {
  const found = OPERATIONS.find((operation) => operation.name === name);
  if (found === undefined) throw new Error(`there is no operation "${name}"`);
  return found;
}
