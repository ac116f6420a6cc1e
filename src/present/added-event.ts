// The webhook of an event type that no document names: what the reading `open_values=new` sends beside genuine ones (H-77, C-21).
import type { EventBody, EventRow } from "../domain/outbox.ts";
import { envelopeTime } from "./event.ts";
import { TEST_RESOURCE } from "./test-event.ts";

/** The envelope's exact text, the same in its plain and in its sent form: real id and time, and a payload about no record. */
export function addedEventBody({
  id,
  type,
  time,
  micros,
}: Pick<EventRow, "id" | "time" | "micros"> & { type: string }): EventBody {
  const payload = { id: TEST_RESOURCE, note: "ignore event types that you do not know" };
  const body = JSON.stringify({ id, version: "1", type, time: envelopeTime(time, micros), payload });
  return { body, sent: null };
}
