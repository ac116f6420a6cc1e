// Quiescing the world, so that a reader sees one consistent state.
import type { World } from "../../domain/world.ts";
import { putClock } from "../../domain/world-row.ts";
import type { Deliverer } from "../deliveries/deliver.ts";
import type { Loop } from "./loop.ts";

/**
 * Runs `read` once the running deliveries have ended, with the clock's position saved. Runs inside `loop.exclusive`:
 * between two steps of the loop nothing else changes. What their handlers ask for is done while they are waited for.
 */
export async function quiesce<T>(world: World, loop: Loop, deliverer: Deliverer, read: () => T): Promise<T> {
  const goOn = deliverer.hold();
  try {
    while (deliverer.busy) {
      await loop.meanwhile(() => deliverer.idle());
      while (!deliverer.busy && (await loop.step()) !== undefined);
    }
    world.db.transaction(() => {
      world.clock.tick();
      putClock(world.db, world.clock.state());
    });
    return read();
  } finally {
    goOn();
  }
}
