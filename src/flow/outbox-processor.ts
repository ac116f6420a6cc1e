// Event → work: the plot on one page. Every event was given its deliveries when it was written; some let other things begin.
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

/** The settlement was inserted with the confirmation; now its first provider is asked. */
const routeSettlement: Reaction = (world, event) => {
  const deposit = JSON.parse(event.record) as DepositRow;
  const settlement = settlementOfDeposit(world.db, deposit.id);
  if (settlement !== undefined) schedule(world.db, ROUTE_JOB, settlement.id, world.clock.now());
};

/** Payments that waited for gas are taken up. */
const takeUpWaiting: Reaction = (world, event) => {
  const row = JSON.parse(event.record) as TransactionRow;
  if (row.type === "refill") afterRefill(world, row);
};

export const REACTIONS: Readonly<Partial<Record<EventType, readonly Reaction[]>>> = {
  "deposit.confirmed": [routeSettlement],
  "transaction.confirmed": [takeUpWaiting],
  "transaction.failed": [takeUpWaiting],
};

/** Takes the oldest event: its bytes are fixed and its reactions done, in one transaction; its deliveries stand since it does. */
export function processNextEvent({ world, eventBody, instrument = noInstrument }: FlowDependencies): void {
  const told = world.db.transaction(() => {
    const event = nextUnprocessed(world.db);
    if (event === undefined) return undefined;
    markProcessed(world.db, event.sequence, eventBody(event));
    for (const reaction of REACTIONS[event.type] ?? []) reaction(world, event);
    return event;
  });
  if (told === undefined) return;
  instrument({ what: "event", event: told.id, type: told.type, resource: told.resource_id, tenant: told.tenant_id });
}
