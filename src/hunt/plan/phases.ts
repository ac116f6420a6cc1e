// The sequence of plans of a hunt: each trouble alone, then pairs, then swarm; the same seed gives the same sequence (U-06, U-22).
import { cover } from "../../contract/run/cover.ts";
import { type Dice, diceOf } from "../../simulation/dice.ts";
import { swarmMenu } from "../../simulation/menu.ts";
import { PHASES, type Phase } from "../report.ts";
import { assemble } from "./assemble.ts";
import type { HuntPlan, HuntStep, Place } from "./step.ts";
import { FAMILIES, type Trouble } from "./troubles/trouble.ts";

/** A plan with its number, from 1: with `--shard` the number says who plays it. */
export type NumberedPlan = { readonly number: number; readonly phase: Phase; readonly plan: HuntPlan };

/** Worlds that a trouble gets whose outcome depends on the machine. */
const RACES = 5;
const MIN_STEPS = 4;
const MAX_STEPS = 40;
/** Between the dice of the worlds of two seeds. */
const SPREAD = 1_000_003;

export type PhaseOptions = {
  readonly troubles: readonly Trouble[];
  readonly usual: Place;
  readonly seed: number;
  readonly phases: readonly Phase[];
};

/** All plans in their order; it never ends if swarm is among the phases. */
export function* plansOf({ troubles, usual, seed, phases }: PhaseOptions): Generator<NumberedPlan> {
  let number = 0;
  for (const phase of PHASES.filter((one) => phases.includes(one))) {
    for (const plan of PLANS[phase](troubles, usual, seed)) {
      number += 1;
      yield { number, phase, plan };
    }
  }
}

type Plans = (troubles: readonly Trouble[], usual: Place, seed: number) => Iterable<HuntPlan>;

const PLANS: Readonly<Record<Phase, Plans>> = {
  plain: () => [],
  singles: (troubles, usual) => singlesOf(troubles).map((trouble) => assemble([trouble], usual)),
  *pairs(troubles, usual, seed) {
    for (const pair of pairsOf(troubles, seed)) yield assemble(pair, usual);
  },
  *swarm(troubles, usual, seed) {
    for (let index = 0; troubles.length > 0; index += 1)
      yield swarmPlan(troubles, usual, diceOf(seed * SPREAD + index));
  },
};

/** Each trouble alone: first those that show most, each once; then the others, and those that race again. */
export function singlesOf(troubles: readonly Trouble[]): Trouble[] {
  const [first, later] = [troubles.filter((one) => !one.later), troubles.filter((one) => one.later)];
  const again = troubles.filter(({ races }) => races).flatMap((one) => Array.from({ length: RACES - 1 }, () => one));
  return [...byTurns(first), ...byTurns([...later, ...again])];
}

/**
 * By turns over the families, and within a family over its groups, such as the types of webhooks: whenever the time is up, every family was
 * tried. Troubles of one group keep their order.
 */
export function byTurns(troubles: readonly Trouble[]): Trouble[] {
  const families = [...Map.groupBy(troubles, ({ family }) => family).values()];
  return turns(families.map((list) => turns([...Map.groupBy(list, ({ group = "" }) => group).values()])));
}

/** The first of each list, then the second of each, and so on. */
function turns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

/** First one world for each two families at each two moments (a covering array), then every other pair in the order of the seed. */
export function pairsOf(troubles: readonly Trouble[], seed: number): (readonly Trouble[])[] {
  const dice = diceOf(seed);
  const groups = Map.groupBy(troubles, ({ family, at }) => `${family} ${at}`);
  const factors = new Map(
    FAMILIES.map((family) => [family, ["none", ...[...groups.keys()].filter((key) => key.startsWith(`${family} `))]]),
  );
  const rows = cover(factors, "pairs", seed).flatMap((row) => {
    const keys = row.map((text) => text.slice(text.indexOf("=") + 1));
    return keys.flatMap((first, at) =>
      keys.slice(at + 1).map((second) => [dice.of(groups.get(first) ?? []), dice.of(groups.get(second) ?? [])]),
    );
  });
  const all = troubles.flatMap((first, at) => troubles.slice(at + 1).map((second) => [first, second]));
  const seen = new Set<string>();
  return [...rows, ...shuffled(all, dice)].filter((pair) => {
    const key = pair
      .map(({ name }) => name)
      .toSorted()
      .join(" + ");
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function shuffled<T>(values: readonly T[], dice: Dice): T[] {
  const rest = [...values];
  for (let at = rest.length - 1; at > 0; at -= 1) {
    const other = dice.upTo(at + 1);
    [rest[at], rest[other]] = [rest[other] as T, rest[at] as T];
  }
  return rest;
}

/** What a swarm plan is drawn from: pieces of troubles, and what else may happen between them. */
function swarmPlan(troubles: readonly Trouble[], usual: Place, dice: Dice): HuntPlan {
  const length = MIN_STEPS + dice.upTo(MAX_STEPS - MIN_STEPS + 1);
  const pieces: { weight: number; always?: boolean; name: string; steps: (index: number) => readonly HuntStep[] }[] = [
    {
      weight: 6,
      always: true,
      name: "",
      steps: (index) => [
        { do: "pay", owner: dice.of(["a", "a", "b"]), amount: `${1 + dice.upTo(90)}.${1 + index}`, ...usual },
      ],
    },
    { weight: 2, name: "", steps: () => [{ do: "settle" }] },
    { weight: 2, name: "", steps: () => [{ do: "travel", by: dice.of(["10s", "1m", "10m", "1h"]) }] },
    { weight: 1, name: "", steps: () => [{ do: "heal" }] },
    ...troubles.map((trouble) => ({
      ...{ weight: 1, name: trouble.name },
      steps: (index: number) =>
        renamed(
          [
            ...(trouble.before ?? []),
            ...(trouble.instead ?? base(trouble, usual, index, dice)),
            ...(trouble.after ?? []),
          ],
          index,
        ),
    })),
  ];
  const menu = swarmMenu(pieces, dice);
  const steps: HuntStep[] = [{ do: "open", owner: "a", network: usual.network }];
  if (dice.oneIn(2)) steps.push({ do: "open", owner: "b", network: usual.network });
  const names = new Set<string>();
  for (let index = 0; steps.length < length; index += 1) {
    const piece = dice.of(menu);
    if (piece.name !== "") names.add(piece.name);
    steps.push(...piece.steps(index));
  }
  return { troubles: [...names], steps };
}

function base(trouble: Trouble, usual: Place, index: number, dice: Dice): HuntStep[] {
  const amount = `${1 + dice.upTo(50)}.${1 + index}`;
  if (trouble.at === "withdraw") return [{ do: "withdraw", owner: "a", id: "w1", amount, ...usual }];
  if (trouble.at === "uda")
    return [
      { do: "uda", owner: "u", network: usual.network },
      { do: "pay", owner: "u", amount, ...usual },
    ];
  return trouble.at === "open"
    ? [{ do: "open", owner: "a", network: usual.network }]
    : [{ do: "pay", owner: "a", amount, ...usual }];
}

/** Withdrawals of different pieces are different orders; what else names one means that of its own piece. */
function renamed(steps: readonly HuntStep[], index: number): HuntStep[] {
  return steps.map((step) => {
    if (step.do === "together") return { ...step, steps: renamed(step.steps, index) };
    return "id" in step ? { ...step, id: `${step.id}-${index}` } : step;
  });
}
