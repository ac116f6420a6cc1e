// Runs one plan from the initial state to the final checks; the outcome says which check failed, at which step, and which rare situations occurred.
import { diceOf } from "../../src/simulation/dice.ts";
import { afterStep, checkWebhookRequest } from "./checks/each-step.ts";
import { checkFinalState } from "./checks/final-state.ts";
import { checkEverything } from "./checks/full-check.ts";
import { createInitialState } from "./operations/initial-state.ts";
import { operationOf } from "./operations/operation-table.ts";
import type { Plan } from "./plan.ts";
import type { Situation } from "./rare-situations.ts";
import { Simulation } from "./simulation.ts";
import { WorldSetup } from "./world-setup.ts";

export type Outcome = {
  seed: number;
  /** Message of the failed check; empty when all passed. */
  failure: string;
  step: number;
  operationName: string;
  lines: readonly string[];
  digest: string;
  situations: ReadonlyMap<Situation, number>;
};

/** Steps between two full comparisons with the model; after every other step only the cheap checks run. */
const FULL_CHECK_INTERVAL = 50;

/** Reuses the sandboxes of earlier runs: starting an engine costs more than resetting it. */
export class SandboxPool {
  readonly #setups = new Map<string, WorldSetup>();

  /** A sandbox with these networks; the caller resets it. A sandbox with a data folder is opened for each run. */
  async setup({ networks, durable }: Plan): Promise<WorldSetup> {
    const key = networks.join();
    const existing = this.#setups.get(key);
    if (existing === undefined || durable) {
      const setup = await WorldSetup.open(networks, durable);
      if (!durable) this.#setups.set(key, setup);
      return setup;
    }
    return existing;
  }

  /** Closes the sandbox of a failed run: its state must not reach the next one. */
  async discard({ networks }: Plan): Promise<void> {
    const key = networks.join();
    await this.#setups.get(key)?.close();
    this.#setups.delete(key);
  }

  async close(): Promise<void> {
    for (const setup of this.#setups.values()) await setup.close();
    this.#setups.clear();
  }
}

export async function run(pool: SandboxPool, plan: Plan, onStep: (line: string) => void = () => {}): Promise<Outcome> {
  const setup = await pool.setup(plan);
  const sim = new Simulation(setup, plan, diceOf(plan.seed));
  const { handlers } = setup.receivers;
  setup.receivers.reset();
  setup.errorLogs.length = 0;
  handlers.onRequest = (request) => checkWebhookRequest(sim, request);
  handlers.modeOf = (number) => sim.model.endpoints.find((one) => one.number === number)?.responseMode ?? "good";
  handlers.onOtherPath = (path) => void sim.findings.push(`R-125: a redirect was followed to ${path}`);
  let failure = "";
  try {
    await resetWorld(sim);
    for (const [index, step] of plan.steps.entries()) {
      Object.assign(sim, { step: index + 1, operationName: step.name, dice: diceOf(step.seed), racing: false });
      sim.trace(`— ${step.name}`);
      onStep(`${sim.step} ${step.name}`);
      await operationOf(step.name).run(sim);
      await afterStep(sim);
      if (sim.step % FULL_CHECK_INTERVAL === 0 || step.name === "restart") await checkEverything(sim);
    }
    sim.operationName = "final checks";
    await checkFinalState(sim);
  } catch (error) {
    failure =
      error instanceof Error ? (error.name === "CheckFailed" ? error.message : String(error.stack)) : String(error);
    await pool.discard(plan);
  } finally {
    if (plan.durable) await setup.close();
  }
  const { step, operationName, lines, digest, situations } = sim;
  return { seed: plan.seed, failure, step, operationName, lines, digest, situations };
}

async function resetWorld(sim: Simulation): Promise<void> {
  await sim.adminOk("POST", "/reset");
  const { items } = await sim.adminOk("GET", "/snapshots");
  for (const { id } of items) await sim.adminOk("DELETE", `/snapshots/${id}`);
  await createInitialState(sim);
  await afterStep(sim);
}
