// What was derived and holds: each part of the adapter is tried before it is kept, and what is missing has its reason (U-03).
import type { Action, ActionName, Adapter } from "../adapter.ts";
import type { AdaptedApp } from "../app/adapted-app.ts";
import { unitOf } from "../judge/units.ts";
import type { Place } from "../plan/step.ts";
import { deriveReconcile, deriveUda, deriveWithdraw } from "./derive-actions.ts";
import { bookUrls, type DerivedOpen, deriveOpen } from "./derive-open.ts";
import type { Books, Probe } from "./probe.ts";
import { LOOKS } from "./service-calls.ts";
import type { Template } from "./template.ts";
import type { Watch } from "./watch.ts";
import type { WatchedRequest } from "./watched-request.ts";

export type Missing = { readonly what: "open" | "books" | "withdraw" | "uda" | "worlds"; readonly why: string };

/** Other places that are tried when the books name network and asset of each credit. */
const ELSEWHERE: readonly Place[] = [
  { network: "polygon", asset: "USDT" },
  { network: "bsc", asset: "USDC" },
  { network: "ethereum", asset: "ETH" },
];
/** Assets that are tried in their order, where the network has them. */
const ASSETS = ["USDC", "USDT", "ETH", "BNB", "POL"];

export type Traffic = {
  readonly watch: Watch;
  readonly exchanges: readonly WatchedRequest[];
  /** Where the app is: what is derived names it. */
  readonly appOrigin: string;
};

export class Found {
  adapter: Adapter;
  readonly holds: string[] = [];
  readonly missing: Missing[] = [];
  readonly #probe: Probe;
  readonly #traffic: Traffic;
  readonly #accepts: readonly Place[] | undefined;

  constructor(adapter: Adapter, probe: Probe, traffic: Traffic) {
    this.adapter = adapter;
    this.#probe = probe;
    this.#traffic = traffic;
    this.#accepts = adapter.accepts;
  }

  /** Derives each part from the traffic and tries it on customers of the hunt. @throws HostFault, AppFault */
  async derive(app: AdaptedApp): Promise<void> {
    const { watch, exchanges, appOrigin } = this.#traffic;
    // All that passed afterwards tells what the app calls the customer.
    const seen = watch.open === null ? null : deriveOpen(watch.open.call, exchanges, appOrigin);
    if (seen === null) return this.miss("open", whyNoOpen(watch));
    const open = await this.#opening(seen);
    if (typeof open === "string") return this.miss("open", `${open} for a customer of the hunt, and it got no wallet`);
    this.holds.push(`open       ${lineOf(open.action)}: the customer got a wallet`);
    this.#keep("open", open.action);
    await this.#deriveUda();
    const books = await this.#deriveBooks(open);
    if (books === null) return;
    await this.#deriveWithdraw(open, books);
    this.#deriveReconcile(open);
    await this.#deriveAccepts(open, books.place);
    await this.#deriveKeeps({ ...books, source: this.adapter.books ?? books.source }, app);
  }

