// Quiescing the world, so that a reader sees one consistent state.
import type { World } from "../../domain/world.ts";
import { putClock } from "../../domain/world-row.ts";
import type { Deliverer } from "../deliveries/deliver.ts";

/**
 * Runs `read` once the running deliveries have ended, with the clock's position saved. Runs inside `loop.exclusive`:
 * between two steps of the loop nothing else changes.
 */
export async function quiesce<T>(world: World, deliverer: Deliverer, read: () => T): Promise<T> {
  const goOn = await deliverer.pause();
  try {
    world.db.transaction(() => {
      world.clock.tick();
      putClock(world.db, world.clock.state());
    });
    return read();
  } finally {
    goOn();
  }
}
