// All checks of one world: the whole of it on demand, or one small piece at a time.
import type { ChainDefinition, Chains, GenesisFunding } from "../chains/chain.ts";
import { tailHead } from "../domain/chain-tail.ts";
import type { World } from "../domain/world.ts";
import { AddressIterator } from "./address-iterator.ts";
import { reconcileBalances } from "./balance-reconciliation.ts";
import { CheckWindows, fullWindow, piecesOf } from "./check-windows.ts";
import { ImmutableRowChecks } from "./immutable-row-checks.ts";
import { ChainLedger } from "./ledger.ts";
import { OwedSettlements } from "./owed-settlements.ts";
import { checkPayments, checkRecords } from "./records.ts";
import { type Breach, type Findings, someOfEach } from "./statements.ts";
import { breachesOf, grantsOn, QUERIES, type Window } from "./store.ts";

export type CheckDependencies = {
  world: World;
  chains: Chains;
  /** What block 0 of a network gave to whom. */
  genesisFunding(definition: ChainDefinition): GenesisFunding;
  /** Lets input and output have their turn. */
  breathe(): Promise<void>;
  /** Movements that one step reads. */
  movementsAStep?: number;
};

/** So many breaches of one invariant are named. */
const MOST_NAMED = 5;

/** One piece: so many steps that read blocks or look at addresses. */
const PIECE = { ledgerSteps: 4, accountSteps: 6 };

/** A step of a piece is over within some ms: so many blocks, or so many queries. */
const STEP = { blocks: 3, queries: 5 };

/** One step: short, and right at any moment at which nothing is due. */
export type Step = () => Promise<Breach[]> | Breach[];

/** Sums over more accounts than these are made on demand only. */
const MOST_ACCOUNTS = 600;

type Ledger = { ledger: ChainLedger; network: string; summedAt: string };

const WINDOWED = QUERIES.filter(({ sql }) => /:(after|movementAfter|eventAfter|tailAfter|now)\b/.test(sql));
const WHOLE_TABLES = QUERIES.filter((query) => !WINDOWED.includes(query));

export class Checks {
  readonly #parts: CheckDependencies;
  readonly #ledgers: Ledger[];
  readonly #digests: ImmutableRowChecks;
  readonly #accounts: AddressIterator;
  readonly #owed: OwedSettlements;
  readonly #windows: CheckWindows;
  #turn = 0;
  #more = false;
  #takenBack = 0;

  constructor(parts: CheckDependencies) {
    const { world, chains } = parts;
    this.#parts = parts;
    this.#digests = new ImmutableRowChecks(world.db);
    this.#owed = new OwedSettlements(world);
    this.#windows = new CheckWindows(world);
    this.#accounts = new AddressIterator(parts);
    this.#ledgers = chains.all.map((chain) => ({
      ledger: new ChainLedger(world.db, chain, parts.genesisFunding(chain.definition)),
      network: chain.definition.symbol,
      summedAt: "",
    }));
  }

  /** Everything there is. Work of the loop: the chains must not change meanwhile. */
  async full(): Promise<Findings> {
    const { world, breathe } = this.#parts;
    const breaches = await this.#wholeChains();
    const window = fullWindow(world, this.#top);
    for (const query of WHOLE_TABLES) {
      breaches.push(...breachesOf(world.db, query, window, MOST_NAMED));
      await breathe();
    }
    for (const part of piecesOf(window)) {
      for (const query of WINDOWED) breaches.push(...breachesOf(world.db, query, part, MOST_NAMED));
      breaches.push(...checkRecords(world, part, MOST_NAMED));
      await breathe();
    }
    breaches.push(...reconcileBalances(world.db), ...this.#owed.unsettled());
    for (const step of this.#digests.all()) {
      breaches.push(...step());
      await breathe();
    }
    const exemptions: Findings["exemptions"] = [];
    for (const found of [await checkPayments(world.db, this.#parts.chains.all, window), await this.#accounts.all()]) {
      breaches.push(...found.breaches);
      exemptions.push(...found.exemptions);
    }
    return { breaches: someOfEach(breaches, 4 * MOST_NAMED), exemptions };
  }

  /** True when the last piece has left something new that nobody has looked at. */
  get more(): boolean {
    return this.#more;
  }

  /** The next small piece, step by step: each is taken when the one before it is done, and other work may come between. */
  *piece(): Generator<Step> {
    const { world, chains } = this.#parts;
    this.#more = false;
    for (const one of this.#ledgers) yield* this.#ledgerSteps(one);
    const { fresh, again, more } = this.#windows.next(this.#top);
    for (const window of [fresh, again]) {
      yield* this.#books(window);
      yield async () => (await checkPayments(world.db, chains.all, window)).breaches;
    }
    yield* this.#digests.steps();
    yield* this.#accountSteps();
    this.#more ||= more;
  }

  /** What is cheap enough to be looked at after each block: its place on the chain, and settlements that had to come. */
  block(network: string): Breach[] {
    const { world, chains } = this.#parts;
    this.#owed.learn();
    const { hash, timestamp } = chains.get(network).head;
    const breaches = this.#owed.unsettled();
    const tail = tailHead(world.db, network)?.hash;
    if (tail !== hash)
      breaches.push({ id: "I-04", what: `${network}: ${tail} was read in last, the chain ends in ${hash}` });
    if (timestamp * 1_000 > world.clock.peek() + 1_000)
      breaches.push({ id: "I-39", what: `${network} stands at ${timestamp} s, ahead of the clock` });
    return breaches;
  }

  /** The greatest height of any chain. */
  get #top(): number {
    return Math.max(...this.#parts.chains.all.map(({ head }) => head.number));
  }

  async #wholeChains(): Promise<Breach[]> {
    const breaches: Breach[] = [];
    for (const one of this.#ledgers) {
      while (!(await one.ledger.advance(100))) await this.#parts.breathe();
      breaches.push(...one.ledger.differencesOfBlocks().slice(0, MOST_NAMED));
      breaches.push(...(await one.ledger.strays()).slice(0, MOST_NAMED));
      breaches.push(...(await one.ledger.sums(grantsOn(this.#parts.world.db, one.network))));
    }
    return breaches;
  }

  async #recentBlocks(one: Ledger): Promise<Breach[]> {
    const { world, chains } = this.#parts;
    const breaches = [...one.ledger.differencesOfBlocks(20), ...(await one.ledger.strays(20))];
    const { hash } = chains.get(one.network).head;
    if (one.summedAt === hash || one.ledger.size > MOST_ACCOUNTS) return breaches;
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
        let takenBack = 0;
        for (const { ledger } of this.#ledgers) takenBack += await ledger.takenBack();
        if (takenBack !== this.#takenBack) this.#accounts.startOver();
        this.#takenBack = takenBack;
        const found = await this.#accounts.step();
        more = found.more;
        return found.breaches;
      };
    this.#more ||= more;
  }

  /** Queries that look at a window whatever its size, and one of the others in turn: those read whole tables. */
  *#books(window: Window): Generator<Step> {
    const { world } = this.#parts;
    this.#turn += 1;
    const inTurn = WHOLE_TABLES[this.#turn % WHOLE_TABLES.length];
    const queries = inTurn === undefined ? WINDOWED : [...WINDOWED, inTurn];
    for (let from = 0; from < queries.length; from += STEP.queries)
      yield () => {
        // The clock and the chains went on since the piece began.
        const part = { ...window, now: world.clock.peek() };
        return queries
          .slice(from, from + STEP.queries)
          .flatMap((query) => breachesOf(world.db, query, part, MOST_NAMED));
      };
    yield () => checkRecords(world, window, MOST_NAMED);
  }
}
