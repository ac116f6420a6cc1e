// Walks over the addresses of a world: all of them, or those that something happened to and a few others in turn.
import type { ChainDefinition, Chains, GenesisFunding } from "../chains/chain.ts";
import type { World } from "../domain/world.ts";
import { type AccountParts, checkAccounts, checkTotals, type Totals } from "./accounts.ts";
import type { Breach, Findings } from "./statements.ts";
import { addressesAfter, addressesOfMovements, grantsOn, type Window } from "./store.ts";

export type WalkParts = {
  world: Pick<World, "db">;
  chains: Chains;
  bornWith(definition: ChainDefinition): GenesisFunding;
  breathe(): Promise<void>;
};

/** Addresses that are compared at a time. */
const BATCH = 100;

export class AccountWalk {
  readonly #parts: WalkParts;
  /** Wei of block 0 by network and address. */
  readonly #born = new Map<string, bigint>();
  #turn = "";

  constructor(parts: WalkParts) {
    this.#parts = parts;
    for (const { definition } of parts.chains.all) {
      for (const { address, native } of parts.bornWith(definition)) {
        this.#born.set(`${definition.symbol} ${address.toLowerCase()}`, native);
      }
    }
  }

  async all(): Promise<Findings> {
    const findings: Findings = { breaches: [], exemptions: [] };
    const totals: Totals = new Map();
    const parts = this.#accountParts();
    for (let after = ""; ; ) {
      const rows = addressesAfter(this.#parts.world.db, after, BATCH);
      const found = await checkAccounts(parts, rows, totals);
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

  /** The addresses that the window's movements are about, and `idle` others, the next ones each time. */
  async some({ movementAfter, movementUpTo }: Window, idle: number): Promise<Breach[]> {
    const { db } = this.#parts.world;
    const inTurn = addressesAfter(db, this.#turn, idle);
    this.#turn = inTurn.length < idle ? "" : (inTurn.at(-1)?.id ?? "");
    const active = addressesOfMovements(db, movementAfter, movementUpTo);
    const rows = new Map([...active, ...inTurn].map((row) => [row.id, row]));
    return (await checkAccounts(this.#accountParts(), [...rows.values()])).breaches;
  }

  /** With what the chains gave out of nothing as of now. */
  #accountParts(): AccountParts {
    const { world, chains } = this.#parts;
    const given = new Map(this.#born);
    for (const { definition } of chains.all) {
      for (const { address, amount } of grantsOn(world.db, definition.symbol)) {
        const key = `${definition.symbol} ${address}`;
        given.set(key, (given.get(key) ?? 0n) + BigInt(amount));
      }
    }
    const of = (network: string, address: string): bigint => given.get(`${network} ${address}`) ?? 0n;
    return { db: world.db, chains: chains.all, given: of };
  }
}
