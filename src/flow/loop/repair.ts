// Repair before any other step of the loop: completes what a storage fault interrupted.

import type { Deliverer } from "../deliveries/deliver.ts";
import type { ChainDriver } from "../mining/chain-driver.ts";

/** Undefined when nothing was interrupted; else the repair, which rejects as long as storage fails. */
export function repairing(driver: ChainDriver, deliverer: Deliverer): Promise<void> | undefined {
  return driver.needsRepair || deliverer.needsRepair ? repairAll(driver, deliverer) : undefined;
}

async function repairAll(driver: ChainDriver, deliverer: Deliverer): Promise<void> {
  await driver.repair();
  deliverer.repair();
}
