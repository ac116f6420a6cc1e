// What the loop does before anything else: what the disk cut off is brought to its end first.

import type { Deliverer } from "../deliveries/deliver.ts";
import type { ChainDriver } from "../mining/chain-driver.ts";

/** Undefined when nothing was cut off; else the mending, which rejects as long as the disk does not let it. */
export function repairing(work: ChainDriver, deliverer: Deliverer): Promise<void> | undefined {
  return work.needsRepair || deliverer.needsRepair ? mend(work, deliverer) : undefined;
}

async function mend(work: ChainDriver, deliverer: Deliverer): Promise<void> {
  await work.repair();
  deliverer.repair();
}
