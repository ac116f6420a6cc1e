// What events say of payouts and settlements against their records: told once, told rightly, nothing told of what never was (I-30).
import type { Play } from "../play.ts";

/** How often each type was told about each record. */
function counts({ model }: Play): Map<string, number> {
  const found = new Map<string, number>();
  for (const { type, resource } of model.events.values())
    found.set(`${type} ${resource}`, (found.get(`${type} ${resource}`) ?? 0) + 1);
  return found;
}

export function checkTold(play: Play, transactions: readonly any[], settlements: readonly any[]): void {
  const told = counts(play);
  const demand = (type: string, id: string, wanted: boolean, status: string): void => {
    const count = told.get(`${type} ${id}`) ?? 0;
    play.demand(count === (wanted ? 1 : 0), () => `I-30: ${type} came ${count} times for ${id}, which is ${status}`);
  };
  for (const { id, type, status } of transactions) {
    // Deposits and settlements are told by events of their own (H-82).
    if (type === "deposit" || type === "settlement") continue;
    demand("transaction.confirmed", id, status === "confirmed", status);
    demand("transaction.failed", id, status === "failed", status);
  }
  for (const { id, status } of settlements) {
    demand("uda.settlement.completed", id, status === "completed", status);
    demand("uda.settlement.failed", id, status === "failed", status);
  }
}
