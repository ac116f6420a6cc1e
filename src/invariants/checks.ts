// All invariant checks of one world: everything on demand, or one short step at a time.
import type { ChainDefinition } from "../chains/catalogue.ts";
import type { Chains, GenesisFunding } from "../chains/chain.ts";
import { tailHead } from "../domain/chain-tail.ts";
import type { World } from "../domain/world.ts";
import { lazy } from "../kernel/lazy.ts";
import { AddressIterator } from "./address-iterator.ts";
import { reconcileBalances } from "./balance-reconciliation.ts";
import { CheckWindows, fullWindow, piecesOf } from "./check-windows.ts";
import { ImmutableRowChecks } from "./immutable-row-checks.ts";
import { ChainLedger } from "./ledger.ts";
import { OwedSettlements } from "./owed-settlements.ts";
import { grantsOn } from "./queries/blocks.ts";
import { breachesOf, type Window } from "./queries/query.ts";
import { TABLE_QUERIES, WINDOW_QUERIES } from "./queries/query-table.ts";
import { checkPayments, checkRecords } from "./records.ts";
import { type Breach, type Findings, someOfEach } from "./statements.ts";

export type CheckDependencies = {
  world: World;
  chains: Chains;
  /** What block 0 of a network gave to whom. */
  genesisFunding(definition: ChainDefinition): GenesisFunding;
  breathe(): Promise<void>;
  movementsAStep?: number;
};

/** Breaches reported of one query. */
const MAX_NAMED = 5;

/** Steps of one piece that read blocks or check addresses; blocks or queries of one step, which takes a few ms. */
const PIECE = { ledgerSteps: 4, accountSteps: 6 };
const STEP = { blocks: 3, queries: 5 };

/** One short step, valid at any moment when no work is due. */
export type Step = () => Promise<Breach[]> | Breach[];

/** With more accounts, sums over all of them are computed on demand only. */
const MAX_ACCOUNTS = 600;

type Ledger = { ledger: ChainLedger; network: string; summedAt: string };

export class Checks {
  readonly #deps: CheckDependencies;
  // These two read everything from its start, and many a world ends before they are asked for.
  readonly #ledgers: () => Ledger[];
  readonly #digests: ImmutableRowChecks;
  readonly #accounts: () => AddressIterator;
  readonly #owed: OwedSettlements;
  readonly #windows: CheckWindows;
  #turn = 0;
  #more = false;
  #removed = 0;

