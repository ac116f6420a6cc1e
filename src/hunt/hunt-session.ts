// The sandbox and the app of a hunt: opened, checked by plain worlds, played on, begun anew after many worlds, closed.
import { HostFault } from "../scenario/http-client.ts";
import { type Adapter, acceptsOf } from "./adapter.ts";
import type { App } from "./app/app.ts";
import { type Company, companyOf } from "./company.ts";
import type { HuntHost, HuntSandbox } from "./host.ts";
import { rulesNotJudged } from "./judge/not-judged.ts";
import type { PayoutHabits } from "./judge/own-payouts.ts";
import type { RuleId } from "./judge/rule.ts";
import type { Answers } from "./judge/slowness.ts";
import type { Blunt, HuntOptions } from "./options.ts";
import { abilitiesOf, leftOutOf } from "./plan/abilities.ts";
import { plainPlan } from "./plan/assemble.ts";
import type { HuntStep } from "./plan/step.ts";
import type { Abilities } from "./plan/troubles/trouble.ts";
import type { Finding } from "./report.ts";
import { doubtOf } from "./search/doubt.ts";
import { examine, mainBreach, type Suspect } from "./search/examine.ts";
import { slowFinding } from "./search/slow-finding.ts";
import { plainAdvice } from "./story/plain-advice.ts";
import { beginAnew, prepared } from "./world/anew.ts";
import { type Played, play } from "./world/play.ts";
import { type PlayedBeside, playBeside } from "./world/play-beside.ts";
import { prepare, type Setting, usualPlace } from "./world/setting.ts";

/** Worlds after which the sandbox is begun anew (U-10). */
const WORLDS_OF_A_SANDBOX = 2_000;

export type SessionOptions = {
  readonly adapter: Adapter;
  readonly app: App;
  readonly seed: number;
  readonly settleMs: number;
  readonly deep: boolean;
  readonly rulesOff?: readonly RuleId[];
  readonly blunt?: Blunt;
};

/** What plain worlds showed. `suspects`: rules that break without any trouble, and not about amounts. */
export type PlainResult = {
  readonly hindrance: string | null;
  readonly abilities: Abilities;
  readonly leftOut: string[];
  readonly suspects: readonly { steps: readonly HuntStep[]; played: Played }[];
};

export class HuntSession {
  /** Worlds of every kind so far. */
  played = 0;
  readonly #options: SessionOptions;
  readonly #host: HuntHost;
  #sandbox: HuntSandbox | undefined;
  #setting: Setting | undefined;
  /** Of the sandbox as it was prepared; undefined if the app cannot be emptied. */
  #snapshot: string | undefined;
  #begun = 0;

  constructor(options: SessionOptions, host: HuntHost) {
    this.#options = options;
    this.#host = host;
  }

