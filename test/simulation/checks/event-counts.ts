// Events of payouts and settlements against their records: one event for each final state that sends one, and no other (I-30).
import type { Simulation } from "../simulation.ts";

/** Number of events by `type record-id`. */
function counts({ model }: Simulation): Map<string, number> {
  const found = new Map<string, number>();
  for (const { type, resource } of model.events.values())
    found.set(`${type} ${resource}`, (found.get(`${type} ${resource}`) ?? 0) + 1);
  return found;
}

export function checkEventCounts(sim: Simulation, transactions: readonly any[], settlements: readonly any[]): void {
  const events = counts(sim);
  const demand = (type: string, id: string, wanted: boolean, status: string): void => {
    const count = events.get(`${type} ${id}`) ?? 0;
    sim.check(count === (wanted ? 1 : 0), () => `I-30: ${type} came ${count} times for ${id}, which is ${status}`);
  };
  for (const { id, type, status } of transactions) {
    // Deposits and settlements have their own event types (H-82).
    if (type === "deposit" || type === "settlement") continue;
    demand("transaction.confirmed", id, status === "confirmed", status);
    demand("transaction.failed", id, status === "failed", status);
  }
  for (const { id, status } of settlements) {
    demand("uda.settlement.completed", id, status === "completed", status);
    demand("uda.settlement.failed", id, status === "failed", status);
  }
}
