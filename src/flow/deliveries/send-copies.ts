// Sends a webhook, twice where a fault duplicates it.
import type { WallClock } from "../../kernel/wall-clock.ts";
import type { WebhookResult } from "../dependencies.ts";
import type { DeliveryFault } from "./delivery-fault.ts";

/** The result of the first copy, which counts, with the wall ms at which each copy was sent. `isWanted`: false when the world is closed. */
export async function sendCopies(
  wall: Pick<WallClock, "now">,
  fault: DeliveryFault | undefined,
  send: () => Promise<WebhookResult>,
  isWanted: () => boolean,
): Promise<WebhookResult> {
  const sentAt = [wall.now()];
  const result = await send();
  if (fault?.effect === "duplicate" && isWanted()) {
    sentAt.push(wall.now());
    await send();
  }
  return { ...result, sentAt };
}
