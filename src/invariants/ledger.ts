// A ledger of one chain, built block by block from the engine: possible holders, burnt fees, minted tokens, our transactions.
import type { Chain, GenesisFunding } from "../chains/chain.ts";
import { nativeAtGenesis } from "../chains/genesis.ts";
import type { Database } from "../db/database.ts";
import {
  accountsTouched,
  amountsAt,
  type Block,
  blockAt,
  receiptOf,
  transfersIn,
  type Wanted,
} from "./chain-reader.ts";
import { attemptStateOf, isOurSender } from "./queries/attempts.ts";
import { type TailRow, tailFrom } from "./queries/blocks.ts";
import type { Breach } from "./statements.ts";

const NATIVE = `0x${"0".repeat(40)}`;

/**
 * The effects of a block, kept so that a reorg can undo them. `minted` is negative where more was burnt. It and `ours` are
 * left out where empty, as in most blocks.
 */
type Entry = { hash: string; burnt: bigint; minted?: Map<string, bigint>; ours?: string[] };

export class ChainLedger {
  readonly #db: Database;
  readonly #chain: Chain;
  readonly #genesis: GenesisFunding;
  /** By height; block 0 has no effects. */
  readonly #entries: Entry[] = [];
  readonly #accounts = new Set<string>();
  readonly #holders = new Map<string, Set<string>>();
  /** Sums over all entries. */
  #burnt = 0n;
  readonly #minted = new Map<string, bigint>();
  #removed = 0;

