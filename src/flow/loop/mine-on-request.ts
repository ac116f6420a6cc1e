// Blocks on request: each with all that it brings about before the next one is mined.
import { type ChainDriver, exceptStorageFault } from "../mining/chain-driver.ts";
import type { Loop } from "./loop.ts";

/**
 * Mines `blocks` blocks, whatever the mining mode. Work of the loop. What the disk stops behind the last of them is done
 * later, and no reason to ask for that block again.
 */
export async function mineBlocks(work: ChainDriver, loop: Loop, network: string, blocks: number): Promise<void> {
  for (let left = blocks; left > 0; left -= 1) {
    await work.mineBlock(network);
    await allDue(loop).catch((error: unknown) => (left > 1 ? Promise.reject(error) : exceptStorageFault(error)));
  }
}

async function allDue(loop: Loop): Promise<void> {
  while ((await loop.step()) !== undefined);
}
