// Scenarios told in the very sandbox that is asked: those that come along, or one that is sent.

import { required } from "../../kernel/assert.ts";
import { Problem } from "../../kernel/problem.ts";
import { builtIn, builtInNames } from "../../scenario/built-in.ts";
import { checkScenario, ScenarioFault } from "../../scenario/check.ts";
import { HostFault } from "../../scenario/http-client.ts";
import { type Outcome, runScenario } from "../../scenario/run.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import type { AdminDependencies } from "../dependencies.ts";
import type { AdminHandlers, AdminRequest } from "../handler.ts";

export const scenarioHandlers: Pick<AdminHandlers, "listScenarios" | "runScenario"> = {
  listScenarios: () => ({
    items: builtInNames().map((name) => {
      const { title, about, options = {}, steps } = required(builtIn(name), "a scenario that comes along", { name });
      return { name, title, about, options: { ...options }, steps: steps.length };
    }),
  }),
  runScenario: (parts, { body }) => {
    const scenario = scenarioOf(body);
    return inTurn(parts, () => told(parts, scenario));
  },
};

/** Stories move the one clock: each begins when the one before has ended and everything is put back. */
const lastOf = new WeakMap<object, Promise<unknown>>();

/** The parts of each request are its own; the limiter is one for the whole sandbox. */
function inTurn<T>({ limiter }: AdminDependencies, run: () => Promise<T>): Promise<T> {
  const mine = (lastOf.get(limiter) ?? Promise.resolve()).then(run);
  lastOf.set(
    limiter,
    mine.catch(() => {}),
  );
  return mine;
}

/** Exactly one of a name and a whole scenario. @throws Problem invalidRequest with the place of a mistake in `details` */
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
  try {
    return checkScenario(scenario);
  } catch (error) {
    if (!(error instanceof ScenarioFault)) throw error;
    throw new Problem("invalidRequest", `scenario${error.message}`, {
      details: { at: error.at, allowed: error.allowed },
    });
  }
}

async function told({ origin, adminToken, wall }: AdminDependencies, scenario: Scenario): Promise<Outcome> {
  try {
    return await runScenario(scenario, { host: { url: origin, adminToken }, wall });
  } catch (error) {
    if (error instanceof HostFault) throw new Problem("invalidRequest", error.message);
    throw error;
  }
}
