// From a failing world to a finding: how many worlds that takes, and what its certificate stands on (U-40…U-43).
import { expect, test } from "vitest";
import type { HuntStep } from "../../src/hunt/plan/step.ts";
import { examine, type Suspect } from "../../src/hunt/search/examine.ts";
import type { Played } from "../../src/hunt/world/play.ts";
import { diceOf } from "../../src/simulation/dice.ts";

const usual = { network: "base", asset: "USDC" };
const [open, settle]: HuntStep[] = [{ do: "open", owner: "a", network: "base" }, { do: "settle" }];
const fault: HuntStep = { do: "fault", gate: "webhook.delivery", effect: "duplicate", match: { type: "deposit.new" } };
const pay: HuntStep = { do: "pay", owner: "a", amount: "25.5", ...usual };
const drawn = [open, settle, fault, { do: "travel", by: "10m" }, pay, settle, { do: "heal" }, settle] as HuntStep[];

/** Fails as soon as a wallet was opened, a fault set and a payment made, in this order. */
function failsAt(steps: readonly HuntStep[]): number | undefined {
  const found: string[] = [];
  for (const [index, { do: kind }] of steps.entries()) {
    if (kind === ["open", "fault", "pay"][found.length]) found.push(kind);
    if (found.length === 3) return index + 1;
  }
  return undefined;
}

function played(steps: readonly HuntStep[], at: number | undefined): Played {
  const breach = { rule: "B-03", level: "error", owner: "a", what: "two credits of one deposit" } as const;
  const breaches = at === undefined ? [] : [breach];
  return {
    ...{ verdict: at === undefined ? "passed" : "failed", why: null, breaches, met: [], at: at ?? steps.length },
    ...{ story: { lines: [], events: [], breaches, differences: [] }, restarts: 0, restartMs: 0, durations: [] },
  };
}

const suspect: Suspect = {
  ...{ number: 1, phase: "singles", troubles: ["one"], steps: drawn, afterMs: 0 },
  played: played(drawn, failsAt(drawn)),
};

async function examined(fails: (steps: readonly HuntStep[]) => number | undefined) {
  const plans: string[] = [];
  const finding = await examine(suspect, {
    play: async (steps) => {
      plans.push(JSON.stringify(steps));
      return played(steps, fails(steps));
    },
    nowMs: () => 0,
    stopped: false,
  });
  if (finding === null) throw new Error("nothing interrupted it");
  return { finding, plans };
}

test("a story that always fails takes at most 40 worlds, with rate and certificate", async () => {
  const { finding, plans } = await examined(failsAt);
  expect(finding.steps.map((step) => step.do)).toEqual(["open", "fault", "pay"]);
  expect(finding.certificate).toEqual({ kind: "smallest", without: Array(3).fill({ failed: 0, of: 2 }), why: null });
  expect(finding.rate).toEqual({ failed: 10, of: 10 });
  expect(finding.worlds).toBe(plans.length);
  expect(plans.length).toBeLessThanOrEqual(40);
  // The story itself is played ten times for its rate; nothing else is played more often than its certificate asks.
  const counts = Map.groupBy(plans, (plan) => plan);
  const often = [...counts.values()].map((list) => list.length).toSorted((a, b) => b - a);
  expect(often[2]).toBeLessThanOrEqual(3);
});

test("a story that fails now and then has each step left out anew, as often as the search looked", async () => {
  const dice = diceOf(7);
  const { finding, plans } = await examined((steps) => (dice.oneIn(3) ? undefined : failsAt(steps)));
  expect(finding.steps.map((step) => step.do)).toEqual(["open", "fault", "pay"]);
  expect(finding.rate.failed).toBeGreaterThan(4);
  const [without] = finding.certificate.without;
  expect(without?.of).toBeGreaterThanOrEqual(2);
  for (const index of finding.steps.keys()) {
    const plan = JSON.stringify(finding.steps.toSpliced(index, 1));
    const [last, first] = [plans.lastIndexOf(plan), plans.indexOf(plan)];
    expect(last - first).toBeGreaterThanOrEqual((without?.of ?? 0) - 1);
    expect(last).toBeGreaterThan(plans.lastIndexOf(JSON.stringify(finding.steps)));
  }
  expect(plans.length).toBeLessThanOrEqual(150);
});

test("the books of a story are those of its own steps, also where a later search made their values simpler", async () => {
  const amountOf = (steps: readonly HuntStep[]): string =>
    steps.flatMap((step) => (step.do === "pay" ? [step.amount] : [])).join();
  for (let seed = 1; seed <= 60; seed += 1) {
    const dice = diceOf(seed);
    const finding = await examine(suspect, {
      play: async (steps) => {
        // A mistake that does not show every time.
        const result = played(steps, dice.oneIn(6) ? undefined : failsAt(steps));
        const held = { owner: "a", network: "base", asset: "USDC", credited: "2", held: amountOf(steps) };
        return { ...result, story: { ...result.story, differences: [held] } };
      },
      nowMs: () => 0,
      stopped: false,
    });
    expect(finding?.story.differences[0]?.held, `seed ${seed}`).toBe(amountOf(finding?.steps ?? []));
  }
});

/** Fails as soon as a wallet was opened and a payment made; without the fault only now and then. */
function mayFail(chance: (oneIn: number) => boolean, oneIn: number) {
  return (steps: readonly HuntStep[]): number | undefined => {
    const opened = steps.findIndex((step) => step.do === "open");
    const paid = steps.findIndex((step, at) => step.do === "pay" && opened !== -1 && at > opened);
    if (paid === -1) return undefined;
    return failsAt(steps) ?? (chance(oneIn) ? paid + 1 : undefined);
  };
}

test("a story never keeps a step without which it fails at least half as often", async () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const dice = diceOf(seed);
    const { finding } = await examined(mayFail((oneIn) => dice.oneIn(oneIn), 2));
    // Every second time without the fault: it is no part of the story, unless that was seen to be rarer.
    const [, rate] = finding.certificate.without;
    const isRare = (rate?.failed ?? 0) * 2 < (rate?.of ?? 1);
    const told = `seed ${seed}: ${JSON.stringify(finding.certificate)}`;
    if (finding.steps.length === 3) expect(isRare, told).toBe(true);
    else
      expect(
        finding.steps.map((step) => step.do),
        told,
      ).toEqual(["open", "pay"]);
  }
});

test("a step that makes a failure much likelier stays, and is said to", async () => {
  let kept = 0;
  for (let seed = 1; seed <= 80; seed += 1) {
    const dice = diceOf(seed);
    const { finding } = await examined(mayFail((oneIn) => dice.oneIn(oneIn), 12));
    const { kind, why, without } = finding.certificate;
    if (without.some(({ failed }) => failed > 0)) {
      kept += 1;
      expect([kind, why], `seed ${seed}`).toEqual(["not proven", expect.stringContaining("which makes it likelier")]);
    }
    expect(finding.worlds).toBeLessThanOrEqual(150);
  }
  expect(kept).toBeGreaterThan(0);
});
