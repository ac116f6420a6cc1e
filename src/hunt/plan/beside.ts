// Plans that can be played side by side in one journey: what each does to its own owners, and what all of them share (U-15).
import { type FaultOf, flat, type HuntStep, has, type StepKind } from "./step.ts";

/** A step that all plans share and that is done once, or what each plan does in this round: nothing, or faults and the step behind them. */
export type Round = { readonly shared: HuntStep } | { readonly own: readonly (readonly HuntStep[])[] };

type Fault = Extract<HuntStep, { do: "fault" }>;

/** Steps that concern the owners of their plan alone. */
const OWN: ReadonlySet<StepKind> = new Set(["open", "pay", "withdraw", "uda", "reject", "retry", "replay"]);

/**
 * The plan with each fault meant for its own owner or withdrawal, and what it shares with the plans that it can be played beside: those with
 * the same key. Null for a plan that has to be alone: its faults would meet others, or its steps begin at the same time as a shared one.
 * @param repairsOwner whether the repair job of the app is run for one owner
 */
export function besideOf(
  steps: readonly HuntStep[],
  repairsOwner: boolean,
): { readonly key: string; readonly steps: readonly HuntStep[] } | null {
  // Webhooks about the vault are about no plan of a journey.
  if (has(steps, "fund")) return null;
  const own: HuntStep[] = [];
  for (const [at, step] of steps.entries()) {
    const isFault = step.do === "fault" && !isForAll(step);
    const of = isFault ? subjectOf(step, steps, at) : undefined;
    if (of === null || (step.do === "together" && !isOwn(step))) return null;
    own.push(of === undefined ? step : { ...(step as Fault), of });
  }
  return { key: JSON.stringify(own.filter((step) => isShared(step, repairsOwner))), steps: own };
}

/** The rounds of plans with the same key. */
export function roundsOf(plans: readonly (readonly HuntStep[])[], repairsOwner: boolean): Round[] {
  const parts = plans.map((steps) => partsOf(steps, repairsOwner));
  const [first = { turns: [[]], shared: [] }] = parts;
  return first.turns.flatMap((_, at) => {
    const most = Math.max(...parts.map(({ turns }) => turns[at]?.length ?? 0));
    const own = Array.from({ length: most }, (_, turn) => ({ own: parts.map(({ turns }) => turns[at]?.[turn] ?? []) }));
    const shared = first.shared[at];
    return shared === undefined ? own : [...own, { shared }];
  });
}

/** One plan that does what the plans do side by side, with owners `a1`, `a2`, …: it can be played, shrunk and kept like any other. */
export function asOne(plans: readonly (readonly HuntStep[])[], repairsOwner: boolean): HuntStep[] {
  const named = plans.map((steps, index) => steps.map((step) => renamed(step, String(index + 1))));
  return roundsOf(named, repairsOwner).flatMap((round) => {
    if ("shared" in round) return [round.shared];
    const all = round.own.flat();
    const faults = all.filter((step) => step.do === "fault");
    const others = all.filter((step) => step.do !== "fault").flatMap((step) => flat([step]));
    return [...faults, ...(others.length > 1 ? [{ do: "together", steps: others } as const] : others)];
  });
}

/** A fault that every owner may meet without taking it from another one. */
function isForAll({ gate, match = {}, times }: Fault): boolean {
  return gate === "chain.mine" || (gate === "webhook.delivery" && times === null && match["type"] === undefined);
}

/** What begins at once concerns its own owner alone; other plans would come between steps that are so much time apart. */
function isOwn({ steps, apart }: Extract<HuntStep, { do: "together" }>): boolean {
  return apart === undefined && steps.every((one) => OWN.has(one.do));
}

function isShared(step: HuntStep, repairsOwner: boolean): boolean {
  if (step.do === "fault") return step.of === undefined;
  if (step.do === "reconcile") return !repairsOwner;
  return step.do !== "together" && !OWN.has(step.do);
}

/** Turns between the shared steps: each is the faults of a plan in a row, and one step behind them. */
function partsOf(steps: readonly HuntStep[], repairsOwner: boolean): { turns: HuntStep[][][]; shared: HuntStep[] } {
  const shared: HuntStep[] = [];
  const turns: HuntStep[][][] = [[]];
  let turn: HuntStep[] = [];
  const end = (): void => {
    if (turn.length > 0) turns.at(-1)?.push(turn);
    turn = [];
  };
  for (const step of steps) {
    if (isShared(step, repairsOwner)) {
      end();
      shared.push(step);
      turns.push([]);
      continue;
    }
    turn.push(step);
    if (step.do !== "fault") end();
  }
  end();
  return { turns, shared };
}

/** Whom a fault is meant for: the owner or withdrawal of the next step that leads to what it matches. Null: that has no owner. */
function subjectOf({ gate, effect, match = {} }: Fault, steps: readonly HuntStep[], at: number): FaultOf | null {
  const near = [...flat(steps.slice(at + 1)), ...flat(steps.slice(0, at)).toReversed()];
  const to = (...kinds: readonly StepKind[]): FaultOf | null => {
    const step = near.find((one) => kinds.includes(one.do));
    if (step?.do === "withdraw") return { withdrawal: step.id };
    return step !== undefined && "owner" in step ? { owner: step.owner } : null;
  };
  if (gate === "chain.submit") return to("withdraw");
  if (gate === "api.request") {
    return to(causeOf(String(match["operation_id"])));
  }
  const type = String(match["type"] ?? "");
  // The delivery that overtakes one of an owner may be any other one of the endpoint.
  if (gate !== "webhook.delivery" || type === "" || effect === "reorder") return null;
  if (type.startsWith("uda.")) return to("uda");
  return type.startsWith("transaction.") ? to("withdraw", "pay") : to("pay");
}

/** The step that leads the app to a request: what it names is what that step made. A fault that is never met by it shows itself (U-16). */
function causeOf(operation: string): StepKind {
  if (operation === "createWallet") return "open";
  if (/payout/i.test(operation)) return "withdraw";
  return /uda|settlement/i.test(operation) ? "uda" : "pay";
}

function renamed(step: HuntStep, suffix: string): HuntStep {
  if (step.do === "together") return { ...step, steps: step.steps.map((one) => renamed(one, suffix)) };
  if (step.do === "fault") return step.of === undefined ? step : { ...step, of: renamedOf(step.of, suffix) };
  return {
    ...step,
    ...("owner" in step ? { owner: `${step.owner}${suffix}` } : {}),
    ...("id" in step ? { id: `${step.id}-${suffix}` } : {}),
  };
}

function renamedOf(of: FaultOf, suffix: string): FaultOf {
  return "owner" in of ? { owner: `${of.owner}${suffix}` } : { withdrawal: `${of.withdrawal}-${suffix}` };
}
