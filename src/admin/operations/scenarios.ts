// Scenario operations: list the built-in ones, and run one by name or one that is sent, in this sandbox.

import { required } from "../../kernel/assert.ts";
import { Problem } from "../../kernel/problem.ts";
import { builtIn, builtInNames } from "../../scenario/built-in.ts";
import { checkScenario, ScenarioFault } from "../../scenario/check.ts";
import { PLAYS_APPS, startsPrograms } from "../../scenario/check-app.ts";
import { HostFault } from "../../scenario/http-client.ts";
import { type Outcome, runScenario, type StepOutcome } from "../../scenario/run.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import type { AdminDependencies } from "../dependencies.ts";
import type { AdminHandlers, AdminRequest } from "../handler.ts";

export const scenarioHandlers: Pick<AdminHandlers, "listScenarios" | "runScenario" | "getScenarioRun"> = {
  listScenarios: () => ({
    items: builtInNames().map((name) => {
      const { title, about, options = {}, steps } = required(builtIn(name), "a scenario that comes along", { name });
      return { name, title, about, options: { ...options }, steps: steps.length };
    }),
  }),
  runScenario: (dependencies, { body }) => {
    const scenario = scenarioOf(body);
    return queued(dependencies, () => play(dependencies, scenario));
  },
  getScenarioRun: ({ limiter }) => {
    const { isRunning = false, title = null, of = 0, steps = [] } = runs.get(limiter) ?? {};
    return { running: isRunning, title, of, steps: [...steps] };
  },
};

/** How far the running scenario of a sandbox has come, or the last one that ran. */
type Run = { isRunning: boolean; title: string; of: number; steps: StepOutcome[] };

/** By what is one for the sandbox, as `lastOf`. */
const runs = new WeakMap<object, Run>();

/** Scenarios move the clock, so each one starts when the one before has ended and restored what it changed. */
const lastOf = new WeakMap<object, Promise<unknown>>();

/** Each request has its own dependencies object; the limiter is one for the sandbox. */
function queued<T>({ limiter }: AdminDependencies, run: () => Promise<T>): Promise<T> {
  const mine = (lastOf.get(limiter) ?? Promise.resolve()).then(run);
  lastOf.set(
    limiter,
    mine.catch(() => {}),
  );
  return mine;
}

/** Exactly one of a name and a complete scenario. @throws Problem invalidRequest with the place of a mistake in `details` */
function scenarioOf({ name, scenario }: AdminRequest<"runScenario">["body"]): Scenario {
  if ((name === undefined) === (scenario === undefined)) {
    throw new Problem("invalidRequest", "send exactly one of name and scenario: GET /admin/scenarios lists the names");
  }
  if (name !== undefined) {
    const known = builtInNames();
    const found = known.includes(name) ? builtIn(name) : undefined;
    if (found !== undefined) return found;
    throw new Problem("resourceNotFound", `there is no scenario ${JSON.stringify(name)}: use one of details.known`, {
      details: { known },
    });
  }
  const place = startsPrograms(scenario);
  if (place !== undefined)
    throw new Problem("invalidRequest", `scenario${place}: it is about an app and starts programs: ${PLAYS_APPS}`, {
      details: { at: place },
    });
  try {
    return checkScenario(scenario);
  } catch (error) {
    if (!(error instanceof ScenarioFault)) throw error;
    throw new Problem("invalidRequest", `scenario${error.message}`, {
      details: { at: error.at, allowed: error.allowed },
    });
  }
}

async function play(
  { origin, adminToken, wall, limiter, subscribers }: AdminDependencies,
  scenario: Scenario,
): Promise<Outcome> {
  const run: Run = { isRunning: true, title: scenario.title, of: scenario.steps.length, steps: [] };
  const tell = (): void => subscribers.changes.note("scenarios");
  runs.set(limiter, run);
  tell();
  const onStep = (step: StepOutcome): void => {
    run.steps.push(step);
    tell();
  };
  try {
    return await runScenario(scenario, { host: { url: origin, adminToken }, wall, onStep });
  } catch (error) {
    if (error instanceof HostFault) throw new Problem("invalidRequest", error.message);
    throw error;
  } finally {
    run.isRunning = false;
    tell();
  }
}
