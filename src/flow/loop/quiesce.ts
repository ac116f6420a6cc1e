// Holding the whole world still for a moment, so that what is read of it is all of it.
import type { World } from "../../domain/world.ts";
import { putClock } from "../../domain/world-row.ts";
import type { Deliverer } from "../deliveries/deliver.ts";

/**
 * Runs `read` once the deliveries under way have ended, with the clock's position written down. Work of the loop: between
 * two of its steps nothing else moves.
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
