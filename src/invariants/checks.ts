// All checks of one world: the whole of it on demand, or one small piece at a time.
import type { ChainDefinition, Chains, GenesisFunding } from "../chains/chain.ts";
import { tailHead } from "../domain/chain-tail.ts";
import type { World } from "../domain/world.ts";
import { AccountWalk } from "./account-walk.ts";
import { Digests } from "./digests.ts";
import { ChainLedger } from "./ledger.ts";
import { OwedSettlements } from "./owed-settlements.ts";
import { checkFees, checkHistories, checkPayments } from "./records.ts";
import type { Breach, Findings } from "./statements.ts";
import { breachesOf, ends, grantsOn, QUERIES, type Window } from "./store.ts";
import { checkSweeps } from "./sweeps.ts";
import { checkAmounts, checkSignatures } from "./told.ts";
import { checkTurnover } from "./turnover.ts";

export type CheckParts = {
  world: World;
  chains: Chains;
  /** What block 0 of a network gave to whom. */
  bornWith(definition: ChainDefinition): GenesisFunding;
  /** Lets input and output have their turn. */
  breathe(): Promise<void>;
};

/** So many breaches of one invariant are named. */
const MOST_NAMED = 5;

/** One piece: rows of the history and movements, blocks, and addresses that nothing happened to. */
const PIECE = { history: 100, movements: 50, blocks: 10, idleAddresses: 10 };

/** Sums over more accounts than these are made on demand only. */
const MOST_ACCOUNTS = 600;

const WINDOWED = QUERIES.filter(({ sql }) => /:(after|movementAfter|eventAfter)\b/.test(sql));
const WHOLE_TABLES = QUERIES.filter((query) => !WINDOWED.includes(query));

export class Checks {
  readonly #parts: CheckParts;
  readonly #ledgers: { ledger: ChainLedger; network: string; summedAt: string }[];
  readonly #digests: Digests;
  readonly #accounts: AccountWalk;
  readonly #owed: OwedSettlements;
  /** How far the small pieces have come. */
  #seen = { after: 0, movementAfter: 0, eventAfter: 0 };
  #turn = 0;
  #old = { after: 0, movementAfter: 0, eventAfter: 0 };

  constructor(parts: CheckParts) {
    const { world, chains } = parts;
    this.#parts = parts;
    this.#digests = new Digests(world.db);
    this.#owed = new OwedSettlements(world);
    this.#accounts = new AccountWalk(parts);
    this.#ledgers = chains.all.map((chain) => ({
      ledger: new ChainLedger(world.db, chain, parts.bornWith(chain.definition)),
      network: chain.definition.symbol,
      summedAt: "",
    }));
  }

  /** Everything there is. Work of the loop: the chains must not change meanwhile. */
  async whole(): Promise<Findings> {
    const { world, breathe } = this.#parts;
    const breaches = await this.#wholeChains();
    const window: Window = { ...ends(world.db), after: 0, movementAfter: 0, eventAfter: 0, now: world.clock.peek() };
    for (const query of QUERIES) {
      for (const what of breachesOf(world.db, query, window, MOST_NAMED)) breaches.push({ id: query.id, what });
      await breathe();
    }
    breaches.push(...checkHistories(world.db, window, MOST_NAMED), ...checkFees(world.db, world.catalogue, window));
    breaches.push(...checkAmounts(world.db, window, MOST_NAMED), ...checkSignatures(world.db, window, MOST_NAMED));
    breaches.push(...this.#digests.checkAll(), ...this.#owed.unsettled(), ...checkTurnover(world.db));
    const exemptions: Findings["exemptions"] = [];
    const { all } = this.#parts.chains;
    const payments = await checkPayments(world.db, all, window);
    for (const found of [payments, await checkSweeps(world.db, all, window), await this.#accounts.all()]) {
      breaches.push(...found.breaches);
      exemptions.push(...found.exemptions);
    }
    return { breaches, exemptions };
  }

  /** The next small piece; `more` while something new was not looked at yet. */
  async piece(): Promise<{ breaches: Breach[]; more: boolean }> {
    const { world, chains } = this.#parts;
    const breaches: Breach[] = [];
    let more = false;
    for (const one of this.#ledgers) {
      const caughtUp = await one.ledger.advance(PIECE.blocks);
      if (caughtUp) breaches.push(...(await this.#recentBlocks(one)));
      else more = true;
    }
    const end = ends(world.db);
    const [fresh, again] = [this.#next(this.#seen, end), this.#next(this.#old, this.#seenEnd())];
    this.#seen = { after: fresh.upTo, movementAfter: fresh.movementUpTo, eventAfter: fresh.eventUpTo };
    this.#old = { after: again.upTo, movementAfter: again.movementUpTo, eventAfter: again.eventUpTo };
    if (again.upTo >= fresh.after) this.#old = { after: 0, movementAfter: 0, eventAfter: 0 };
    for (const window of [fresh, again]) {
      breaches.push(...(await this.#books(window)));
      breaches.push(...(await checkPayments(world.db, chains.all, window)).breaches);
      breaches.push(...(await checkSweeps(world.db, chains.all, window)).breaches);
      breaches.push(...checkAmounts(world.db, window, MOST_NAMED), ...checkSignatures(world.db, window, MOST_NAMED));
    }
    breaches.push(...this.#digests.checkOne(), ...(await this.#accounts.some(fresh, PIECE.idleAddresses)));
    more ||= fresh.upTo < end.upTo || fresh.movementUpTo < end.movementUpTo || fresh.eventUpTo < end.eventUpTo;
    return { breaches, more };
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

  async #recentBlocks(one: { ledger: ChainLedger; network: string; summedAt: string }): Promise<Breach[]> {
    const { world, chains } = this.#parts;
    const breaches = [...one.ledger.differencesOfBlocks(20), ...(await one.ledger.strays(20))];
    const { hash } = chains.get(one.network).head;
    if (one.summedAt === hash || one.ledger.size > MOST_ACCOUNTS) return breaches;
    one.summedAt = hash;
    return [...breaches, ...(await one.ledger.sums(grantsOn(world.db, one.network)))];
  }

  /** Queries that look at a window whatever its size, and one of the others in turn: those read whole tables. */
  async #books(window: Window): Promise<Breach[]> {
    const { world, breathe } = this.#parts;
    const found: Breach[] = [];
    this.#turn += 1;
    const inTurn = WHOLE_TABLES[this.#turn % WHOLE_TABLES.length];
    for (const query of inTurn === undefined ? WINDOWED : [...WINDOWED, inTurn]) {
      for (const what of breachesOf(world.db, query, window, MOST_NAMED)) found.push({ id: query.id, what });
      await breathe();
    }
    return [...found, ...checkHistories(world.db, window, MOST_NAMED), ...checkFees(world.db, world.catalogue, window)];
  }

  #next(from: Pick<Window, "after" | "movementAfter" | "eventAfter">, end: ReturnType<typeof ends>): Window {
    return {
      ...from,
      upTo: Math.min(end.upTo, from.after + PIECE.history),
      movementUpTo: Math.min(end.movementUpTo, from.movementAfter + PIECE.movements),
      eventUpTo: Math.min(end.eventUpTo, from.eventAfter + PIECE.history),
      now: this.#parts.world.clock.peek(),
    };
  }

  #seenEnd(): ReturnType<typeof ends> {
    const { after, movementAfter, eventAfter } = this.#seen;
    return { upTo: after, movementUpTo: movementAfter, eventUpTo: eventAfter };
  }
}