  constructor(db: Database, chain: Chain, genesis: GenesisFunding) {
    this.#db = db;
    this.#chain = chain;
    this.#genesis = nativeAtGenesis(chain.definition, genesis);
    for (const { address } of this.#genesis) this.#accounts.add(address.toLowerCase());
    for (const token of chain.definition.tokens) {
      this.#holders.set(token.address.toLowerCase(), new Set(genesis.map(({ address }) => address.toLowerCase())));
    }
  }

  /** The number of balances that a sum over all accounts reads. */
  get size(): number {
    return [...this.#holders.values()].reduce((sum, holders) => sum + holders.size, this.#accounts.size);
  }

  /** The number of blocks removed by reorgs so far, including one noticed now. */
  async removedBlocks(): Promise<number> {
    await this.#removeReplaced();
    return this.#removed;
  }

  /** Reads at most `limit` blocks; true when it has caught up with the head. */
  async advance(limit: number): Promise<boolean> {
    await this.#removeReplaced();
    const { head } = this.#chain;
    for (let read = 0; read < limit && this.#entries.length <= head.number; read += 1) {
      const block = await blockAt(this.#chain, this.#entries.length);
      if (block === undefined) return false;
      const entry = await this.#entryOf(block);
      this.#entries.push(entry);
      this.#addUp(entry, 1n);
    }
    return this.#entries.length > head.number;
  }

  /** I-04: the indexed blocks are those of the engine. Over all heights, or the last `limit` of them. */
  differencesOfBlocks(limit = Number.POSITIVE_INFINITY): Breach[] {
    const network = this.#chain.definition.symbol;
    const rows = tailFrom(this.#db, network, Math.max(0, this.#entries.length - limit));
    const whats = rows.flatMap((row, index) => faultsOf(row, rows[index - 1], this.#entries[row.height]?.hash));
    const [last, top] = [this.#entries.length - 1, rows.at(-1)?.height ?? -1];
    if (top !== last) whats.push(`${last} is the engine's last, ${top} was read in last`);
    return whats.map((what) => ({ id: "I-04", what: `${network} block ${what}` }));
  }

  /** I-05: every transaction of our keys is an attempt, in all blocks or the last `limit`. */
  async strays(limit = Number.POSITIVE_INFINITY): Promise<Breach[]> {
    const network = this.#chain.definition.symbol;
    return this.#entries.slice(Math.max(0, this.#entries.length - limit)).flatMap(({ ours = [] }, index) =>
      ours.flatMap((hash): Breach[] => {
        const state = attemptStateOf(this.#db, network, hash);
        if (state === "mined" || state === "confirmed" || state === "failed") return [];
        return [
          { id: "I-05", what: `${network} ${hash} is mined (entry ${index}), its attempt is ${state ?? "missing"}` },
        ];
      }),
    );
  }

  /** I-01 and I-02 at the head; `grants` are changes of native balances without a transaction, in wei. */
  async sums(grants: readonly { address: string; amount: string }[]): Promise<Breach[]> {
    for (const { address } of grants) this.#accounts.add(address);
    const tokens = [...this.#holders].map(([token, holders]) => ({ token, holders: [...holders] }));
    const accounts = [...this.#accounts];
    const wanted: Wanted[] = accounts.map((account) => ({ asset: NATIVE, account }));
    for (const { token, holders } of tokens)
      wanted.push({ asset: token }, ...holders.map((account) => ({ asset: token, account })));
    const amounts = await amountsAt(this.#chain, wanted);
    const nextSum = (count: number): bigint => amounts.splice(0, count).reduce((sum, amount) => sum + amount, 0n);
    const granted = grants.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    const breaches = this.#sumOfNative(nextSum(accounts.length), granted);
    for (const { token, holders } of tokens)
      breaches.push(...this.#sumOfToken(token, nextSum(1), nextSum(holders.length)));
    return breaches;
  }

  #sumOfNative(held: bigint, granted: bigint): Breach[] {
    const initial = this.#genesis.reduce((sum, { native }) => sum + native, 0n);
    const extra = held - initial - granted + this.#burnt;
    if (extra === 0n) return [];
    const terms = `genesis ${initial}, granted ${granted}, burnt ${this.#burnt}: ${extra} too many`;
    return [{ id: "I-02", what: `${this.#chain.definition.symbol}: all accounts hold ${held} wei; ${terms}` }];
  }

  #sumOfToken(token: string, supply: bigint, held: bigint): Breach[] {
    const { definition } = this.#chain;
    const symbol = definition.tokens.find(({ address }) => address.toLowerCase() === token)?.symbol ?? token;
    const initial = this.#genesis.reduce((sum, { tokens }) => sum + (tokens[symbol] ?? 0n), 0n);
    const minted = this.#minted.get(token) ?? 0n;
    const place = `${definition.symbol} ${symbol}`;
    const breaches: Breach[] = [];
    if (held !== supply)
      breaches.push({ id: "I-01", what: `${place}: its holders have ${held}, the supply is ${supply}` });
    const terms = `genesis ${initial}, minted less burnt ${minted}`;
    if (supply !== initial + minted) breaches.push({ id: "I-01", what: `${place}: the supply is ${supply}; ${terms}` });
    return breaches;
  }

  /** Removes entries of blocks that a reorg has replaced. */
  async #removeReplaced(): Promise<void> {
    for (let top = this.#entries.length - 1; top >= 0; top -= 1) {
      if (top <= this.#chain.head.number && (await blockAt(this.#chain, top))?.hash === this.#entries[top]?.hash)
        return;
      this.#addUp(this.#entries.pop() as Entry, -1n);
      this.#removed += 1;
    }
  }

  #addUp({ burnt, minted = new Map() }: Entry, sign: bigint): void {
    this.#burnt += sign * burnt;
    for (const [token, value] of minted) this.#minted.set(token, (this.#minted.get(token) ?? 0n) + sign * value);
  }

  async #entryOf(block: Block): Promise<Entry> {
    const entry: Entry = { hash: block.hash, burnt: 0n };
    if (block.transactions.length > 0) this.#accounts.add(block.miner);
    for (const transaction of block.transactions) {
      const receipt = await receiptOf(this.#chain, transaction.hash);
      if (receipt === undefined) continue;
      entry.burnt += block.baseFee * receipt.gasUsed;
      for (const account of await accountsTouched(this.#chain, transaction)) this.#accounts.add(account);
      if (receipt.created !== null) this.#accounts.add(receipt.created);
      for (const moved of transfersIn(receipt.logs)) this.#addTransfer(entry, moved);
      const { definition } = this.#chain;
      const sender = { network: definition.symbol, address: transaction.from, height: block.number };
      if (!isOurSender(this.#db, sender)) continue;
      entry.ours ??= [];
      entry.ours.push(transaction.hash);
    }
    return entry;
  }

  #addTransfer(
    entry: Entry,
    { token, from, to, value }: { token: string; from: string; to: string; value: bigint },
  ): void {
    const holders = this.#holders.get(token);
    if (holders === undefined) return;
    const change = (by: bigint): void => {
      entry.minted ??= new Map();
      entry.minted.set(token, (entry.minted.get(token) ?? 0n) + by);
    };
    if (from === NATIVE) change(value);
    else holders.add(from);
    if (to === NATIVE) change(-value);
    else holders.add(to);
  }
}

/** Differences of an indexed block from its parent, the engine and the journal. */
function faultsOf(row: TailRow, below: TailRow | undefined, engine: string | undefined): string[] {
  const { height, hash, parent_hash: parent, journal } = row;
  const faults: string[] = [];
  if (engine !== hash) faults.push(`${height}: read in as ${hash}, the engine has ${engine ?? "none"}`);
  if (height > 0 && journal !== hash)
    faults.push(`${height}: read in as ${hash}, the journal has ${journal ?? "none"}`);
  if (below === undefined) return faults;
  if (below.height !== height - 1) faults.push(`${height - 1}: not read in`);
  if (below.hash !== parent) faults.push(`${height}: names the parent ${parent}, below it is ${below.hash}`);
  return faults;
}
