// Judges a story that `run` plays by the rules of the hunt: the runner says what it asked of the app, and the rules read the rest (U-20).
import type { Step } from "../../scenario/scenario.ts";
import type { ActAnswer } from "../app/app.ts";
import { RULE_IDS } from "../judge/rule.ts";
import { plainWithdrawal } from "../plan/assemble.ts";
import type { HuntStep, Place } from "../plan/step.ts";
import { askToOpen, keepOpened, open as openWallet, valuesOf, walletOf } from "./app-steps.ts";
import { learnWithdrawable } from "./last-orders.ts";
import { look } from "./look.ts";
import { keepAnswer } from "./orders.ts";
import { play } from "./play.ts";
import { rest } from "./rest.ts";
import { type Setting, usualPlace } from "./setting.ts";
import { isReadAfter, markChanges, StoryWorld } from "./story-world.ts";

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
   * Asks the app for a wallet as a customer does, who tries once more. `found`: the address, which the service knows also where the answer was
   * lost; null for none.
   */
  async ask(
    owner: string,
    network: string,
    more: Record<string, string>,
  ): Promise<ActAnswer & { found: string | null }> {
    const answer = await askToOpen(this.#world, { owner, network }, more);
    const shown = await keepOpened(this.#world, { owner, network }, answer);
    return { ...answer, found: shown ?? (await walletOf(this.#world, this.#world.nameOf(owner), network)) };
  }

  /** Reads the books as a hunt does behind such a step: what an app does then may depend on having been read (U-20). */
  async stepped(step: Step, next: Step | undefined): Promise<void> {
    if (!isReadAfter(this.#world, step, next)) return;
    await look(this.#world);
    await this.#world.calls.flush();
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

  /** What the app answered to a withdrawal. */
  answered(id: string, answer: Pick<ActAnswer, "ok" | "status">): void {
    keepAnswer(this.#world, id, answer);
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
    if (this.#world.breaches.some(({ rule }) => rule === "B-18") && (await this.#keepsAsMuchWithoutTrouble()))
      wanted.delete("B-18");
    const broken = this.#world.breaches.filter(({ rule }) => wanted.has(rule));
    if (broken.length > 0) return broken.map(({ rule, what }) => `${rule}: ${what}`);
    return why === null ? [] : [`it could not be judged: ${why}`];
  }

  /** A hunt learns before its first world what of the money that is left can be withdrawn; a story does when it matters. */
  async #keepsAsMuchWithoutTrouble(): Promise<boolean> {
    const { setting, withdrawable } = this.#world;
    const usual = await learnWithdrawable(setting, () => play(setting, plainWithdrawal(usualPlace(setting)), 1));
    return usual === "nothing" || (usual === "part" && !withdrawable.has("nothing"));
  }

  #placesOf(owner: string): Map<string, string> {
    const places = this.#world.owners.get(owner) ?? new Map<string, string>();
    this.#world.owners.set(owner, places);
    return places;
  }
}
