// Withdrawals: reserve the money, order the payout under the withdrawal's own id, and wait for what the chain says.
import { toUnits } from "./amounts.ts";
import type { Books, Withdrawal } from "./books.ts";
import { type Service, ServiceRefused, Unavailable } from "./service.ts";

const DECIMALS: Record<string, Record<string, number>> = {
  USDC: { ethereum: 6, polygon: 6, base: 6, arbitrum: 6, bsc: 18 },
  USDT: { ethereum: 6, polygon: 6, base: 6, arbitrum: 6, bsc: 18 },
  ETH: { ethereum: 18, base: 18, arbitrum: 18 },
  POL: { polygon: 18 },
  BNB: { bsc: 18 },
};
/** The shop's word for each state of a payout; the others are not final. */
const FINAL: Record<string, Withdrawal["state"]> = { confirmed: "paid", failed: "failed", expired: "failed" };

export type Order = { id: string; owner: string; network: string; asset: string; amount: string; to: string };

export class Withdrawals {
  readonly #books: Books;
  readonly #service: Service;
  readonly #vaultId: string;

  constructor(books: Books, service: Service, vaultId: string) {
    this.#books = books;
    this.#service = service;
    this.#vaultId = vaultId;
  }

  /** Takes an order once: a repeated one gets the withdrawal as it is. */
  async order(order: Order): Promise<Withdrawal> {
    const decimals = decimalsOf(order);
    const isNew = this.#books.reserve({ ...order, units: toUnits(order.amount, decimals), decimals });
    if (isNew) await this.#pay(order).catch(leaveOpen);
    return this.#books.withdrawal(order.id) as Withdrawal;
  }

  /** The reference is the withdrawal's id, so the service pays it once, however often it is asked. */
  async #pay({ id, network, asset, amount, to }: Order): Promise<void> {
    const body = { vault_id: this.#vaultId, asset, network_symbol: network, amount, to_address: to, reference_id: id };
    try {
      this.#note(id, await this.#service.record("POST", "/transfer/payout", body));
    } catch (error) {
      if (!(error instanceof ServiceRefused)) throw error;
      await this.#refused(id, error.status);
    }
  }

  /** 409: an earlier request was accepted and its answer lost. Any other refusal is final if the service does not know the payout. */
  async #refused(id: string, status: number): Promise<void> {
    const payout = await this.#find(id);
    if (payout !== undefined) this.#note(id, payout);
    else if (status !== 409) this.#books.settle(id, "failed", "");
  }

  // biome-ignore lint/suspicious/noExplicitAny: a record of the service
  async #find(reference: string): Promise<any> {
    const query = `vault_id=${this.#vaultId}&reference_id=${encodeURIComponent(reference)}`;
    const { data } = await this.#service.call("GET", `/transfer/payout?${query}`);
    return data[0];
  }

  #note(id: string, payout: { id: string; status: string }): void {
    const known = this.#books.withdrawal(id);
    // Answers may overtake each other: what is final stays.
    if (known === undefined || known.state !== "pending") return;
    this.#books.settle(id, FINAL[payout.status] ?? "pending", payout.id);
  }

  /** A transaction of a payout changed. One failed transaction does not mean that the payout failed: ask. */
  async changed(payoutId: string): Promise<void> {
    const payout = await this.#service.record("GET", `/transfer/payout/${payoutId}`);
    this.#note(payout.reference_id, payout);
  }

  /** Asks what became of withdrawals whose end is unknown; what the service does not know is ordered again, under the same reference. */
  async reconcile(owner?: string): Promise<void> {
    for (const withdrawal of this.#books.pending(owner)) {
      const payout = await this.#find(withdrawal.id);
      if (payout === undefined) await this.#pay(withdrawal);
      else this.#note(withdrawal.id, payout);
    }
  }
}

/** Nobody knows what became of the order: the money stays reserved until the service says it. */
function leaveOpen(error: unknown): void {
  if (!(error instanceof Unavailable)) throw error;
}

function decimalsOf({ network, asset }: Order): number {
  const decimals = DECIMALS[asset]?.[network];
  if (decimals === undefined) throw new ServiceRefused(400, `no ${asset} on ${network}`);
  return decimals;
}
