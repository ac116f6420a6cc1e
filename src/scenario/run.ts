// Tells a scenario in a running sandbox, step by step, and says what came of it. Speaks HTTP only (0006).
import { required } from "../kernel/assert.ts";
import { isoTime, parseTime } from "../kernel/clock.ts";
import { freshSecret } from "../kernel/random.ts";
import type { WallClock } from "../kernel/wall-clock.ts";
import { type Answer, control, type Host, HostFault } from "./http-client.ts";
import { type Difference, isObject } from "./match.ts";
import { Receiver } from "./receiver.ts";
import { momentOf, replaced, usedNames } from "./references.ts";
import type { RunContext, StepResult } from "./run-context.ts";
import { kindOf, type Save, type Scenario, type Step, type StepKind } from "./scenario.ts";
import { type Setup, setUp } from "./setup.ts";
import { performCall } from "./steps/call.ts";
import {
  performFault,
  performHeal,
  performMine,
  performReceiver,
  performReorg,
  performTravel,
} from "./steps/control.ts";
import { performExpect } from "./steps/expect.ts";
import { performPay } from "./steps/pay.ts";

export type StepOutcome = {
  number: number;
  title: string;
  kind: StepKind;
  outcome: "passed" | "failed" | "not run";
  /** What was saved: ids, addresses, hashes. Keys of tenants are left out. */
  saved: Record<string, unknown>;
  differences: Difference[];
};

export type Outcome = { title: string; outcome: "passed" | "failed"; tenant_id: string; steps: StepOutcome[] };

export type RunDependencies = {
  host: Host;
  wall: WallClock;
  /** Ends the story after the step under way. */
  signal?: AbortSignal;
  onStep?(step: StepOutcome, of: number): void;
};

/**
 * Tells the story with a tenant and a receiver of its own; afterwards clock, mining and faults are as they were before.
 * @throws HostFault when there is no sandbox, or it cannot give the story what it needs
 */
export async function runScenario(
  scenario: Scenario,
  { host, wall, signal, onStep }: RunDependencies,
): Promise<Outcome> {
  const receiver = await Receiver.open(freshSecret(), wall);
  let stage: Setup | undefined;
  try {
    stage = await setUp(scenario, host, receiver);
    const { story } = stage;
    const steps: StepOutcome[] = [];
    for (const [index, step] of scenario.steps.entries()) {
      const over = signal?.aborted === true || steps.some(({ outcome }) => outcome !== "passed");
      const told = over ? notRun(step, index + 1) : await tell(story, step, index + 1);
      steps.push(told);
      onStep?.(told, scenario.steps.length);
    }
    const passed = steps.every(({ outcome }) => outcome === "passed");
    return { title: scenario.title, outcome: passed ? "passed" : "failed", tenant_id: story.tenantId, steps };
  } finally {
    await stage?.putBack();
    await receiver.close();
  }
}

type Perform = (story: RunContext, step: never) => Promise<StepResult>;

/** How each kind of step is done. */
const PERFORM: Readonly<Record<StepKind, Perform>> = {
  call: performCall,
  pay: performPay,
  travel: performTravel,
  mine: performMine,
  reorg: performReorg,
  fault: performFault,
  heal: performHeal,
  receiver: performReceiver,
  expect: performExpect,
};

async function tell(story: RunContext, step: Step, number: number): Promise<StepOutcome> {
  await setMoments(story, step);
  const told = await attempted(story, step);
  await deliveriesEnd(story, number);
  const { saved, missing } = told.differences.length > 0 ? NOTHING_SAVED : savedFrom(story, step, told.answer);
  const differences = [...told.differences, ...missing];
  const outcome = differences.length === 0 ? "passed" : "failed";
  return { ...named(step, number), outcome, saved: shownOf(saved, step), differences };
}

/** Moments that a step names are counted from the clock as the step begins. */
async function setMoments({ host, names }: RunContext, step: Step): Promise<void> {
  const moments = usedNames(step, "").flatMap(({ name }) => {
    const later = momentOf(name);
    return later === undefined ? [] : [{ name, later }];
  });
  if (moments.length === 0) return;
  const { now } = await control(host, "GET", "/clock");
  const base = required(parseTime(String(now)), "the time of a clock", { now });
  for (const { name, later } of moments) names.set(name, isoTime(base + later));
}

async function attempted(story: RunContext, step: Step): Promise<StepResult> {
  try {
    return await PERFORM[kindOf(step)](story, step as never);
  } catch (error) {
    if (!(error instanceof HostFault)) throw error;
    return { differences: [{ at: kindOf(step), expected: "done", seen: error.message }] };
  }
}

/** What a step sent out has come in before the next one begins: so the order of steps is the order of webhooks. */
async function deliveriesEnd({ host, receiver, arrivals }: RunContext, number: number): Promise<void> {
  await control(host, "POST", "/run-until-idle", {});
  while (arrivals.length < receiver.received.length) arrivals.push(number);
}

type Saved = { saved: Record<string, unknown>; missing: Difference[] };
const NOTHING_SAVED: Saved = { saved: {}, missing: [] };

function savedFrom({ names }: RunContext, step: Step, answer: Answer | undefined): Saved {
  const save: Save = ("save" in step ? step.save : undefined) ?? {};
  const result: Saved = { saved: {}, missing: [] };
  for (const [name, written] of Object.entries(save)) {
    const place = replaced(written, names);
    const value = answer === undefined ? undefined : valueAt(answer, place);
    if (value === undefined)
      result.missing.push({ at: `save.${name}`, expected: `a value at ${place}`, seen: "nothing" });
    else {
      names.set(name, value);
      result.saved[name] = value;
    }
  }
  return result;
}

/** `data.items.0.id` of the body, or `headers.name`. */
function valueAt({ headers, body }: Answer, place: string): unknown {
  const [first = "", ...rest] = place.split(".");
  if (first === "headers") return headers[rest.join(".")];
  return [first, ...rest].reduce<unknown>((node, part) => {
    if (Array.isArray(node)) return node[Number(part)];
    return isObject(node) && Object.hasOwn(node, part) ? node[part] : undefined;
  }, body);
}

/** A key or a secret is used, never shown. */
function shownOf(saved: Record<string, unknown>, step: Step): Record<string, unknown> {
  const places: Save = ("save" in step ? step.save : undefined) ?? {};
  const entries = Object.entries(saved).filter(
    ([name]) => !/(^|\.)(api_key|secret|private_key)$/.test(places[name] ?? ""),
  );
  return Object.fromEntries(entries);
}

function named(step: Step, number: number): Pick<StepOutcome, "number" | "title" | "kind"> {
  return { number, title: step.title, kind: kindOf(step) };
}

function notRun(step: Step, number: number): StepOutcome {
  return { ...named(step, number), outcome: "not run", saved: {}, differences: [] };
}
