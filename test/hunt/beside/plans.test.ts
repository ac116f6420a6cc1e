// Plans side by side: each meets its own faults, shared steps are done once, and taking plans together loses none (U-15, U-16).
import { expect, test } from "vitest";
import { assemble } from "../../../src/hunt/plan/assemble.ts";
import { asOne, besideOf, roundsOf } from "../../../src/hunt/plan/beside.ts";
import { type NumberedPlan, plansOf } from "../../../src/hunt/plan/phases.ts";
import { PlanQueue } from "../../../src/hunt/plan/plan-queue.ts";
import { flat, type HuntStep } from "../../../src/hunt/plan/step.ts";
import type { Abilities } from "../../../src/hunt/plan/troubles/trouble.ts";
import { troublesOf } from "../../../src/hunt/plan/troubles.ts";

const usual = { network: "base", asset: "USDC" };
const abilities: Abilities = {
  ...{ withdraw: true, uda: true, restart: true, reconcile: true, deep: true, legs: true, pageSize: 5, usual },
  ...{
    operations: new Map([
      ["createWallet", "open"],
      ["createPayout", "withdraw"],
      ["listTransactions", "pay"],
    ]),
    others: [{ network: "bsc", asset: "USDC" }],
  },
};
const troubles = troublesOf(abilities);
const stepsOf = (name: string): readonly HuntStep[] =>
  assemble(
    troubles.filter((one) => one.name === name),
    usual,
  ).steps;
const beside = (name: string) => besideOf(stepsOf(name), true);
const meantFor = (name: string) =>
  (beside(name)?.steps ?? []).flatMap((step) => (step.do === "fault" ? [step.of ?? "all"] : []));

test.each([
  ["webhook deposit.confirmed duplicate", [{ owner: "a" }]],
  ["webhook transaction.confirmed duplicate", [{ withdrawal: "w1" }]],
  ["webhook transaction.failed dies", [{ withdrawal: "w1" }, { withdrawal: "w1" }]],
  ["webhook uda.settlement.completed answer-lost", [{ owner: "u" }]],
  ["chain reorg delay, transaction.failed late", [{ owner: "a" }]],
  ["api createWallet 500", [{ owner: "a" }]],
  ["api createPayout answer lost", [{ withdrawal: "w1" }]],
  ["api listTransactions 500", [{ owner: "a" }]],
  ["payout stuck", [{ withdrawal: "w1" }]],
  ["webhook outage of 20 minutes at pay", ["all"]],
])("U-15 the faults of %s are meant for %j", (name, subjects) => {
  expect(stepsOf(name).length).toBeGreaterThan(2);
  expect(meantFor(name)).toEqual(subjects);
});

test.each(["webhook deposit.confirmed reorder", "settlement refuse", "app restarted while the payment comes"])(
  "U-16 %s is played alone: others could take its fault from it",
  (name) => {
    expect(stepsOf(name).length).toBeGreaterThan(1);
    expect(beside(name)).toBeNull();
  },
);

test("U-16 steps that are apart are played alone: other plans would come between them", () => {
  const orders: HuntStep[] = ["w1", "w2"].map((id) => ({ do: "withdraw", owner: "a", id, amount: "1", ...usual }));
  const opened: HuntStep = { do: "open", owner: "a", network: "base" };
  expect(besideOf([opened, { do: "together", steps: orders }], true)).not.toBeNull();
  expect(besideOf([opened, { do: "together", steps: orders, apart: "150ms" }], true)).toBeNull();
});

test("U-15 plans share what concerns the whole sandbox: blocks, time, restarts", () => {
  const key = (name: string) => beside(name)?.key;
  expect(key("value tenths")).toBe("[]");
  expect(key("webhook deposit.confirmed duplicate")).toBe(key("value tenths"));
  expect(key("webhook transaction.confirmed duplicate")).toBe(key("payout plain"));
  expect(key("app restarted before the payment")).toBe(JSON.stringify([{ do: "restart" }]));
  expect(new Set(["keep", "drop", "delay"].map((kind) => key(`chain reorg ${kind} at the first block`))).size).toBe(3);
});

test("U-15 rounds do each plan's steps in their order, and shared ones once", () => {
  const names = ["webhook transaction.confirmed duplicate", "payout of a fraction", "payout plain"];
  const plans = names.map((name) => beside(name)?.steps ?? []);
  const rounds = roundsOf(plans, true);
  for (const [index, plan] of plans.entries())
    expect(rounds.flatMap((round) => ("shared" in round ? [round.shared] : (round.own[index] ?? [])))).toEqual(plan);
  expect(rounds.filter((round) => "shared" in round)).toHaveLength(1);
  expect(rounds.every((round) => "shared" in round || round.own.some((steps) => steps.length > 0))).toBe(true);
});

test("U-15 as one plan they have owners and withdrawals of their own, and begin together", () => {
  const names = ["webhook deposit.confirmed duplicate", "value two legs of one transaction", "value to two owners"];
  const one = asOne(
    names.map((name) => beside(name)?.steps ?? []),
    true,
  );
  const all = flat(one);
  expect(new Set(all.flatMap((step) => ("owner" in step ? [step.owner] : [])))).toEqual(
    new Set(["a1", "a2", "a3", "b3"]),
  );
  expect(all.filter(({ do: kind }) => kind === "fault")).toMatchObject([{ of: { owner: "a1" } }]);
  expect(one[0]).toMatchObject({ do: "together", steps: [{ do: "open" }, { do: "open" }, { do: "open" }] });
  expect(all).toHaveLength(names.flatMap((name) => stepsOf(name)).length);
});

const queue = (count: number) =>
  new PlanQueue(plansOf({ troubles, usual, seed: 1, phases: ["singles", "pairs"] }).take(count));
const keyOf = ({ plan }: NumberedPlan) => besideOf(plan.steps, true)?.key ?? null;

test("U-16 plans that are taken together are each taken once, of singles the first always being the next one", () => {
  const plans = queue(1_200);
  const taken: NumberedPlan[][] = [];
  for (let { phase } = plans; phase !== undefined; { phase } = plans) {
    const before = taken.flat().map(({ number }) => number);
    const more = plans.take(
      phase,
      () => false,
      () => true,
      { most: 20, keyOf },
    );
    const open = Array.from({ length: 1_200 }, (_, at) => at + 1).find((number) => !before.includes(number));
    if (phase === "singles") expect(more[0]?.number).toBe(open);
    expect(new Set(more.map((one) => one.phase)).size).toBe(1);
    taken.push(more);
  }
  expect(
    taken
      .flat()
      .map(({ number }) => number)
      .toSorted((a, b) => a - b),
  ).toEqual(Array.from({ length: 1_200 }, (_, at) => at + 1));
  expect(Math.max(...taken.map(({ length }) => length))).toBe(20);
});

test("U-16 no more are taken than may be, and skipped ones are gone", () => {
  const plans = queue(100);
  let left = 7;
  const mayTake = (): boolean => {
    left -= 1;
    return left >= 0;
  };
  const isSkipped = ({ number }: NumberedPlan): boolean => number % 2 === 1;
  const all: NumberedPlan[] = [];
  for (let more = [...plans.take("singles", isSkipped, mayTake, { most: 20, keyOf })]; more.length > 0; ) {
    all.push(...more);
    more = plans.take("singles", isSkipped, mayTake, { most: 20, keyOf });
  }
  expect(all).toHaveLength(7);
  expect(all.every(({ number }) => number % 2 === 0)).toBe(true);
});
