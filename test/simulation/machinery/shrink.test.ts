// The shrinker: what it returns fails, and nothing of it can be left out or be simpler; fast-check draws the plans (U-31, U-32).
import fc from "fast-check";
import { expect, test } from "vitest";
import { shrink } from "../../../src/simulation/shrink.ts";

type Step = { name: string; amount: number };

/** Fails when the steps of `needed` occur in this order, each with at least its amount; `at` is the step that completes them. */
function failsWith(needed: readonly Step[]) {
  return async (steps: readonly Step[]) => {
    let found = 0;
    for (const [index, step] of steps.entries()) {
      const next = needed[found];
      if (next !== undefined && step.name === next.name && step.amount >= next.amount) found += 1;
      if (found === needed.length) return { fails: true, at: index + 1 };
    }
    return { fails: false };
  };
}

const aStep = fc.record({ name: fc.constantFrom("a", "b", "c", "d"), amount: fc.integer({ min: 1, max: 9 }) });
/** A plan and some of its steps, in their order. */
const aFailure = fc
  .array(fc.record({ step: aStep, isNeeded: fc.boolean() }), { minLength: 1, maxLength: 30 })
  .filter((drawn) => drawn.some(({ isNeeded }) => isNeeded))
  .map((drawn) => ({
    steps: drawn.map(({ step }) => step),
    needed: drawn.filter(({ isNeeded }) => isNeeded).map(({ step }) => step),
  }));

const simpler = ({ name, amount }: Step): Step[] =>
  Array.from({ length: amount - 1 }, (_, index) => ({ name, amount: index + 1 }));

test("U-31 the shrunk plan fails, and none of its steps can be left out", async () => {
  await fc.assert(
    fc.asyncProperty(aFailure, async ({ steps, needed }) => {
      const look = failsWith(needed);
      const { at = steps.length } = await look(steps);
      const shrunk = await shrink({ steps, at, look });
      expect(shrunk.complete).toBe(true);
      expect(await look(shrunk.steps)).toMatchObject({ fails: true });
      for (const index of shrunk.steps.keys())
        expect(await look(shrunk.steps.toSpliced(index, 1))).toEqual({ fails: false });
    }),
    { seed: 20_260_101, numRuns: 200 },
  );
});

test("U-31 values become the simplest that still fail, and then no step can be left out either", async () => {
  await fc.assert(
    fc.asyncProperty(aFailure, async ({ steps, needed }) => {
      const look = failsWith(needed);
      const shrunk = await shrink({ steps, at: steps.length, look, simpler });
      expect(shrunk.steps).toHaveLength(needed.length);
      expect(await look(shrunk.steps)).toMatchObject({ fails: true });
      for (const [index, step] of shrunk.steps.entries())
        for (const form of simpler(step)) expect(await look(shrunk.steps.with(index, form))).toEqual({ fails: false });
    }),
    { seed: 20_260_101, numRuns: 200 },
  );
});

test("U-31 a step that is needed only because of another one goes once that one is simpler", async () => {
  // "b" undoes large amounts of "a": while a is 5, both are needed.
  const look = async (steps: readonly Step[]) => {
    const a = steps.find(({ name }) => name === "a");
    return { fails: a !== undefined && (a.amount < 5 || steps.some(({ name }) => name === "b")) };
  };
  const steps = [
    { name: "b", amount: 1 },
    { name: "a", amount: 5 },
  ];
  expect((await shrink({ steps, at: 2, look, simpler })).steps).toEqual([{ name: "a", amount: 1 }]);
});

test("U-31 no plan is played twice, and few are", async () => {
  const played: string[] = [];
  const needed = [3, 17, 26].map((number) => ({ name: String(number), amount: 1 }));
  const steps = Array.from({ length: 31 }, (_, index) => ({ name: String(index + 1), amount: 1 }));
  const look = failsWith(needed);
  const shrunk = await shrink({
    ...{ steps, at: 31 },
    look: (tried) => {
      played.push(JSON.stringify(tried));
      return look(tried);
    },
  });
  expect(shrunk.steps).toEqual(needed);
  expect(new Set(played).size).toBe(played.length);
  expect(shrunk.looks).toBe(played.length);
  expect(played.length).toBeLessThan(31);
});

test("U-43 a search that is ended says that it is not complete, and what it returns fails", async () => {
  await fc.assert(
    fc.asyncProperty(aFailure, fc.nat(8), async ({ steps, needed }, most) => {
      let left = most;
      const look = failsWith(needed);
      const shrunk = await shrink({ steps, at: steps.length, look, mayGoOn: () => left-- > 0 });
      expect(await look(shrunk.steps)).toMatchObject({ fails: true });
      expect(shrunk.looks).toBeLessThanOrEqual(most);
      if (!shrunk.complete) return;
      for (const index of shrunk.steps.keys())
        expect(await look(shrunk.steps.toSpliced(index, 1))).toEqual({ fails: false });
    }),
    { seed: 20_260_101, numRuns: 100 },
  );
});

test("U-31 values that have nothing to do with the failure become simple in one look", async () => {
  const plan = Array.from({ length: 12 }, (_, index) => ({ name: `s${index}`, amount: 9 }));
  // Every step is needed, and only the amount of one of them is: the others are 1 at the end.
  const looks = async (needed: number): Promise<number> => {
    const look = async (steps: readonly Step[]) => ({
      fails: steps.length === plan.length && (steps[0]?.amount ?? 0) >= needed,
    });
    const shrunk = await shrink({ steps: plan, at: plan.length, look, simpler });
    expect(shrunk.steps.map(({ amount }) => amount)).toEqual([needed, ...Array(11).fill(1)]);
    return shrunk.looks;
  };
  const structural = (await shrink({ steps: plan, at: 12, look: async (steps) => ({ fails: steps.length === 12 }) }))
    .looks;
  expect((await looks(1)) - structural).toBeLessThanOrEqual(1);
});

test("U-31 a form of which there are simpler ones is simplified further before the next step is", async () => {
  const halves = ({ name, amount }: Step): Step[] =>
    amount === 1 ? [] : [Math.floor(amount / 2), amount - 1].map((less) => ({ name, amount: less }));
  const look = async (steps: readonly Step[]) => ({ fails: (steps[0]?.amount ?? 0) >= 5 });
  const shrunk = await shrink({ steps: [{ name: "a", amount: 80 }], at: 1, look, simpler: halves });
  expect(shrunk.steps).toEqual([{ name: "a", amount: 5 }]);
  expect(shrunk.looks).toBeLessThanOrEqual(10);
});