  /** @throws AppFault, HostFault */
  async open(): Promise<void> {
    const { adapter, app, seed, settleMs, rulesOff = [], blunt = {} } = this.#options;
    // Ids repeat with a seed: an app that keeps its books would take new deposits for known ones.
    const world = app.canReset ? seed : this.#host.freshSeed();
    const sandbox = await this.#host.startSandbox({ seed: world, webhook: adapter.webhook ?? null });
    this.#begun += 1;
    this.#sandbox = sandbox;
    if (app.canReset) await app.reset();
    await app.start(sandbox.environment);
    this.#setting = await prepare({
      hunt: this.#host,
      sandbox,
      app,
      adapter,
      accepts: acceptsOf(adapter),
      run: world.toString(36),
      rulesOff: new Set(rulesOff),
      blunt,
      settleMs,
    });
    this.#snapshot = app.canReset ? await prepared(this.#setting) : undefined;
  }

  /** Plays the plain world twice, and what the app can do else once (U-04). */
  async plainCheck(): Promise<PlainResult> {
    const setting = this.#required();
    const usual = usualPlace(setting);
    const { steps } = plainPlan(usual);
    const play = (more: readonly HuntStep[], traced?: boolean): Promise<Played> => {
      if (this.#host.signal.aborted) throw new HostFault("it was interrupted before the first trouble");
      return this.play(more, traced);
    };
    const [first, second] = [await play(steps, true), await play(steps, true)];
    const abilities = await abilitiesOf(setting, (more) => play(more), { usual, deep: this.#options.deep });
    const wrong = [first, second].flatMap(({ breaches }) => breaches).find(({ rule }) => ABOUT_AMOUNTS.has(rule));
    const why = first.why ?? second.why;
    const elsewhere = setting.app.can("open") && abilities.operations.size === 0;
    const what = elsewhere ? NOT_HERE : wrong === undefined ? why : `in a world without any trouble, ${wrong.what}`;
    const suspects = [first, second].filter(({ breaches }) => breaches.length > 0).slice(0, 1);
    return {
      hindrance: what === null ? null : plainAdvice(what, first),
      abilities,
      leftOut: leftOutOf(abilities, setting),
      suspects: suspects.map((played) => ({ steps, played })),
    };
  }

  /** Why the plain world fails, for a pair that plays what another pair has checked; null when it passes. */
  async plainHindrance(): Promise<string | null> {
    const played = await this.play(plainPlan(usualPlace(this.#required())).steps, true);
    const wrong = played.breaches.find(({ rule }) => ABOUT_AMOUNTS.has(rule));
    const what = wrong === undefined ? played.why : `in a world without any trouble, ${wrong.what}`;
    return what === null ? null : plainAdvice(what, played);
  }

  /** Plays a world: from a snapshot and an empty app, if the app can be emptied (U-10). */
  async play(steps: readonly HuntStep[], traced = false): Promise<Played> {
    if (this.played >= this.#begun * WORLDS_OF_A_SANDBOX) await this.#renew();
    this.played += 1;
    if (this.#snapshot !== undefined) await beginAnew(this.#required(), this.#snapshot);
    return play(this.#required(), steps, this.played, traced);
  }

  /** Which worlds of this app are played side by side. */
  companyOf({ beside, shard }: Pick<HuntOptions, "beside" | "shard">, abilities: Abilities): Company {
    const { app, adapter } = this.#options;
    return companyOf({ most: beside, adapter, isSharded: shard !== undefined }, abilities, app);
  }

  /** Plays plans that share their steps side by side (U-15). @param repairsOwner whether the repair job is run for one owner */
  async playBeside(plans: readonly (readonly HuntStep[])[], repairsOwner: boolean): Promise<PlayedBeside[]> {
    if (this.played >= this.#begun * WORLDS_OF_A_SANDBOX) await this.#renew();
    const first = this.played + 1;
    this.played += plans.length;
    const numbered = plans.map((steps, index) => ({ number: first + index, steps }));
    return playBeside(this.#required(), numbered, repairsOwner);
  }

  /** The finding of a failing world, or why it may be a mistake of ours (U-51). */
  async examine(suspect: Suspect): Promise<Omit<Finding, "number"> | string> {
    const finding = await examine(suspect, this);
    const rule = mainBreach(suspect.played)?.rule;
    if (finding === null)
      return `it was interrupted while it looked for the story of ${rule} (world ${suspect.number})`;
    return (await doubtOf(this.#required(), finding, suspect.phase, (steps) => this.play(steps))) ?? finding;
  }

  /** The finding that webhooks are answered slowly, with a world without trouble as its story (B-16). */
  async slowFinding(answers: Answers): Promise<Omit<Finding, "number" | "after_ms">> {
    const { steps } = plainPlan(usualPlace(this.#required()));
    return slowFinding(answers, steps, (await this.play(steps, true)).story);
  }

  get stopped(): boolean {
    return this.#host.signal.aborted;
  }
  nowMs(): number {
    return this.#host.wall.monotonic();
  }

  /** How the app pays without trouble: what one pair has learned of it holds for every other. */
  get habits(): PayoutHabits {
    return this.#setting?.cursors.payouts ?? { usual: 0, withdrawable: "unknown" };
  }
  set habits({ usual, withdrawable }: PayoutHabits) {
    const { payouts } = this.#required().cursors;
    Object.assign(payouts, { usual: Math.max(payouts.usual, usual), withdrawable });
  }

  /** Rules that need what the adapter does not give, or more than was seen. */
  rulesNotJudged(answers: Answers): { rule: RuleId; why: string }[] {
    return rulesNotJudged(this.#options.app, answers, this.habits.usual);
  }

  async close(): Promise<void> {
    await this.#options.app.stop();
    await this.#sandbox?.close();
    this.#sandbox = undefined;
  }

  async #renew(): Promise<void> {
    const { habits } = this;
    await this.close();
    await this.open();
    this.habits = habits;
  }

  #required(): Setting {
    if (this.#setting === undefined) throw new HostFault("the sandbox is not open");
    return this.#setting;
  }
}

/** U-71: the app must be pointed at the sandbox. */
const NOT_HERE = "your app sent no request to the sandbox: does it read SANDBOX_API_BASE_URL?";
const ABOUT_AMOUNTS: ReadonlySet<RuleId> = new Set(["B-01", "B-02", "B-03", "B-04", "B-05", "B-06"]);
