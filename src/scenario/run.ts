// Runs a scenario against a running sandbox, step by step, and returns the result of each step. Uses HTTP only (0006).
import { required } from "../kernel/assert.ts";
import { isoTime, parseTime } from "../kernel/clock.ts";
import { freshSecret } from "../kernel/random.ts";
import type { WallClock } from "../kernel/wall-clock.ts";
import { PLAYS_APPS } from "./check-app.ts";
import type { FollowedApp } from "./followed-app.ts";
import { control, type Host, HostFault } from "./http-client.ts";
import type { Difference } from "./match.ts";
import { perform } from "./perform.ts";
import { Receiver } from "./receiver.ts";
import { momentOf, usedNames } from "./references.ts";
import type { RunContext } from "./run-context.ts";
import { kindOf, type Scenario, type Step, type StepKind } from "./scenario.ts";
import { type Setup, setUp } from "./setup.ts";

export type StepOutcome = {
  number: number;
  title: string;
  kind: StepKind;
  outcome: "passed" | "failed" | "not run";
  /** Saved values: ids, addresses, hashes. Keys and secrets are left out. */
  saved: Record<string, unknown>;
  differences: Difference[];
  /** Why it did nothing, which only steps of a hunt may do; or what the app answered that was no success. */
  note?: string;
};

export type Outcome = { title: string; outcome: "passed" | "failed"; tenant_id: string; steps: StepOutcome[] };

export type RunDependencies = {
  host: Host;
  wall: WallClock;
  /** The running app of a story with `options.app`; whoever has none cannot play such a story. */
  app?: FollowedApp;
  /** Ends the run after the current step. */
  signal?: AbortSignal;
  onStep?(step: StepOutcome, of: number): void;
};

/**
 * Runs the scenario with its own tenant and receiver, or on the default tenant with the app; afterwards clock mode, mining and faults
 * are as before.
 * @throws HostFault when no sandbox answers, it does not fit the scenario's options, or the story needs an app
 */
export async function runScenario(
  scenario: Scenario,
  { host, wall, app, signal, onStep }: RunDependencies,
): Promise<Outcome> {
  const isOfApp = scenario.options?.app !== undefined;
  if (isOfApp && app === undefined) throw new HostFault(`the story is about an app (options.app): ${PLAYS_APPS}`);
  const receiver = isOfApp ? null : await Receiver.open(freshSecret(), wall);
  let setup: Setup | undefined;
  try {
    setup = await setUp(scenario, { host, wall }, isOfApp ? app : undefined, receiver);
    const { context } = setup;
    const steps: StepOutcome[] = [];
    for (const [index, step] of scenario.steps.entries()) {
      const over = signal?.aborted === true || steps.some(({ outcome }) => outcome !== "passed");
      const result = over ? notRun(step, index + 1) : await runStep(context, step, index + 1);
      if (result.outcome === "passed") await app?.stepped?.(step, scenario.steps[index + 1]);
      steps.push(result);
      onStep?.(result, scenario.steps.length);
    }
    const passed = steps.every(({ outcome }) => outcome === "passed");
    return { title: scenario.title, outcome: passed ? "passed" : "failed", tenant_id: context.tenantId, steps };
  } finally {
    await setup?.restore();
    await receiver?.close();
  }
}

async function runStep(context: RunContext, step: Step, number: number): Promise<StepOutcome> {
  await setMoments(context, step);
  const { differences, saved, note } = await perform(context, step);
  await awaitDeliveries(context, number);
  const outcome = differences.length === 0 ? "passed" : "failed";
  return { ...named(step, number), outcome, saved, differences, ...(note === undefined ? {} : { note }) };
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

/** Waits until the step's webhooks have arrived, so that webhooks arrive in the order of the steps. */
async function awaitDeliveries({ host, receiver, arrivals }: RunContext, number: number): Promise<void> {
  await control(host, "POST", "/run-until-idle", {});
  while (arrivals.length < (receiver?.received.length ?? 0)) arrivals.push(number);
}

function named(step: Step, number: number): Pick<StepOutcome, "number" | "title" | "kind"> {
  return { number, title: step.title, kind: kindOf(step) };
}

function notRun(step: Step, number: number): StepOutcome {
  return { ...named(step, number), outcome: "not run", saved: {}, differences: [] };
}
