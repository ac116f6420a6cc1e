// Detects clients that wait for more confirmations, so that the loop mines further blocks for them.
import type { WallClock } from "../kernel/wall-clock.ts";

/**
 * Once viem and ethers have a receipt, they only poll the height until it has enough confirmations: so a height poll
 * counts as waiting for this long (ms of wall time) after a receipt poll.
 */
export const RECEIPT_INTEREST_MS = 120_000;

export type ConfirmationWaits = {
  receiptPolled(network: string): void;
  headPolled(network: string): void;
  /** A client has a `newHeads` subscription or polls a block filter. */
  headAwaited(network: string): void;
};

type WaitDependencies = { wall: WallClock; clientWaits(network: string): void };

export function createConfirmationWaits({ wall, clientWaits }: WaitDependencies): ConfirmationWaits {
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
