// Webhook bodies: the envelope and, by event type, the payload made from the record stored with the event (H-79, H-82).
import type { EventRow, EventType } from "../domain/outbox.ts";
import { isoTime } from "../kernel/clock.ts";
import { presentConfirmedDeposit, presentNewDeposit } from "./deposit.ts";
import { presentSettlementEvent } from "./settlement.ts";
import { presentTransactionEvent } from "./transaction.ts";
import type { View } from "./view.ts";
import { presentAssignment, presentBalanceChange } from "./wallet.ts";

/** Format version of the webhook envelope (S-488, S-574). */
const VERSION = "1";

type Payload = (view: View, record: never) => object;

const PAYLOADS: Readonly<Record<EventType, Payload>> = {
  "deposit.new": presentNewDeposit,
  "deposit.confirmed": presentConfirmedDeposit,
  "address.assigned": presentAssignment,
  "transaction.broadcasted": presentTransactionEvent,
  "transaction.confirmed": presentTransactionEvent,
  "transaction.failed": presentTransactionEvent,
  "balance.updated": presentBalanceChange,
  "uda.settlement.created": presentSettlementEvent,
  "uda.settlement.completed": presentSettlementEvent,
  "uda.settlement.failed": presentSettlementEvent,
};

/** The exact bytes of an event's webhook body: made once, stored, sent unchanged with every attempt. */
export function envelopeText(view: View, event: Pick<EventRow, "id" | "type" | "time" | "micros" | "record">): string {
  const payload = PAYLOADS[event.type](view, JSON.parse(event.record) as never);
  return JSON.stringify({
    id: event.id,
    version: VERSION,
    type: event.type,
    time: envelopeTime(event.time, event.micros),
    payload,
  });
}

/** `YYYY-MM-DD HH:MM:SS.ffffff`, UTC: the last three digits order events inside one millisecond (S-490, R-239). */
export function envelopeTime(timeMs: number, micros: number): string {
  return `${isoTime(timeMs).replace("T", " ").replace("Z", "")}${String(micros).padStart(3, "0")}`;
}
