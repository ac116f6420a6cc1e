// Outbox processor: fixes the bodies of events that wait in their rows, and starts the follow-up work of each type. Deliveries were created with the event.
import { schedule } from "../domain/agenda.ts";
import type { DepositRow } from "../domain/deposit/deposit.ts";
import {
  type AnnouncedEvent,
  type EventRow,
  type EventType,
  markProcessed,
  oldestUnprocessed,
} from "../domain/outbox.ts";
import { ROUTE_JOB } from "../domain/settlement/settlement.ts";
import { settlementOfDeposit } from "../domain/settlement/store.ts";
import type { TransactionRow } from "../domain/transaction/transaction.ts";
import type { World } from "../domain/world.ts";
import { noInstrument } from "../kernel/instrumentation.ts";
import { addUnknownType } from "./deliveries/added-event.ts";
import { withoutFailureBesideChain } from "./deliveries/delivery-readings.ts";
import type { FlowDependencies } from "./dependencies.ts";
import { afterRefill } from "./payments/refill.ts";

type Reaction = (world: World, event: AnnouncedEvent) => void;

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

/**
 * Processes the oldest events in one transaction: fixes the body of each and runs its reactions, which plan work and do none.
 * Their deliveries exist since they were emitted. Returns what was processed, in order.
 */
export function processEvents(dependencies: FlowDependencies): readonly EventRow[] {
  const { world, eventBody } = dependencies;
  const processed = world.db.transaction(() => {
    const events = oldestUnprocessed(world.db);
    for (const event of events) {
      markProcessed(world.db, event.sequence, eventBody(event));
      react(dependencies, event);
    }
    addUnknownType(dependencies, events);
    return events;
  });
  reportEvents(dependencies, processed);
  return processed;
}

/** Runs the reactions to an event, in the transaction that announces it. */
export function react(dependencies: FlowDependencies, event: AnnouncedEvent): void {
  withoutFailureBesideChain(dependencies, event);
  for (const reaction of REACTIONS[event.type] ?? []) reaction(dependencies.world, event);
}

/** Tells metrics and contract testing of events whose announcement is committed. */
export function reportEvents(
  { instrument = noInstrument, contract }: Pick<FlowDependencies, "instrument" | "contract">,
  events: readonly AnnouncedEvent[],
): void {
  for (const { id, type, resource_id, tenant_id } of events) {
    instrument({ what: "event", event: id, type, resource: resource_id, tenant: tenant_id });
    contract?.announced({ tenantId: tenant_id, type });
  }
}
