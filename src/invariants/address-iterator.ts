// Walks over the addresses of a world: all of them, or those that something happened to and a few others in turn.
import type { ChainDefinition, Chains, GenesisFunding } from "../chains/chain.ts";
import type { World } from "../domain/world.ts";
import { type AddressCheckDependencies, checkAddresses, checkTotals, type Totals } from "./address-checks.ts";
import { MovementSums } from "./movement-sums.ts";
import { addressesAfter, type WatchedRow, watchedRow } from "./queries/addresses.ts";
import { grantsOn } from "./queries/blocks.ts";
import type { Breach, Findings } from "./statements.ts";

export type IteratorDependencies = {
  world: Pick<World, "db">;
  chains: Chains;
  genesisFunding(definition: ChainDefinition): GenesisFunding;
  breathe(): Promise<void>;
  movementsAStep?: number;
};

/** Addresses that are compared at a time. */
const BATCH = 100;

/** Movements that are read at a time: some ms. */
const MOVEMENTS = 500;

/** Addresses of a step: those that something happened to, and others. */
const STEP = { active: 10, idle: 10 };

export class AddressIterator {
  readonly #parts: IteratorDependencies;
  /** Wei of block 0 by network and address. */
  readonly #born = new Map<string, bigint>();
  /** What was added up so far, and the same anew from the first row: an edit of an old row is not hidden for good. */
  #sums: MovementSums;
  #again: MovementSums;
  readonly #active = new Set<string>();
  #turn = "";

  constructor(parts: IteratorDependencies) {
    this.#parts = parts;
    this.#sums = new MovementSums(parts.world.db);
    this.#again = new MovementSums(parts.world.db);
    for (const { definition } of parts.chains.all) {
      for (const { address, native } of parts.genesisFunding(definition)) {
        this.#born.set(`${definition.symbol} ${address.toLowerCase()}`, native);
      }
    }
  }

  async all(): Promise<Findings> {
    const findings: Findings = { breaches: [], exemptions: [] };
    const totals: Totals = new Map();
    const sums = new MovementSums(this.#parts.world.db);
    while (!sums.advance(MOVEMENTS).caughtUp) await this.#parts.breathe();
    const parts = this.#accountParts(sums);
    for (let after = ""; ; ) {
      const rows = addressesAfter(this.#parts.world.db, after, BATCH);
      const found = await checkAddresses(parts, rows, totals);
      findings.breaches.push(...found.breaches);
      findings.exemptions.push(...found.exemptions);
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.id;
      await this.#parts.breathe();
    }
    findings.breaches.push(...checkTotals(totals));
    return findings;
  }

  /** A reorg has changed what stands: everything is added up anew. */
  startOver(): void {
    this.#sums = new MovementSums(this.#parts.world.db);
    this.#again = new MovementSums(this.#parts.world.db);
  }

  /** One step: reads movements, or, when all were read, checks some addresses. `more` while something new was not looked at. */
  async step(): Promise<{ breaches: Breach[]; more: boolean }> {
    const { db } = this.#parts.world;
    const { movementsAStep: most = MOVEMENTS } = this.#parts;
    const { addresses, caughtUp } = this.#sums.advance(most);
    for (const id of addresses) this.#active.add(id);
    if (!caughtUp) return { breaches: [], more: true };
    if (this.#again.advance(most).caughtUp) {
      this.#sums = this.#again;
      this.#again = new MovementSums(db);
    }
    const inTurn = addressesAfter(db, this.#turn, STEP.idle);
    this.#turn = inTurn.length < STEP.idle ? "" : (inTurn.at(-1)?.id ?? "");
    const rows = new Map(inTurn.map((row) => [row.id, row]));
    for (const row of this.#nextActive()) rows.set(row.id, row);
    const { breaches } = await checkAddresses(this.#accountParts(this.#sums), [...rows.values()]);
    return { breaches, more: this.#active.size > 0 };
  }

  #nextActive(): WatchedRow[] {
    const ids = [...this.#active].slice(0, STEP.active);
    for (const id of ids) this.#active.delete(id);
    return ids.flatMap((id) => watchedRow(this.#parts.world.db, id) ?? []);
  }

  /** With what the chains gave out of nothing as of now. */
  #accountParts(sums: MovementSums): AddressCheckDependencies {
    const { world, chains } = this.#parts;
    const given = new Map(this.#born);
    for (const { definition } of chains.all) {
      for (const { address, amount } of grantsOn(world.db, definition.symbol)) {
        const key = `${definition.symbol} ${address}`;
        given.set(key, (given.get(key) ?? 0n) + BigInt(amount));
      }
    }
    const of = (network: string, address: string): bigint => given.get(`${network} ${address}`) ?? 0n;
    return { db: world.db, chains: chains.all, given: of, sums };
  }
}
