// What only company shows: of the plans that were played side by side, those stay in the story that it needs (U-15, U-43).
import { expect, test } from "vitest";
import { Company } from "../../../src/hunt/company.ts";
import { mixingFor } from "../../../src/hunt/plan/mixing.ts";
import type { NumberedPlan } from "../../../src/hunt/plan/phases.ts";
import { flat, type HuntStep } from "../../../src/hunt/plan/step.ts";
import type { Abilities } from "../../../src/hunt/plan/troubles/trouble.ts";
import type { Played } from "../../../src/hunt/world/play.ts";
import type { PlayedBeside } from "../../../src/hunt/world/play-beside.ts";

const usual = { network: "base", asset: "USDC" };
const abilities: Abilities = {
  ...{ withdraw: true, uda: true, restart: true, reconcile: true, deep: true, legs: true, pageSize: 5, usual },
  ...{ operations: new Map([["createPayout", "withdraw"]]), others: [] },
};
const COUNT = 20;
const amountOf = (index: number): string => `${index + 1}.5`;

const plans: NumberedPlan[] = Array.from({ length: COUNT }, (_, index) => ({
  ...{ number: index + 1, phase: "singles" },
  plan: {
    troubles: [`t${index}`],
    steps: [
      { do: "open", owner: "a", network: "base" },
      { do: "pay", owner: "a", amount: amountOf(index), ...usual },
    ],
  },
}));

function played(isBroken: boolean): Played {
  const breach = { rule: "B-01", level: "error", owner: "a", what: "credited another one" } as const;
  const breaches = isBroken ? [breach] : [];
  return {
    ...{ verdict: isBroken ? "failed" : "passed", why: null, breaches, met: [], at: 9, restarts: 0, restartMs: 0 },
    ...{ story: { lines: [], events: [], breaches, differences: [] }, durations: [] },
  };
}

const ownersOf = (steps: readonly HuntStep[]): string[] =>
  flat(steps).flatMap((step) => ("owner" in step ? [step.owner] : []));

/** An app that mixes two customers up: those who are paid these amounts, if both are there. */
async function hunted(mixed: readonly [number, number], { again = true, stopped = false, inOneBlock = false } = {}) {
  const wanted = mixed.map(amountOf);
  const paid = (steps: readonly HuntStep[]) => flat(steps).flatMap((step) => (step.do === "pay" ? [step.amount] : []));
  const wholes: string[][] = [];
  const session = {
    stopped,
    async play(steps: readonly HuntStep[]): Promise<Played> {
      const amounts = paid(steps);
      if (amounts.length > 1) wholes.push(amounts);
      const isBlock = steps.some((step) => step.do === "mine") && new Set(ownersOf(steps)).size === 2;
      return played((again && wanted.every((one) => amounts.includes(one))) || (inOneBlock && isBlock));
    },
    playBeside: async (sides: readonly (readonly HuntStep[])[]): Promise<PlayedBeside[]> =>
      sides.map((steps) => ({ ...played(paid(steps)[0] === wanted[0]), isMet: true })),
  };
  const { whole, played: told } = await new Company(COUNT, {}, abilities).play(session, plans, () => false);
  return { whole, told, wholes, paid };
}

test.each<[number, number]>([
  [0, 1],
  [3, 16],
  [18, 19],
])("U-15 the story of plans %i and %i of twenty has the steps of these two alone", async (first, second) => {
  const { whole, wholes, paid } = await hunted([first, second]);
  expect(paid(whole?.steps ?? []).toSorted()).toEqual([amountOf(first), amountOf(second)].toSorted());
  expect(whole?.played.verdict).toBe("failed");
  expect(wholes.length).toBeLessThanOrEqual(35);
});

test("U-15 what two customers show who are paid in one block is looked for nowhere else", async () => {
  const { whole, wholes } = await hunted([3, 16], { inOneBlock: true });
  expect(wholes).toHaveLength(1);
  expect(new Set(ownersOf(whole?.steps ?? []))).toEqual(new Set(["a", "b"]));
  expect(whole?.steps.map(({ do: kind }) => kind)).toEqual(["open", "open", "mining", "pay", "pay", "pay", "mine"]);
});

test("U-15 two customers who do the same at the same moment: of what differed, the settlement and the withdrawal before the payment", () => {
  const shown = (plan: readonly HuntStep[]): string[] =>
    mixingFor(abilities, [plan]).map((steps) => {
      const kinds = new Set(flat(steps).map((step) => step.do));
      return ["uda", "withdraw", "pay"].find((kind) => kinds.has(kind as HuntStep["do"])) ?? "";
    });
  const pay: HuntStep = { do: "pay", owner: "a", amount: "1", ...usual };
  const order: HuntStep = { do: "withdraw", owner: "a", id: "w1", amount: "1", ...usual };
  expect(shown([pay])).toEqual(["pay", "pay"]);
  expect(shown([pay, { do: "together", steps: [order, order] }])).toEqual(["withdraw", "withdraw", "pay", "pay"]);
  expect(shown([{ do: "uda", owner: "u", network: "base" }])).toEqual(["uda", "uda", "pay", "pay"]);
  const every = mixingFor(abilities, [[pay, order, { do: "uda", owner: "u", network: "base" }]]);
  expect(every).toHaveLength(6);
  for (const steps of every) expect(new Set(ownersOf(steps)).size).toBeGreaterThanOrEqual(2);
});

test("U-16 a whole that does not fail again is no finding, and its world was not judged", async () => {
  const { whole, told, wholes } = await hunted([3, 16], { again: false });
  expect(whole).toBeNull();
  // Two plans of two customers at the same moment, then three times all together.
  expect(wholes).toHaveLength(5);
  expect(told.map(({ played: one }) => one.verdict).filter((verdict) => verdict !== "passed")).toEqual(["not judged"]);
});

test("an interrupted hunt looks for no smaller whole", async () => {
  const { whole, wholes, paid } = await hunted([3, 16], { stopped: true });
  expect(wholes).toHaveLength(3);
  expect(paid(whole?.steps ?? [])).toHaveLength(COUNT);
});
