// Runs a scenario against a running sandbox, step by step, and returns the result of each step. Uses HTTP only (0006).
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
  /** Saved values: ids, addresses, hashes. Keys and secrets are left out. */
  saved: Record<string, unknown>;
  differences: Difference[];
};

export type Outcome = { title: string; outcome: "passed" | "failed"; tenant_id: string; steps: StepOutcome[] };

export type RunDependencies = {
  host: Host;
  wall: WallClock;
  /** Ends the run after the current step. */
  signal?: AbortSignal;
  onStep?(step: StepOutcome, of: number): void;
};

/**
 * Runs the scenario with its own tenant and receiver; afterwards clock mode, mining and faults are as before.
 * @throws HostFault when no sandbox answers, or it does not fit the scenario's options
 */
export async function runScenario(
  scenario: Scenario,
  { host, wall, signal, onStep }: RunDependencies,
): Promise<Outcome> {
  const receiver = await Receiver.open(freshSecret(), wall);
  let setup: Setup | undefined;
  try {
    setup = await setUp(scenario, host, receiver);
    const { context } = setup;
    const steps: StepOutcome[] = [];
    for (const [index, step] of scenario.steps.entries()) {
      const over = signal?.aborted === true || steps.some(({ outcome }) => outcome !== "passed");
      const result = over ? notRun(step, index + 1) : await runStep(context, step, index + 1);
      steps.push(result);
      onStep?.(result, scenario.steps.length);
    }
    const passed = steps.every(({ outcome }) => outcome === "passed");
    return { title: scenario.title, outcome: passed ? "passed" : "failed", tenant_id: context.tenantId, steps };
  } finally {
    await setup?.restore();
    await receiver.close();
  }
}

type Perform = (context: RunContext, step: never) => Promise<StepResult>;

/** The function that performs each kind of step. */
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

async function runStep(context: RunContext, step: Step, number: number): Promise<StepOutcome> {
  await setMoments(context, step);
  const result = await attempted(context, step);
  await awaitDeliveries(context, number);
  const { saved, missing } = result.differences.length > 0 ? NOTHING_SAVED : savedFrom(context, step, result.answer);
  const differences = [...result.differences, ...missing];
  const outcome = differences.length === 0 ? "passed" : "failed";
  return { ...named(step, number), outcome, saved: withoutSecrets(saved, step), differences };
}

/** Sets the moments (`now+…`) that a step refers to, counted from the virtual time at its start. */
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

async function attempted(context: RunContext, step: Step): Promise<StepResult> {
  try {
    return await PERFORM[kindOf(step)](context, step as never);
  } catch (error) {
    if (!(error instanceof HostFault)) throw error;
    return { differences: [{ at: kindOf(step), expected: "done", seen: error.message }] };
  }
}

/** Waits until the step's webhooks have arrived, so that webhooks arrive in the order of the steps. */
async function awaitDeliveries({ host, receiver, arrivals }: RunContext, number: number): Promise<void> {
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

/** The saved values without keys and secrets. */
function withoutSecrets(saved: Record<string, unknown>, step: Step): Record<string, unknown> {
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
