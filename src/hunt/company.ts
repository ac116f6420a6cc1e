// Planned worlds in company: which plans are played side by side, and what becomes of those that differ there (U-15).
import { type Look, shrink } from "../simulation/shrink.ts";
import type { Adapter } from "./adapter.ts";
import { familyOf, type RuleId } from "./judge/rule.ts";
import { asOne, besideOf } from "./plan/beside.ts";
import { mixingFor } from "./plan/mixing.ts";
import type { NumberedPlan } from "./plan/phases.ts";
import type { Together } from "./plan/plan-queue.ts";
import type { HuntStep } from "./plan/step.ts";
import type { Abilities } from "./plan/troubles/trouble.ts";
import { mainBreach, type Suspect } from "./search/examine.ts";
import type { Played } from "./world/play.ts";
import type { PlayedBeside } from "./world/play-beside.ts";

export type PlayedPlan = { readonly numbered: NumberedPlan; readonly played: Played };

/** Plays worlds, alone and side by side. */
type Player = {
  play(steps: readonly HuntStep[]): Promise<Played>;
  playBeside(plans: readonly (readonly HuntStep[])[], repairsOwner: boolean): Promise<PlayedBeside[]>;
  /** Nothing more is to be played. */
  readonly stopped: boolean;
};

/** A failing world whose story is looked for. */
type Failing = Omit<Suspect, "afterMs">;

export function suspectOf({ number, phase, plan }: NumberedPlan, played: Played): Failing {
  return { number, phase, troubles: plan.troubles, steps: plan.steps, played };
}

/** Worlds of one journey. */
export const USUAL_COMPANY = 20;
/** Worlds of the whole that must show what differed in company: else nobody can say what it was. */
const WHOLE_TRIES = 3;
/** Worlds in which plans that it does not need are left out of the whole: most of what differs needs two of them. */
const WHOLE_LOOKS = 30;
const NEVER_AGAIN = "it failed beside others, and neither alone nor beside them again";

type Beside = NonNullable<ReturnType<typeof besideOf>>;

export class Company implements Together {
  readonly most: number;
  readonly #repairsOwner: boolean;
  readonly #known = new WeakMap<NumberedPlan, Beside | null>();
  readonly #abilities: Abilities;
  /** Troubles that a fault for one owner does not make: the app calls the service there in nobody's name. */
  readonly #solitary = new Set<string>();

  /** @param most worlds of a journey; 1: each world is played alone; `abilities`: those of the app */
  constructor(most: number, { actions }: Adapter, abilities: Abilities) {
    this.most = most;
    this.#abilities = abilities;
    this.#repairsOwner = JSON.stringify(actions?.reconcile ?? {}).includes("${owner}");
  }

  keyOf(numbered: NumberedPlan): string | null {
    return this.#besideOf(numbered)?.key ?? null;
  }

