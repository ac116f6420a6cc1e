// Watches one customer: what passes through the proxy, and what the app asks the service meanwhile; pays as soon as there is an address.
import { control } from "../../scenario/http-client.ts";
import { unitOf } from "../judge/units.ts";
import type { Place } from "../plan/step.ts";
import { givePlenty } from "../world/plenty.ts";
import type { Setting } from "../world/setting.ts";
import type { SeenCall } from "./cause.ts";
import { paymentOf } from "./derive-actions.ts";
import { isShown } from "./derive-books.ts";
import { type DerivedOpen, deriveOpen } from "./derive-open.ts";
import { parsedOrNull, serviceCallsAfter } from "./service-calls.ts";
import type { WatchedRequest } from "./watched-request.ts";

/** What the customer of the traffic is paid: no amount that somebody types by chance. */
export const PAID = "1234.56";
/** Calls that are kept. */
const MAX_CALLS = 2_000;

export type WatchDependencies = {
  readonly appOrigin: string;
  tell(line: string): void;
  exchanges(): readonly WatchedRequest[];
  /** Everything was seen. */
  onAll(): void;
};

export class Watch {
  readonly calls: SeenCall[] = [];
  open: DerivedOpen | null = null;
  /** A GET showed what was paid; a request led to a payout. */
  shown: WatchedRequest | null = null;
  payout: SeenCall | null = null;
  readonly #setting: Setting;
  readonly #origin: string;
  readonly #tell: (line: string) => void;
  readonly #exchanges: () => readonly WatchedRequest[];
  readonly #onAll: () => void;
  #cursor = 0;
  #work: Promise<void> = Promise.resolve();
  #fault: unknown;

  constructor(setting: Setting, { appOrigin, tell, exchanges, onAll }: WatchDependencies) {
    this.#setting = setting;
    this.#origin = appOrigin;
    this.#tell = tell;
    this.#exchanges = exchanges;
    this.#onAll = onAll;
  }

  /** An answer passed; it is looked at after those before. */
  readonly take = (exchange: WatchedRequest): void => {
    this.#work = this.#work
      .then(() => this.#look(exchange))
      .catch((error: unknown) => {
        this.#fault ??= error;
        this.#onAll();
      });
  };

  /** Resolves when all that passed is looked at. @throws what a look threw, such as HostFault */
  async settled(): Promise<void> {
    await this.#work;
    if (this.#fault !== undefined) throw this.#fault;
  }

  /** Where the customer is paid. */
  get place(): Place {
    const [usual] = this.#setting.accepts;
    const network = this.open?.network ?? usual?.network ?? "base";
    return usual?.network === network ? usual : { network, asset: usual?.asset ?? "USDC" };
  }

  /** Reads what the app asked since the last look, and lets happen what is planned. @throws HostFault */
  async calm(until: number): Promise<void> {
    await control(this.#setting.host, "POST", "/run-until-idle", { advance: true, limit: "1h" });
    const fresh = await serviceCallsAfter(this.#setting.host, this.#cursor);
    this.#cursor = fresh.at(-1)?.sequence ?? this.#cursor;
    if (this.calls.length < MAX_CALLS) this.calls.push(...fresh.map((one) => ({ ...one, until })));
    for (const call of fresh) this.#see({ ...call, until });
  }

  async #look(exchange: WatchedRequest): Promise<void> {
    await this.calm(exchange.number);
    if (this.open === null) await this.#lookForOpen();
    else if (this.shown === null) this.#lookForBooks(exchange);
    if (this.open !== null && this.shown !== null && this.payout !== null) this.#onAll();
  }

  async #lookForOpen(): Promise<void> {
    const { host, sandbox, ownKey } = this.#setting;
    const made = this.calls.filter(({ operation, status }) => operation === "createWallet" && status < 300);
    const found = made.map((call) => deriveOpen(call, this.#exchanges(), this.#origin)).find((one) => one !== null);
    if (found === undefined) return;
    this.open = found;
    const { exchange, owner, address, network } = found;
    this.#tell(`seen: ${textOf(exchange)} → POST /wallets: ${owner} on ${network}, ${short(address)}`);
    const place = this.place;
    await givePlenty(host, ownKey, sandbox.vaultId, [place]);
    await control(host, "POST", "/deposits", { ...place, to_address: address, amount: PAID });
    await this.calm(exchange.number);
    this.#tell(`paid: ${PAID} ${place.asset} on ${place.network} to ${short(address)}`);
    this.#tell("next: ask your app what this customer has: a GET that answers JSON");
  }

  #lookForBooks(exchange: WatchedRequest): void {
    const { network, asset } = this.place;
    const amount = { text: PAID, decimals: unitOf(network, asset)?.decimals ?? 0 };
    if (exchange.method !== "GET" || !isShown(parsedOrNull(exchange.replyBody), amount)) return;
    this.shown = exchange;
    this.#tell(`seen: ${textOf(exchange)} shows ${PAID}`);
    if (this.payout === null)
      this.#tell("next: withdraw some of it to any address; or press Enter to leave withdrawals out");
  }

  #see(call: SeenCall): void {
    if (call.operation === "createUda" && call.status < 300) this.#tell("seen: POST /uda");
    const payment = call.operation === "createPayout" && call.status < 300 ? paymentOf(call) : null;
    if (payment === null || this.payout !== null) return;
    this.payout = call;
    this.#tell(`seen: POST /transfer/payout of ${payment.amount} ${payment.asset} to ${short(payment.to)}`);
  }
}

/** `POST /orders → 201`. */
export function textOf({ method, target, status }: WatchedRequest): string {
  return `${method} ${target.split("?")[0]} → ${status}`;
}

function short(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
