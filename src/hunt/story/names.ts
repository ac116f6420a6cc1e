// Who and what the steps of a kept story name: owners, and the addresses that they got.
import type { Adapter } from "../adapter.ts";
import { flat, type HuntStep, isMinted } from "../plan/step.ts";

/** What earlier steps gave the owners of a story: a payment to a network without a wallet goes to the address that its owner has elsewhere. */
export class Names {
  readonly #opened = new Map<string, string[]>();
  /** Owners whose addresses are named, not only who they are. */
  readonly #addressed: ReadonlySet<string>;
  readonly #ofOwner: boolean;
  /** The app calls its owners something else at the service, so they are paid by their addresses. */
  readonly #isOther: boolean;

  constructor({ actions }: Adapter, steps: readonly HuntStep[]) {
    const all = flat(steps);
    const opened = new Set(all.flatMap((step) => (step.do === "open" ? [`${step.owner} ${step.network}`] : [])));
    const isOther = actions?.open?.owner !== undefined || actions?.open?.own_names === true;
    const addressed = all.flatMap((step) =>
      step.do === "pay" && (isOther || isMinted(step) || !opened.has(`${step.owner} ${step.network}`))
        ? [step.owner]
        : [],
    );
    this.#addressed = new Set(addressed);
    this.#isOther = isOther;
    this.#ofOwner = JSON.stringify(actions?.reconcile ?? {}).includes("${owner}");
  }

  /** The owners whose books a repair job is asked for: all so far, or none by name. */
  get repaired(): string[] {
    return this.#ofOwner ? [...this.#opened.keys()] : ["a"];
  }

  open(owner: string, network: string): Record<string, unknown> {
    this.#opened.set(owner, [...(this.#opened.get(owner) ?? []), network]);
    const act = { name: "open", owner: nameOf(owner), network };
    return this.#addressed.has(owner) ? { act, save: { [walletOf(owner, network)]: "address" } } : { act };
  }

  uda(owner: string, network: string): Record<string, unknown> {
    this.#opened.set(owner, [...(this.#opened.get(owner) ?? []), ANY_NETWORK]);
    return { act: { name: "uda", owner: nameOf(owner), network } };
  }

  /** Who is paid on this network. */
  payee(owner: string, network: string): { owner: string } | { to: string } {
    const [first, ...others] = this.#opened.get(owner) ?? [];
    const opened = [first, ...others];
    if (first === undefined || opened.includes(ANY_NETWORK)) return { owner: nameOf(owner) };
    if (!opened.includes(network)) return { to: this.address(owner, first) };
    return this.#isOther ? { to: this.address(owner, network) } : { owner: nameOf(owner) };
  }

  /** The address that the wallet got when it was opened. */
  address(owner: string, network: string): string {
    return `\${${walletOf(owner, network)}}`;
  }
}

/** A universal deposit address has one on each network. */
const ANY_NETWORK = "any";

function walletOf(owner: string, network: string): string {
  return `wallet_${owner}_${network}`;
}

/** Differs from run to run, since the sandbox has another seed: an app may keep the books of an earlier run. */
export function nameOf(owner: string): string {
  return `${owner}-\${tenant_id}`;
}