  #besideOf(numbered: NumberedPlan): Beside | null {
    const { steps, troubles } = numbered.plan;
    if (this.most === 1 || troubles.some((name) => this.#solitary.has(name))) return null;
    const known = this.#known.get(numbered);
    if (known !== undefined) return known;
    const beside = besideOf(steps, this.#repairsOwner);
    this.#known.set(numbered, beside);
    return beside;
  }

  /**
   * Plays plans that `PlanQueue` took together. One that differs, that could not be judged or whose faults did not fire is played alone, and
   * that counts; what breaks a rule that is known, or that one of them broke alone, counts as it is. `whole`: if one failed beside the others and
   * passed alone, the fewest of the plans that fail again when they are played as one.
   */
  async play(
    session: Player,
    plans: readonly NumberedPlan[],
    isKnown: (rule: RuleId) => boolean,
  ): Promise<{ played: PlayedPlan[]; whole: Failing | null }> {
    const [first] = plans;
    const sides = plans.flatMap((numbered) => this.#besideOf(numbered) ?? []).map(({ steps }) => steps);
    if (plans.length === 1 || first === undefined || sides.length < plans.length)
      return { played: await playedAlone(session, plans), whole: null };
    const played = await session.playBeside(sides, this.#repairsOwner);
    const results = plans.flatMap((numbered, index): Both[] => {
      const beside = played[index];
      return beside === undefined ? [] : [{ numbered, beside, alone: null }];
    });
    const shown = new Set<RuleId>();
    for (const one of results) {
      this.#learn(one);
      if (isDone(one, (rule) => shown.has(rule) || isKnown(rule))) continue;
      one.alone = await session.play(one.numbered.plan.steps);
      const rule = mainBreach(one.alone)?.rule;
      if (rule !== undefined) shown.add(rule);
    }
    const differing = results.filter(differs);
    const whole = differing.length === 0 ? null : await this.#whole(session, sides, differing);
    return {
      played: results.map((one) => ({ numbered: one.numbered, played: whole === null ? countedOf(one) : toldOf(one) })),
      whole: whole === null ? null : { ...suspectOf(first, whole.played), steps: whole.steps },
    };
  }

  /** Plans as one that fail in the way of one that passed alone, with as few of them as can be; null when all of them together do not fail again. */
  async #whole(session: Player, sides: readonly (readonly HuntStep[])[], differing: readonly Both[]) {
    const families = new Set(differing.flatMap(({ beside }) => beside.breaches.map(({ rule }) => familyOf(rule))));
    let last: { steps: readonly HuntStep[]; played: Played } | null = null;
    const lookAt = async (steps: readonly HuntStep[]): Promise<Look> => {
      const played = await session.play(steps);
      const fails = played.breaches.some(({ rule }) => families.has(familyOf(rule)));
      if (fails) last = { steps, played };
      return { fails };
    };
    const look = async (some: readonly (readonly HuntStep[])[]): Promise<Look> =>
      some.length === 0 ? { fails: false } : lookAt(asOne(some, this.#repairsOwner));
    const differed = differing.map(({ numbered }) => numbered.plan.steps);
    for (const steps of mixingFor(this.#abilities, differed)) {
      await lookAt(steps);
      if (last !== null) return last as { steps: readonly HuntStep[]; played: Played };
    }
    for (let left = WHOLE_TRIES; left > 0 && last === null; left -= 1) await look(sides);
    if (last === null) return null;
    let left = WHOLE_LOOKS;
    const mayGoOn = (): boolean => left-- > 0 && !session.stopped;
    await shrink({ steps: sides, at: sides.length, look, mayGoOn });
    return last as { steps: readonly HuntStep[]; played: Played };
  }

  #learn({ numbered, beside }: Both): void {
    const [name, ...others] = numbered.plan.troubles;
    if (!beside.isMet && name !== undefined && others.length === 0) this.#solitary.add(name);
  }
}

/** What a plan did beside others, and alone if that was needed. */
type Both = { readonly numbered: NumberedPlan; readonly beside: PlayedBeside; alone: Played | null };

/** What it did beside others says enough: it passed and met its faults, or broke what is known already. */
function isDone({ beside }: Both, isKnown: (rule: RuleId) => boolean): boolean {
  const rule = mainBreach(beside)?.rule;
  return rule === undefined ? beside.verdict === "passed" && beside.isMet : isKnown(rule);
}

/** It failed beside others and not alone. */
function differs({ beside, alone }: Both): boolean {
  return beside.verdict === "failed" && alone !== null && alone.verdict !== "failed";
}

function toldOf({ beside, alone }: Both): Played {
  return alone ?? beside;
}

/** Where nothing showed again what differed beside others, that world was not judged. */
function countedOf(one: Both): Played {
  const played = toldOf(one);
  return differs(one) && played.verdict === "passed" ? { ...played, verdict: "not judged", why: NEVER_AGAIN } : played;
}

async function playedAlone(session: Player, plans: readonly NumberedPlan[]): Promise<PlayedPlan[]> {
  const found: PlayedPlan[] = [];
  for (const numbered of plans) found.push({ numbered, played: await session.play(numbered.plan.steps) });
  return found;
}

/**
 * How many worlds of a hunt are played side by side. One where faults cannot be meant for one owner, where books tell nothing about an owner,
 * where the app pays in nobody's name, or where no plan may depend on how the others went.
 */
export function companyOf(
  { most = USUAL_COMPANY, adapter, isSharded }: { most: number | undefined; adapter: Adapter; isSharded: boolean },
  abilities: Abilities,
  { hasBooks, canName = false, canReset }: { hasBooks: boolean; canName?: boolean; canReset: boolean },
): Company {
  const namesOwners = canName || adapter.actions?.open?.own_names === true;
  const paysItself = !abilities.withdraw && abilities.operations.has("createPayout");
  const isAlone = isSharded || namesOwners || paysItself || !hasBooks || canReset;
  return new Company(isAlone ? 1 : most, adapter, abilities);
}