  /** How a customer of the hunt gets a wallet: by the request alone, or in a session that others begin; or why it gets none. */
  async #opening(open: DerivedOpen): Promise<DerivedOpen | string> {
    let last = "";
    for (const action of [open.action, ...open.further]) {
      const why = await this.#probe.opened(this.#probe.world({ actions: { open: action } }), open.network);
      if (why === null) return { ...open, action };
      last = why;
    }
    return last;
  }

  miss(what: Missing["what"], why: string): void {
    this.missing.push({ what, why });
  }

  async #deriveBooks(open: DerivedOpen): Promise<Books | null> {
    const { watch, exchanges, appOrigin } = this.#traffic;
    const { network, asset: usual } = watch.place;
    const urls: Template["action"][] = bookUrls(exchanges, open, appOrigin);
    const others = ASSETS.filter((one) => one !== usual && unitOf(network, one) !== null);
    const assets = this.#accepts === undefined ? [usual, ...others] : [usual];
    const whys: string[] = [];
    for (const asset of assets) {
      const found = await this.#probe.books(this.adapter.actions ?? {}, urls, { network, asset });
      if (typeof found === "string") {
        whys.push(found);
        continue;
      }
      const { url = "" } = found.source;
      this.holds.push(`books      GET ${url.slice(appOrigin.length)}: showed each of two payments`);
      this.adapter = { ...this.adapter, accepts: this.#accepts ?? [found.place], books: found.source };
      return found;
    }
    this.miss("books", whys[0] ?? "no GET passed");
    return null;
  }

  async #deriveWithdraw(open: DerivedOpen, books: Books): Promise<void> {
    const { watch, exchanges, appOrigin } = this.#traffic;
    if (watch.payout === null)
      return this.miss("withdraw", "your app called POST /transfer/payout for no request through the proxy");
    const derived = deriveWithdraw(watch.payout, exchanges, { open, appOrigin });
    if (typeof derived === "string") return this.miss("withdraw", derived);
    const tried = await this.#probe.withdrawal({ ...this.adapter.actions, withdraw: derived.action }, books);
    if (typeof tried === "string") return this.miss("withdraw", tried);
    this.#keep("withdraw", derived.action);
    this.adapter = { ...this.adapter, books: tried.source };
    const listed = tried.source.withdrawals === undefined ? "" : `; the books list it at ${tried.source.withdrawals}`;
    this.holds.push(`withdraw   ${lineOf(derived.action)}: the target got it${listed}`);
  }

  async #deriveUda(): Promise<void> {
    const { watch, exchanges, appOrigin } = this.#traffic;
    const call = watch.calls.find(({ operation, status }) => operation === "createUda" && status < 300);
    if (call === undefined) return;
    const derived = deriveUda(call, exchanges, appOrigin);
    if (derived === null) return this.miss("uda", "no request through the proxy held the owner of the address");
    const why = await this.#probe.uda({ ...this.adapter.actions, uda: derived.action }, watch.place.network);
    if (why !== null) return this.miss("uda", why);
    this.#keep("uda", derived.action);
    this.holds.push(`uda        ${lineOf(derived.action)}: the customer got addresses`);
  }

  #deriveReconcile(open: DerivedOpen): void {
    const { watch, exchanges, appOrigin } = this.#traffic;
    const action = deriveReconcile(watch.calls, exchanges, { open, appOrigin, looks: LOOKS });
    if (action === null) return;
    this.#keep("reconcile", action);
    this.holds.push(`reconcile  ${lineOf(action)}`);
  }

  /** Where the books name network and asset of each credit, other places may be credited as what they are. */
  async #deriveAccepts({ action }: DerivedOpen, { network }: Place): Promise<void> {
    const { books = {}, actions = {}, accepts = [] } = this.adapter;
    const isNamed = [books.network, books.asset, books.total, books.balance].every((one) => one === undefined);
    if (this.#accepts !== undefined || !isNamed || !JSON.stringify(action).includes("${network}")) return;
    const found = [...accepts];
    for (const place of ELSEWHERE)
      if (place.network !== network && (await this.#probe.accepts(actions, books, place))) found.push(place);
    this.adapter = { ...this.adapter, accepts: found };
    this.holds.push(`accepts    ${found.map((one) => `${one.network}/${one.asset}`).join(", ")}`);
  }

  async #deriveKeeps(books: Books, app: AdaptedApp): Promise<void> {
    const before = await this.#probe.answer(books.world, books.source);
    await app.restart();
    if (await this.#probe.isKept(books, before)) {
      this.holds.push("keeps      the books survive a restart of your app");
      return;
    }
    this.adapter = { ...this.adapter, keeps: false };
    this.holds.push("keeps      no: the books are in memory, so your app is not restarted");
  }

  #keep(name: ActionName, action: Action): void {
    this.adapter = { ...this.adapter, actions: { ...this.adapter.actions, [name]: action } };
  }
}

function whyNoOpen({ calls }: Watch): string {
  return calls.some(({ operation }) => operation === "createWallet")
    ? "no request through the proxy held the owner or the address of the new wallet"
    : "your app called POST /wallets for no request through the proxy";
}

function lineOf({ first = [], ...last }: Action): string {
  const texts = [...first, last].map(
    ({ method = "POST", url = "" }) => `${method} ${url.replace(/^https?:\/\/[^/]*/, "")}`,
  );
  return texts.join(", ");
}
