// Judges a story that `run` plays by the rules of the hunt: the runner says what it asked of the app, and the rules read the rest (U-20).
import { RULE_IDS } from "../judge/rule.ts";
import type { HuntStep, Place } from "../plan/step.ts";
import { learnNames, open as openWallet, valuesOf, walletOf } from "./app-steps.ts";
import { look } from "./look.ts";
import { rest } from "./rest.ts";
import type { Setting } from "./setting.ts";
import { markChanges, StoryWorld } from "./story-world.ts";

type Order = Place & { readonly id: string; readonly owner: string; readonly amount: string; readonly to: string };

export class StoryJudge {
  readonly #world: StoryWorld;
  readonly #steps: readonly HuntStep[];

  /** `steps`: those of the story, as far as rules ask for them. */
  constructor(setting: Setting, steps: readonly HuntStep[]) {
    this.#world = new StoryWorld(setting, 0);
    this.#steps = steps;
    markChanges(this.#world, steps);
  }

  /**
   * The app was asked for a wallet, and called its owner so if it chooses names. Resolves with the address, which the service knows also
   * where the answer was lost; null for none.
   */
  async opened(
    owner: string,
    network: string,
    { address, called }: { address: string | null; called: string | null },
  ): Promise<string | null> {
    if (address !== null) await learnNames(this.#world, { owner, address, called });
    const found = address ?? (await walletOf(this.#world, owner, network));
    const places = this.#placesOf(owner);
    if (found !== null) places.set(network, found);
    return found;
  }

  /** Opens a wallet for an app that has no action for it, as the hunt does. */
  async open(owner: string, network: string): Promise<string | null> {
    await openWallet(this.#world, { owner, network });
    return this.#placesOf(owner).get(network) || null;
  }

  /** The app was asked for a universal deposit address. */
  gotUda(owner: string, network: string, address: string | null, addresses: Readonly<Record<string, string>>): void {
    const places = this.#placesOf(owner);
    for (const [symbol, one] of Object.entries(addresses)) places.set(symbol, one);
    if (address !== null) places.set(network, address);
  }

  withdrew({ owner, ...order }: Order): void {
    if (this.#world.withdrawals.has(order.id)) return;
    const names = { owner: this.#world.nameOf(owner), called: this.#world.calledOf(owner) };
    this.#world.withdrawals.set(order.id, { ...order, ...names });
  }

  /** What the app calls an owner of the story, and where that owner is paid. */
  namesOf(owner: string): { owner: string; address: string } {
    const { address = "" } = valuesOf(this.#world, { owner });
    return { owner: this.#world.calledOf(owner), address };
  }

  restarted(): void {
    this.#world.restarts += 1;
  }

  /** What breaks one of these rules: as things are, and once everything that is planned has happened. @throws AppFault, BooksFault, HostFault */
  async judge(rules: readonly string[]): Promise<string[]> {
    const wanted = new Set(RULE_IDS.filter((one) => rules.includes(one)));
    await look(this.#world);
    await this.#world.calls.flush();
    const why = await rest(this.#world, this.#steps);
    const broken = this.#world.breaches.filter(({ rule }) => wanted.has(rule));
    if (broken.length > 0) return broken.map(({ rule, what }) => `${rule}: ${what}`);
    return why === null ? [] : [`it could not be judged: ${why}`];
  }

  #placesOf(owner: string): Map<string, string> {
    const places = this.#world.owners.get(owner) ?? new Map<string, string>();
    this.#world.owners.set(owner, places);
    return places;
  }
}
