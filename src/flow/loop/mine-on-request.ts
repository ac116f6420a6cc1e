// Mining on request: the effects of each block are processed before the next block is mined.
import type { ChainDriver } from "../mining/chain-driver.ts";
import { exceptStorageFault } from "../mining/chain-index.ts";
import type { Loop } from "./loop.ts";

/**
 * Mines `blocks` blocks in any mining mode. Runs inside `loop.exclusive`. A storage fault after the last block does not
 * reject: the block exists, and its effects are processed later.
 */
export async function mineBlocks(driver: ChainDriver, loop: Loop, network: string, blocks: number): Promise<void> {
  for (let left = blocks; left > 0; left -= 1) {
    await driver.mineBlock(network);
    await allDue(loop).catch((error: unknown) => (left > 1 ? Promise.reject(error) : exceptStorageFault(error)));
  }
}

async function allDue(loop: Loop): Promise<void> {
  while ((await loop.step()) !== undefined);
}
