// Notices clients that wait for more confirmations, so that the loop can go on mining for them.
import type { WallClock } from "../kernel/wall-clock.ts";

/**
 * Once a receipt is known, viem and ethers ask for nothing but the height until it has enough confirmations, so
 * height polls count for this long after a receipt poll.
 */
export const RECEIPT_INTEREST_MS = 120_000;

export type ConfirmationWaits = {
  receiptPolled(network: string): void;
  headPolled(network: string): void;
  /** Somebody is told of every head, or collects them. */
  headAwaited(network: string): void;
};

type WaitParts = { wall: WallClock; clientWaits(network: string): void };

export function createConfirmationWaits({ wall, clientWaits }: WaitParts): ConfirmationWaits {
  const receiptAtMs = new Map<string, number>();
  return {
    receiptPolled(network) {
      receiptAtMs.set(network, wall.monotonic());
      clientWaits(network);
    },
    headPolled(network) {
      const atMs = receiptAtMs.get(network);
      if (atMs !== undefined && wall.monotonic() - atMs <= RECEIPT_INTEREST_MS) clientWaits(network);
    },
    headAwaited: clientWaits,
  };
}
