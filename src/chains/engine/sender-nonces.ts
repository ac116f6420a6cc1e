// The least next nonces of senders, known from mined blocks: most transactions are admitted without asking the engine.
import type { Hex } from "viem";
import { BoundedMap } from "../../kernel/bounded-map.ts";

/** Senders that are remembered; the oldest are forgotten first. */
const MAX_SENDERS = 4_096;

export class SenderNonces {
  readonly #least = new BoundedMap<Hex, number>(MAX_SENDERS);

  /** Transactions of a block on top of the head; numbers in hex. */
  mined(transactions: readonly { from: Hex; nonce: Hex }[]): void {
    for (const { from, nonce } of transactions) {
      // Removed first, so that it counts as the newest.
      this.#least.delete(from);
      this.#least.set(from, Number(nonce) + 1);
    }
  }

  /** The engine went back: nonces are lower now. */
  clear(): void {
    this.#least.clear();
  }

  /**
   * True when `nonce`, of a transaction that the engine has accepted, is the sender's next: it is not below the account's nonce then,
   * and the account's nonce is not below what was mined. It may be above that, since delegated code can create contracts.
   */
  isNext({ sender, nonce }: { sender: Hex; nonce: number }): boolean {
    return nonce === (this.#least.get(sender) ?? 0);
  }
}
