// Iterates over the addresses of a world: all of them, or those with new movements and a few others in turn.
import type { ChainDefinition } from "../chains/catalogue.ts";
import type { Chains, GenesisFunding } from "../chains/chain.ts";
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

/** Addresses compared at a time. */
const BATCH = 100;

/** Movements read at a time: a few ms. */
const MOVEMENTS = 500;

/** Addresses of a step: with new movements, and others. */
const STEP = { active: 10, idle: 10 };

export class AddressIterator {
  readonly #dependencies: IteratorDependencies;
  /** Genesis wei by network and address. */
  readonly #genesis = new Map<string, bigint>();
  /** Sums so far, and a second pass from the first row that replaces them, so that an edit of an old row is found. */
  #sums: MovementSums;
  #nextPass: MovementSums;
  readonly #active = new Set<string>();
  #turn = "";

  constructor(dependencies: IteratorDependencies) {
    this.#dependencies = dependencies;
    this.#sums = new MovementSums(dependencies.world.db);
    this.#nextPass = new MovementSums(dependencies.world.db);
    for (const { definition } of dependencies.chains.all) {
      for (const { address, native } of dependencies.genesisFunding(definition)) {
        this.#genesis.set(`${definition.symbol} ${address.toLowerCase()}`, native);
      }
    }
  }

  async all(): Promise<Findings> {
    const findings: Findings = { breaches: [], exemptions: [] };
    const totals: Totals = new Map();
    const sums = new MovementSums(this.#dependencies.world.db);
    while (!sums.advance(MOVEMENTS).caughtUp) await this.#dependencies.breathe();
    const dependencies = this.#checkDependencies(sums);
    for (let after = ""; ; ) {
      const rows = addressesAfter(this.#dependencies.world.db, after, BATCH);
      const found = await checkAddresses(dependencies, rows, totals);
      findings.breaches.push(...found.breaches);
      findings.exemptions.push(...found.exemptions);
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.id;
      await this.#dependencies.breathe();
    }
    findings.breaches.push(...checkTotals(totals));
    return findings;
  }

  /** Restarts all sums, after a reorg has changed which movements are on the chain. */
  startOver(): void {
    this.#sums = new MovementSums(this.#dependencies.world.db);
    this.#nextPass = new MovementSums(this.#dependencies.world.db);
  }

  /** One step: reads movements, or checks some addresses when all are read. `more` while something new is unchecked. */
  async step(): Promise<{ breaches: Breach[]; more: boolean }> {
    const { db } = this.#dependencies.world;
    const { movementsAStep: limit = MOVEMENTS } = this.#dependencies;
    const { addresses, caughtUp } = this.#sums.advance(limit);
    for (const id of addresses) this.#active.add(id);
    if (!caughtUp) return { breaches: [], more: true };
    if (this.#nextPass.advance(limit).caughtUp) {
      this.#sums = this.#nextPass;
      this.#nextPass = new MovementSums(db);
    }
    const inTurn = addressesAfter(db, this.#turn, STEP.idle);
    this.#turn = inTurn.length < STEP.idle ? "" : (inTurn.at(-1)?.id ?? "");
    const rows = new Map(inTurn.map((row) => [row.id, row]));
    for (const row of this.#nextActive()) rows.set(row.id, row);
    const { breaches } = await checkAddresses(this.#checkDependencies(this.#sums), [...rows.values()]);
    return { breaches, more: this.#active.size > 0 };
  }

  #nextActive(): WatchedRow[] {
    const ids = [...this.#active].slice(0, STEP.active);
    for (const id of ids) this.#active.delete(id);
    return ids.flatMap((id) => watchedRow(this.#dependencies.world.db, id) ?? []);
  }

  /** With the grants of the chains as of now. */
  #checkDependencies(sums: MovementSums): AddressCheckDependencies {
    const { world, chains } = this.#dependencies;
    const given = new Map(this.#genesis);
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
