// Plays one plan from its first scene to its end, and says what broke, where, and what was met on the way.
import { diceOf } from "../crash/dice.ts";
import { afterStep, hear } from "./checks/each-step.ts";
import { checkQuiet } from "./checks/quiet.ts";
import { comeToRest } from "./checks/rest.ts";
import { firstScene } from "./operations/first-scene.ts";
import { operationOf } from "./operations/menu.ts";
import type { Plan } from "./plan.ts";
import { Play } from "./play.ts";
import type { Situation } from "./sometimes.ts";
import { Stage } from "./stage.ts";

export type Outcome = {
  seed: number;
  /** Empty = all held. */
  wrong: string;
  step: number;
  doing: string;
  lines: readonly string[];
  digest: string;
  met: ReadonlyMap<Situation, number>;
};

/** Everything is compared so often; between that only what is cheap. */
const QUIET_EVERY = 50;

export class Theatre {
  readonly #stages = new Map<string, Stage>();

  /** A world of these networks that begins anew; one in a folder is opened for each run. */
  async stage({ networks, durable }: Plan): Promise<Stage> {
    const key = networks.join();
    const standing = this.#stages.get(key);
    if (standing === undefined || durable) {
      const stage = await Stage.open(networks, durable);
      if (!durable) this.#stages.set(key, stage);
      return stage;
    }
    return standing;
  }

  /** What a failed run leaves behind must not reach the next one. */
  async forget({ networks }: Plan): Promise<void> {
    const key = networks.join();
    await this.#stages.get(key)?.close();
    this.#stages.delete(key);
  }

  async close(): Promise<void> {
    for (const stage of this.#stages.values()) await stage.close();
    this.#stages.clear();
  }
}

export async function run(theatre: Theatre, plan: Plan, tell: (line: string) => void = () => {}): Promise<Outcome> {
  const stage = await theatre.stage(plan);
  const play = new Play(stage, plan, diceOf(plan.seed));
  const { ears } = stage.receivers;
  stage.receivers.forget();
  stage.mistakes.length = 0;
  ears.heard = (hook) => hear(play, hook);
  ears.mannerOf = (number) => play.model.endpoints.find((one) => one.number === number)?.manner ?? "good";
  ears.trapped = (path) => void play.wrong.push(`R-125: a redirect was followed to ${path}`);
  let wrong = "";
  try {
    await begin(play);
    for (const [index, step] of plan.steps.entries()) {
      Object.assign(play, { step: index + 1, doing: step.name, dice: diceOf(step.seed), racing: false });
      play.trace(`— ${step.name}`);
      tell(`${play.step} ${step.name}`);
      await operationOf(step.name).act(play);
      await afterStep(play);
      if (play.step % QUIET_EVERY === 0 || step.name === "restart") await checkQuiet(play);
    }
    play.doing = "the end";
    await comeToRest(play);
  } catch (error) {
    wrong = error instanceof Error ? (error.name === "Broken" ? error.message : String(error.stack)) : String(error);
    await theatre.forget(plan);
  } finally {
    if (plan.durable) await stage.close();
  }
  const { step, doing, lines, digest, met } = play;
  return { seed: plan.seed, wrong, step, doing, lines, digest, met };
}

async function begin(play: Play): Promise<void> {
  await play.must("POST", "/reset");
  const { items } = await play.must("GET", "/snapshots");
  for (const { id } of items) await play.must("DELETE", `/snapshots/${id}`);
  await firstScene(play);
  await afterStep(play);
}
