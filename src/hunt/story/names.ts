// Who and what the steps of a kept story name: owners, and the addresses that they got.
import type { Adapter } from "../adapter.ts";
import { flat, type HuntStep, isMinted } from "../plan/step.ts";

type Pay = Extract<HuntStep, { do: "pay" }>;

/** What earlier steps gave the owners of a story: a payment to a network without a wallet goes to the address that its owner has elsewhere. */
export class Names {
  /** Networks on which an owner has a named address, in the order in which they came. */
  readonly #places = new Map<string, string[]>();
  /** Owners with a universal address, by now. */
  readonly #universal = new Set<string>();
  /** Networks on which a payment names the address of its owner, not only who that is. */
  readonly #addressed: ReadonlyMap<string, ReadonlySet<string>>;
  /** Owners that are paid by their addresses: the service calls them otherwise, or knows a wallet and a universal address of theirs. */
  readonly #byAddress: ReadonlySet<string>;
  readonly #ofOwner: boolean;
  /** The app gives a universal address out as one for each network. */
  readonly #severally: boolean;

  constructor({ actions }: Adapter, steps: readonly HuntStep[]) {
    const all = flat(steps);
    const payments = all.filter((step): step is Pay => step.do === "pay");
    const isOther = actions?.open?.owner !== undefined || actions?.open?.own_names === true;
    const opened = all.filter((step) => step.do === "open");
    const wallets = new Set(opened.map(({ owner, network }) => `${owner} ${network}`));
    const universal = new Set(all.flatMap((step) => (step.do === "uda" ? [step.owner] : [])));
    const both = opened.map(({ owner }) => owner).filter((owner) => universal.has(owner));
    this.#byAddress = new Set(isOther ? payments.map(({ owner }) => owner) : both);
    const isNamed = ({ owner, network }: Pay): boolean => universal.has(owner) || wallets.has(`${owner} ${network}`);
    const named = payments.filter((step) => this.#byAddress.has(step.owner) || isMinted(step) || !isNamed(step));
    this.#addressed = new Map(
      [...Map.groupBy(named, ({ owner }) => owner)].map(([owner, list]) => [
        owner,
        new Set(list.map(({ network }) => network)),
      ]),
    );
    this.#severally = actions?.uda?.addresses !== undefined;
    this.#ofOwner = JSON.stringify(actions?.reconcile ?? {}).includes("${owner}");
  }

  /** The owners whose books a repair job is asked for: all so far, or none by name. */
  get repaired(): string[] {
    return this.#ofOwner ? [...this.#places.keys()] : ["a"];
  }

  open(owner: string, network: string): Record<string, unknown> {
    this.#add(owner, [network]);
    const act = { name: "open", owner: nameOf(owner), network };
    return this.#addressed.has(owner) ? { act, save: { [walletOf(owner, network)]: "address" } } : { act };
  }

  uda(owner: string, network: string): Record<string, unknown> {
    this.#universal.add(owner);
    const addressed = [...(this.#addressed.get(owner) ?? [])];
    const networks = this.#severally ? addressed : [network];
    this.#add(owner, networks);
    const act = { name: "uda", owner: nameOf(owner), network };
    if (addressed.length === 0) return { act };
    return { act, save: Object.fromEntries(networks.map((one) => [walletOf(owner, one), `addresses.${one}`])) };
  }

  /** Who is paid on this network. */
  payee(owner: string, network: string): { owner: string } | { to: string } {
    const places = this.#places.get(owner);
    if (places === undefined) return { owner: nameOf(owner) };
    if (this.#byAddress.has(owner)) return { to: this.address(owner, network) };
    const isKnown = this.#universal.has(owner) || places.includes(network);
    return isKnown ? { owner: nameOf(owner) } : { to: this.address(owner, network) };
  }

  /** The address that the wallet got when it was opened; on a network without one, the address that the owner got first. */
  address(owner: string, network: string): string {
    const places = this.#places.get(owner) ?? [];
    return `\${${walletOf(owner, places.includes(network) ? network : (places[0] ?? network))}}`;
  }

  #add(owner: string, networks: readonly string[]): void {
    this.#places.set(owner, [...new Set([...(this.#places.get(owner) ?? []), ...networks])]);
  }
}

function walletOf(owner: string, network: string): string {
  return `wallet_${owner}_${network}`;
}

/** Differs from run to run, since the sandbox has another seed: an app may keep the books of an earlier run. */
export function nameOf(owner: string): string {
  return `${owner}-\${tenant_id}`;
}
