// Finds the block of an instant: times never fall from one block to the next, so by bisection.
import type { Chain } from "./chain.ts";

/** The height of the last block at or before an instant (Unix seconds); 0 when all are later, since block 0 is where a chain begins. */
export function heightAt(chain: Chain, seconds: number): number {
  let [at, later] = [0, chain.head.number + 1];
  while (later - at > 1) {
    const middle = Math.floor((at + later) / 2);
    const block = chain.blockAt(middle);
    if (block !== undefined && block.timestamp <= seconds) at = middle;
    else later = middle;
  }
  return at;
}
