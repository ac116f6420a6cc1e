// Deposits and settlements become credits. The state of the record decides, not the order in which webhooks come.

import { Refused } from "./amounts.ts";
import type { Books } from "./books.ts";
import { type Service, ServiceRefused } from "./service.ts";

const PAGE_SIZE = 5;
/** Where the money of all Universal Deposit Addresses is settled to. */
const TREASURY = { address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", network_id: "9001", asset_symbol: "USDC" };
const TREASURY_NETWORK = "arbitrum";

// biome-ignore lint/suspicious/noExplicitAny: records of the service are read member by member
type Json = any;

export class Deposits {
  readonly #books: Books;
  readonly #service: Service;

  constructor(books: Books, service: Service) {
    this.#books = books;
    this.#service = service;
  }

  /** The address of a customer on a network. The key makes a repeated request return the same wallet. */
  async open(owner: string, network: string): Promise<string> {
    const known = this.#books.wallet(owner, network);
    if (known !== undefined) return known.address;
    const body = { owner, network_symbol: network };
    const wallet = await this.#service.record("POST", "/wallets", body, { "Idempotency-Key": `${owner}-${network}` });
    this.#books.addWallet({ address: wallet.address, network, owner });
    return wallet.address;
  }

  /** One address on all networks; what arrives is settled to the treasury and credited with what arrived there. */
  async openUda(owner: string): Promise<Json> {
    const uda = await this.#service.record("POST", "/uda", { owner, destination: TREASURY });
    this.#books.addUda(uda.id, owner, TREASURY_NETWORK, uda.destination.token_decimals);
    return uda;
  }

  /** `deposit.confirmed`. Deposits at a UDA are credited by their settlement. */
  async confirmed(deposit: Json): Promise<void> {
    const owner = this.#books.ownerOf(deposit.to_address, deposit.network_symbol) ?? (await this.#forgotten(deposit));
    if (owner === undefined) return;
    // After a reorg the webhook of a confirmation may come later than the one of the failure: ask what holds.
    if (this.#books.stateOf(deposit.id) === "taken back" && !(await this.#isConfirmed(deposit.id))) return;
    this.#books.credit({
      id: deposit.id,
      kind: "deposit",
      owner,
      txId: deposit.tx_id,
      network: deposit.network_symbol,
      asset: deposit.symbol,
      units: BigInt(deposit.balance.raw),
      decimals: deposit.decimal,
    });
  }

  /** A wallet whose answer was lost before it was written down: the service knows its owner. */
  async #forgotten(deposit: Json): Promise<string | undefined> {
    if (deposit.to_wallet_category === "uda" || deposit.owner === "") return undefined;
    const { data } = await this.#service.call("GET", `/wallets/owner/${encodeURIComponent(deposit.owner)}?limit=100`);
    const same = (one: Json) => one.address === deposit.to_address && one.network_symbol === deposit.network_symbol;
    if (!data.some(same)) return undefined;
    this.#books.addWallet({ address: deposit.to_address, network: deposit.network_symbol, owner: deposit.owner });
    return deposit.owner;
  }

  /** `transaction.failed` of a deposit: a reorg removed it. It is taken back first; the service may know that it is back already. */
  async failed(depositId: string): Promise<void> {
    this.#books.takeBack(depositId);
    if (await this.#isConfirmed(depositId)) this.#books.giveAgain(depositId);
  }

  /** Asks again when the deposit was removed while the answer was on its way. */
  async #isConfirmed(depositId: string): Promise<boolean> {
    for (;;) {
      const removals = this.#books.removals(depositId);
      const { data } = await this.#service.call("GET", `/transactions?source_id=${depositId}&type=deposit`);
      if (removals === this.#books.removals(depositId)) return data[0]?.status === "confirmed";
    }
  }

  /** `uda.settlement.completed`: the money is at the treasury. */
  async settled(settlement: Json): Promise<void> {
    if (settlement.status !== "completed") return;
    const uda = this.#books.uda(settlement.uda_id) ?? (await this.#forgottenUda(settlement.uda_id));
    const { destination } = settlement;
    this.#books.credit({
      id: settlement.id,
      kind: "settlement",
      owner: uda.owner,
      txId: destination.tx_hash,
      network: uda.network,
      asset: destination.asset_symbol,
      units: BigInt(destination.amount),
      decimals: uda.decimals,
    });
  }

  /** A UDA whose answer was lost before it was written down. */
  async #forgottenUda(id: string): Promise<{ owner: string; network: string; decimals: number }> {
    const uda = await this.#service.record("GET", `/uda/${id}`);
    const known = { owner: uda.owner, network: TREASURY_NETWORK, decimals: uda.destination.token_decimals };
    this.#books.addUda(id, known.owner, known.network, known.decimals);
    return known;
  }

  /** Finds what no webhook told: confirmed deposits and completed settlements of an owner. */
  async reconcile(owner: string): Promise<void> {
    const query = `/transactions?owner=${encodeURIComponent(owner)}&type=deposit&status=confirmed`;
    const confirmed = new Set<string>();
    for await (const { source_id: id } of this.#service.pages(query, PAGE_SIZE)) {
      confirmed.add(id);
      if (this.#books.stateOf(id) !== "credited")
        await this.confirmed(await this.#service.record("GET", `/deposits/${id}`));
    }
    const gone = this.#books.credits(owner).filter(({ id, kind }) => kind === "deposit" && !confirmed.has(id));
    for (const { id } of gone) await this.failed(id);
    for (const id of this.#books.udasOf(owner)) await this.#reconcileUda(id);
  }

  async #reconcileUda(id: string): Promise<void> {
    for (let offset = 0; ; offset += PAGE_SIZE) {
      const page = await this.#service.record("GET", `/uda/${id}/settlements?limit=${PAGE_SIZE}&offset=${offset}`);
      for (const settlement of page.items) await this.settled(settlement);
      if (page.items.length < PAGE_SIZE) return;
    }
  }
}

/** The answer to a customer for an error of the service. */
export function asRefusal(error: unknown): Error {
  return error instanceof ServiceRefused ? new Refused(error.message) : (error as Error);
}
