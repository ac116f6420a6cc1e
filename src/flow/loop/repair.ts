// What the loop does before anything else: what the disk cut off is brought to its end first.

import type { Deliverer } from "../deliveries/deliver.ts";
import type { ChainWork } from "../mining/chain-driver.ts";

/** Undefined when nothing was cut off; else the mending, which rejects as long as the disk does not let it. */
export function mending(work: ChainWork, deliverer: Deliverer): Promise<void> | undefined {
  return work.torn || deliverer.torn ? mend(work, deliverer) : undefined;
}

async function mend(work: ChainWork, deliverer: Deliverer): Promise<void> {
  await work.mend();
  deliverer.mend();
}
