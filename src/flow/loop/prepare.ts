// Work before any other step of the loop: what a storage fault interrupted is completed, and opening balances are read (I-10).

import type { Deliverer } from "../deliveries/deliver.ts";
import type { FlowDependencies } from "../dependencies.ts";
import { readingOpenings } from "../indexer/opening-balances.ts";
import type { ChainDriver } from "../mining/chain-driver.ts";

/** Undefined when nothing is to be done; else the work, which rejects as long as storage fails. */
export function preparing(
  { world, chains }: Pick<FlowDependencies, "world" | "chains">,
  driver: ChainDriver,
  deliverer: Deliverer,
): Promise<void> | undefined {
  if (!driver.needsRepair && !deliverer.needsRepair) return readingOpenings(world, chains);
  return repairAll(driver, deliverer).then(() => readingOpenings(world, chains));
}

async function repairAll(driver: ChainDriver, deliverer: Deliverer): Promise<void> {
  await driver.repair();
  deliverer.repair();
}
