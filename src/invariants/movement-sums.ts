// Sums of movements by address. Final movements are added once, so a long history costs no more than a short one.
import type { Database } from "../db/database.ts";
import { GAS_CORRECTION, OPENING_SPENT, VALUE_CORRECTION } from "../domain/movement/movement.ts";
import { type BookedMovement, movementsAfter, movementsNumbered } from "./queries/movements.ts";

/**
 * Sums of one asset at one address. `booked`: confirmed. `onChain`: in a block of the current chain, which the chain must show.
 * `granted`: what genesis and state changes gave, less what they took. `missing`: movements whose transaction a forced reorg removed.
 * `corrected`: a forced reorg changed the receipt of one of them.
 */
export type Sums = { booked: bigint; onChain: bigint; granted: bigint; missing: string[]; corrected: boolean };

type ByAsset = Map<string, Sums>;

/** Only a forced reorg changes such a row, and after one everything is summed again. */
const isFinal = ({ state, stands }: BookedMovement): boolean => state === "confirmed" && stands === 1;

export class MovementSums {
  readonly #db: Database;
  readonly #final = new Map<string, ByAsset>();
  /** Ids of rows that were read and are not final, by address. */
  readonly #open = new Map<string, Set<number>>();
  #upTo = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The id of the last movement read. */
  get upTo(): number {
    return this.#upTo;
  }

  /** Reads the next movements; returns their addresses. */
  advance(limit: number): { addresses: Set<string>; caughtUp: boolean } {
    const rows = movementsAfter(this.#db, this.#upTo, limit);
    for (const row of rows) {
      this.#upTo = row.id;
      if (isFinal(row)) add(this.#final, row);
      else if (row.state !== "orphaned") this.#openOf(row.address_id).add(row.id);
    }
    return { addresses: new Set(rows.map(({ address_id: id }) => id)), caughtUp: rows.length < limit };
  }

  /** The current sums of an address by asset, over the movements read so far. */
  of(addressId: string): ReadonlyMap<string, Sums> {
    const open = this.#open.get(addressId);
    const left: BookedMovement[] = [];
    for (const row of open === undefined ? [] : movementsNumbered(this.#db, [...open])) {
      const settled = isFinal(row) || row.state === "orphaned";
      if (isFinal(row)) add(this.#final, row);
      else if (!settled) left.push(row);
      if (settled) open?.delete(row.id);
    }
    if (open?.size === 0) this.#open.delete(addressId);
    const sums = new Map([...(this.#final.get(addressId) ?? [])].map(([asset, one]) => [asset, { ...one }] as const));
    const all = new Map([[addressId, sums]]);
    for (const row of left) add(all, row);
    return sums;
  }

  #openOf(addressId: string): Set<number> {
    const known = this.#open.get(addressId);
    if (known !== undefined) return known;
    const fresh = new Set<number>();
    this.#open.set(addressId, fresh);
    return fresh;
  }
}

function add(
  to: Map<string, ByAsset>,
  { address_id: id, asset, kind, raw, state, ordinal, stands, journaled }: BookedMovement,
): void {
  const sheet = to.get(id) ?? new Map<string, Sums>();
  to.set(id, sheet);
  const known = sheet.get(asset);
  const sums = known ?? { booked: 0n, onChain: 0n, granted: 0n, missing: [], corrected: false };
  if (known === undefined) sheet.set(asset, sums);
  const signed = kind === "in" || kind === "grant" ? BigInt(raw) : -BigInt(raw);
  if (state === "confirmed") sums.booked += signed;
  if (journaled === 1) sums.granted += signed;
  if (ordinal === VALUE_CORRECTION || ordinal === GAS_CORRECTION) sums.corrected = true;
  // The chain had this coin all the time: it is in the opening balance.
  if (ordinal <= OPENING_SPENT) return;
  if (stands === 1) sums.onChain += signed;
  else sums.missing = [...sums.missing, `${kind} ${raw}`];
}
