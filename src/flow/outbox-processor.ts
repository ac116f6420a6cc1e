// Outbox processor: fixes the body of each event and starts the follow-up work of its type. Deliveries were created with the event.
import { schedule } from "../domain/agenda.ts";
import type { DepositRow } from "../domain/deposit/deposit.ts";
import { type EventRow, type EventType, markProcessed, nextUnprocessed } from "../domain/outbox.ts";
import { ROUTE_JOB } from "../domain/settlement/settlement.ts";
import { settlementOfDeposit } from "../domain/settlement/store.ts";
import type { TransactionRow } from "../domain/transaction/transaction.ts";
import type { World } from "../domain/world.ts";
import { noInstrument } from "../kernel/instrumentation.ts";
import type { FlowDependencies } from "./dependencies.ts";
import { afterRefill } from "./payments/refill.ts";

type Reaction = (world: World, event: EventRow) => void;

/** The settlement was inserted in the commit that confirmed the deposit; now its first provider is asked. */
const routeSettlement: Reaction = (world, event) => {
  const deposit = JSON.parse(event.record) as DepositRow;
  const settlement = settlementOfDeposit(world.db, deposit.id);
  if (settlement !== undefined) schedule(world.db, ROUTE_JOB, settlement.id, world.clock.now());
};

/** Retries the payments that waited for a gas refill. */
const resumeWaiting: Reaction = (world, event) => {
  const row = JSON.parse(event.record) as TransactionRow;
  if (row.type === "refill") afterRefill(world, row);
};

export const REACTIONS: Readonly<Partial<Record<EventType, readonly Reaction[]>>> = {
  "deposit.confirmed": [routeSettlement],
  "transaction.confirmed": [resumeWaiting],
  "transaction.failed": [resumeWaiting],
};

/** Processes the oldest event in one transaction: fixes its body and runs its reactions. Its deliveries exist since it was emitted. */
export function processNextEvent({ world, eventBody, instrument = noInstrument }: FlowDependencies): void {
  const processed = world.db.transaction(() => {
    const event = nextUnprocessed(world.db);
    if (event === undefined) return undefined;
    markProcessed(world.db, event.sequence, eventBody(event));
    for (const reaction of REACTIONS[event.type] ?? []) reaction(world, event);
    return event;
  });
  if (processed === undefined) return;
  instrument({
    what: "event",
    event: processed.id,
    type: processed.type,
    resource: processed.resource_id,
    tenant: processed.tenant_id,
  });
}
