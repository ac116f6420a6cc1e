// Readings that no member shows, from the facts of all shapes: what a service did each time, what it did both ways, what stays open (C-63).

import type { Chosen } from "./expected.ts";
import { FACTS } from "./facts.ts";
import { nameOf } from "./recorded.ts";
import type { Shape } from "./value-shape.ts";

export type Behaviour = {
  /** Values that differ from the ones given, with the answers and webhooks that showed them. */
  readonly seen: readonly { readonly reading: string; readonly value: string; readonly shownBy: readonly string[] }[];
  /** Shown both ways, so that neither can be said. */
  readonly mixed: readonly { readonly reading: string; readonly values: readonly string[] }[];
};

/** @param expected the value that was expected */
export function behaviourOf(shapes: readonly Shape[], expected: (reading: string) => string): Behaviour {
  const readings = [...new Set(FACTS.map((fact) => readingOf(fact)))];
  const all = readings.map((reading) => {
    const values = new Map<string, string[]>();
    for (const shape of shapes) {
      for (const fact of shape.facts.filter((one) => readingOf(one) === reading)) {
        const value = fact.slice(reading.length + 1);
        values.set(value, [...(values.get(value) ?? []), nameOf(shape.subject)]);
      }
    }
    return { reading, values };
  });
  const seen = all.flatMap(({ reading, values }) => {
    const [only, ...others] = values;
    if (only === undefined || others.length > 0 || only[0] === expected(reading)) return [];
    return [{ reading, value: only[0], shownBy: only[1] }];
  });
  const mixed = all
    .filter(({ values }) => values.size > 1)
    .map(({ reading, values }) => ({ reading, values: [...values.keys()].sort() }));
  return { seen, mixed };
}

/** The readings that facts can show. */
export function shownByFacts(): ReadonlySet<string> {
  return new Set(FACTS.map((fact) => readingOf(fact)));
}

function readingOf(fact: string): string {
  return fact.slice(0, fact.indexOf("="));
}

/** What these readings are without a choice. */
export function withBehaviour(chosen: Chosen, { seen }: Behaviour): Chosen {
  return { ...chosen, ...Object.fromEntries(seen.map(({ reading, value }) => [reading, value])) };
}
