// Which readings a service speaks: those under which the fewest differences are left (C-63).

import type { Chosen, Expectations, FittedReading } from "./expected.ts";
import { nameOf } from "./recorded.ts";
import type { Shape } from "./value-shape.ts";
import { type Comparison, compareShape, type Difference } from "./verdicts.ts";

/** A reading that explains differences, and which. */
export type Explanation = {
  readonly reading: string;
  readonly value: string;
  readonly explains: readonly Difference[];
};

export type Fit = {
  /** Readings that are not the default. */
  readonly chosen: Chosen;
  readonly explanations: readonly Explanation[];
  /** What is left under the chosen readings. */
  readonly comparison: Comparison;
};

/** Passes over all readings: the later ones can only be seen once those that move members are known. */
const MAX_PASSES = 4;

/** Compares shapes with the document under some readings; subjects that it does not name are passed over. */
export function compareAll(expectations: Expectations, shapes: readonly Shape[], chosen: Chosen): Comparison {
  const all = shapes
    .filter(({ subject }) => expectations.has(subject))
    .map((shape) => {
      const { subject } = shape;
      const expected = expectations.shape(subject, chosen);
      return compareShape(nameOf(subject), shape, expected, expectations.sensitivity(subject, chosen));
    });
  return {
    differences: all.flatMap(({ differences }) => differences),
    same: sum(all.map(({ same }) => same)),
    notReached: sum(all.map(({ notReached }) => notReached)),
    hidden: sum(all.map(({ hidden }) => hidden)),
  };
}

/**
 * Changes one reading after another to the value that leaves the fewest differences, beginning with `given`, until none helps. A
 * value is taken only if it leaves fewer: where nothing speaks for another one, the default holds.
 */
export function fitReadings(expectations: Expectations, shapes: readonly Shape[], given: Chosen = {}): Fit {
  let chosen = given;
  let left = compareAll(expectations, shapes, chosen);
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const start = chosen;
    for (const reading of expectations.readings) {
      const better = bestOf(expectations, shapes, chosen, reading, left);
      if (better === undefined) continue;
      [chosen, left] = [better.chosen, better.left];
    }
    if (chosen === start) break;
  }
  const explanations = Object.entries(chosen)
    .filter(([name, value]) => given[name] !== value)
    .map(([name, value]) => explanationOf(expectations, shapes, chosen, { name, value, given, left }));
  return { chosen, explanations, comparison: left };
}

/**
 * The value that leaves fewer differences than now. Between two that are no default, one that expects less of what was never seen
 * wins too: `alternate` explains all that `top-level` explains.
 */
function bestOf(
  expectations: Expectations,
  shapes: readonly Shape[],
  chosen: Chosen,
  { name, values }: FittedReading,
  left: Comparison,
): { chosen: Chosen; left: Comparison } | undefined {
  let best = { chosen, left };
  if (left.differences.length === 0 && chosen[name] === undefined) return undefined;
  for (const value of values) {
    if (value === (chosen[name] ?? values[0])) continue;
    const { [name]: _former, ...others } = chosen;
    const candidate = value === values[0] ? others : { ...others, [name]: value };
    const then = compareAll(expectations, shapes, candidate);
    const fewer = weightOf(then) - weightOf(best.left);
    const narrower = value !== values[0] && best.chosen[name] !== undefined && then.notReached < best.left.notReached;
    if (fewer < 0 || (fewer === 0 && narrower)) best = { chosen: candidate, left: then };
  }
  return best.chosen === chosen ? undefined : best;
}

/** What a choice leaves: a value that moves a whole object away must not win by hiding what is in it. */
function weightOf({ differences, hidden }: Comparison): number {
  return differences.length + hidden;
}

/** The differences that come back when this reading alone is taken back. */
function explanationOf(
  expectations: Expectations,
  shapes: readonly Shape[],
  chosen: Chosen,
  { name, value, given, left }: { name: string; value: string; given: Chosen; left: Comparison },
): Explanation {
  const { [name]: _taken, ...others } = chosen;
  const former = given[name];
  const without = compareAll(expectations, shapes, former === undefined ? others : { ...others, [name]: former });
  const known = new Set(left.differences.map(keyOf));
  return { reading: name, value, explains: without.differences.filter((one) => !known.has(keyOf(one))) };
}

function keyOf({ subject, pointer, verdict, seen }: Difference): string {
  return [subject, pointer, verdict, seen].join("\n");
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
