// Movements of value at watched addresses: the ledger from which every balance of the API is computed (R-066…R-070).

/**
 * `grant` is native coin without a transaction (genesis or a journaled state change): it makes no deposit (H-05). An `out`
 * without a transaction is native coin that a state change took.
 */
export type MovementKind = "in" | "out" | "gas" | "grant";

/** What a movement adds to the balance of its address, in base units: below zero for what leaves. */
export function signedRaw(kind: MovementKind, raw: string | bigint): bigint {
  return kind === "in" || kind === "grant" ? BigInt(raw) : -BigInt(raw);
}

/**
 * Ordinals of correcting movements: a forced reorg removed a transaction whose movements were confirmed, and it was mined
 * again with another receipt. They book the difference, of value or of gas, so that the sum follows the chain.
 */
export const VALUE_CORRECTION = -2;
export const GAS_CORRECTION = -3;

/**
 * Ordinals of movements that bring opening coin into the books in the moment in which somebody else than the service spends it, as value
 * or as gas: the balance that the API shows ends at zero. They have no counterpart on the chain, where the coin was there all the time (I-10).
 */
export const OPENING_SPENT = -4;
export const OPENING_SPENT_AS_GAS = -5;

/** One movement of base units. `ordinal` is its place within the transaction; append-only. */
export type NewMovement = {
  addressId: string;
  network: string;
  /** Asset key: lower-case contract address, zero address for the native coin. */
  asset: string;
  kind: MovementKind;
  raw: bigint;
  txHash: string;
  ordinal: number;
  height: number;
};

export type Balance = { confirmed: bigint; held: bigint };

/** The amount available for a new payment: confirmed less reserved (H-14). */
export function available(balance: Balance): bigint {
  return balance.confirmed - balance.held;
}

/** One (address, asset) whose confirmed balance changed, for `balance.updated` (H-83). */
export type BalanceChange = { addressId: string; asset: string; previous: bigint; current: bigint };