  constructor(dependencies: CheckDependencies) {
    const { world, chains } = dependencies;
    this.#deps = dependencies;
    this.#digests = new ImmutableRowChecks(world.db);
    this.#owed = new OwedSettlements(world);
    this.#windows = new CheckWindows(world);
    this.#accounts = lazy(() => new AddressIterator(dependencies));
    this.#ledgers = lazy(() =>
      chains.all.map((chain) => ({
        ledger: new ChainLedger(world.db, chain, dependencies.genesisFunding(chain.definition)),
        network: chain.definition.symbol,
        summedAt: "",
      })),
    );
  }

  /** Checks everything. Runs as work of the loop: the chains must not change meanwhile. */
  async full(): Promise<Findings> {
    const { world, chains, breathe } = this.#deps;
    const breaches = await this.#wholeChains();
    const window = fullWindow(world, this.#top);
    for (const query of TABLE_QUERIES) {
      breaches.push(...breachesOf(world.db, query, window, MAX_NAMED));
      await breathe();
    }
    for (const part of piecesOf(window)) {
      for (const query of WINDOW_QUERIES) breaches.push(...breachesOf(world.db, query, part, MAX_NAMED));
      breaches.push(...checkRecords(world, part, MAX_NAMED));
      await breathe();
    }
    breaches.push(...reconcileBalances(world.db), ...this.#owed.unsettled());
    for (const step of this.#digests.all()) {
      breaches.push(...step());
      await breathe();
    }
    const exemptions: Findings["exemptions"] = [];
    for (const found of [await checkPayments(world.db, chains.all, window), await this.#accounts().all()]) {
      breaches.push(...found.breaches);
      exemptions.push(...found.exemptions);
    }
    return { breaches: someOfEach(breaches, 4 * MAX_NAMED), exemptions };
  }

  /** True when the last piece has left something new unchecked. */
  get more(): boolean {
    return this.#more;
  }

  /** The next piece, step by step: other work may run between two steps. */
  *piece(): Generator<Step> {
    const { world, chains } = this.#deps;
    this.#more = false;
    for (const one of this.#ledgers()) yield* this.#ledgerSteps(one);
    const { fresh, again, more } = this.#windows.next(this.#top);
    for (const window of [fresh, again]) {
      yield* this.#books(window);
      yield async () => (await checkPayments(world.db, chains.all, window)).breaches;
    }
    yield* this.#digests.steps();
    yield* this.#accountSteps();
    this.#more ||= more;
  }

  /** Checks cheap enough for every block: indexer and chain agree, and expected settlements exist. */
  block(network: string): Breach[] {
    const { world, chains } = this.#deps;
    this.#owed.learn();
    const { hash, timestamp } = chains.get(network).head;
    const breaches = this.#owed.unsettled();
    const tail = tailHead(world.db, network)?.hash;
    if (tail !== hash)
      breaches.push({ id: "I-04", what: `${network}: ${tail} was read in last, the chain ends in ${hash}` });
    if (timestamp * 1_000 > world.clock.peek() + 1_000)
      breaches.push({ id: "I-39", what: `${network} is at ${timestamp} s, ahead of the clock` });
    return breaches;
  }

  /** The greatest height of all chains. */
  get #top(): number {
    return Math.max(...this.#deps.chains.all.map(({ head }) => head.number));
  }

  async #wholeChains(): Promise<Breach[]> {
    const breaches: Breach[] = [];
    for (const one of this.#ledgers()) {
      while (!(await one.ledger.advance(100))) await this.#deps.breathe();
      breaches.push(...one.ledger.differencesOfBlocks().slice(0, MAX_NAMED));
      breaches.push(...(await one.ledger.strays()).slice(0, MAX_NAMED));
      breaches.push(...(await one.ledger.sums(grantsOn(this.#deps.world.db, one.network))));
    }
    return breaches;
  }

  async #recentBlocks(one: Ledger): Promise<Breach[]> {
    const { world, chains } = this.#deps;
    const breaches = [...one.ledger.differencesOfBlocks(20), ...(await one.ledger.strays(20))];
    const { hash } = chains.get(one.network).head;
    if (one.summedAt === hash || one.ledger.size > MAX_ACCOUNTS) return breaches;
    one.summedAt = hash;
    return [...breaches, ...(await one.ledger.sums(grantsOn(world.db, one.network)))];
  }

  *#ledgerSteps(one: Ledger): Generator<Step> {
    let caughtUp = false;
    for (let step = 0; step < PIECE.ledgerSteps && !caughtUp; step += 1)
      yield async () => {
        caughtUp = await one.ledger.advance(STEP.blocks);
        return caughtUp ? this.#recentBlocks(one) : [];
      };
    this.#more ||= !caughtUp;
  }

  *#accountSteps(): Generator<Step> {
    let more = true;
    for (let step = 0; step < PIECE.accountSteps && more; step += 1)
      yield async () => {
        let removed = 0;
        for (const { ledger } of this.#ledgers()) removed += await ledger.removedBlocks();
        if (removed !== this.#removed) this.#accounts().startOver();
        this.#removed = removed;
        const found = await this.#accounts().step();
        more = found.more;
        return found.breaches;
      };
    this.#more ||= more;
  }

  /** All queries over a window, and one of those over whole tables in turn. */
  *#books(window: Window): Generator<Step> {
    const { world } = this.#deps;
    this.#turn += 1;
    const inTurn = TABLE_QUERIES[this.#turn % TABLE_QUERIES.length];
    const queries = inTurn === undefined ? WINDOW_QUERIES : [...WINDOW_QUERIES, inTurn];
    for (let from = 0; from < queries.length; from += STEP.queries)
      yield () => {
        // The clock and the chains have moved on since the piece began.
        const part = { ...window, now: world.clock.peek() };
        return queries
          .slice(from, from + STEP.queries)
          .flatMap((query) => breachesOf(world.db, query, part, MAX_NAMED));
      };
    yield () => checkRecords(world, window, MAX_NAMED);
  }
}
