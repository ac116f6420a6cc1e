// Deposits that must have a settlement: recorded before their UDA can change after their confirmation (I-25).
import { newestMove } from "../domain/apply-transition.ts";
import type { World } from "../domain/world.ts";
import { hasSettlement, settlementsOwed } from "./queries/settlement-rows.ts";
import type { Breach } from "./statements.ts";

export class OwedSettlements {
  readonly #world: Pick<World, "db" | "catalogue">;
  readonly #owed = new Set<string>();
  #seen: number;

  constructor(world: Pick<World, "db" | "catalogue">) {
    this.#world = world;
    this.#seen = newestMove(world.db);
  }

  /** Records deposits confirmed since the last call; called after each block, before a UDA can be edited. */
  learn(): void {
    const { db, catalogue } = this.#world;
    const upTo = newestMove(db);
    if (upTo === this.#seen) return;
    for (const { id, network, asset, accepted } of settlementsOwed(db, this.#seen, upTo)) {
      const tickers = JSON.parse(accepted) as string[];
      if (tickers.length === 0 || tickers.includes(catalogue.asset(network, asset).symbol)) this.#owed.add(id);
    }
    this.#seen = upTo;
  }

  unsettled(): Breach[] {
    const breaches: Breach[] = [];
    for (const id of this.#owed) {
      if (hasSettlement(this.#world.db, id)) this.#owed.delete(id);
      else
        breaches.push({
          id: "I-25",
          what: `deposit ${id} was confirmed at an active deposit address, and has no settlement`,
        });
    }
    return breaches;
  }
}
