// The ways in which a process ends under load: killed at a random moment, at a failpoint, while it stops; or stopped cleanly.
import { setTimeout as wait } from "node:timers/promises";
import type { Failpoint } from "../../src/kernel/failpoint.ts";
import { diceOf } from "../../src/simulation/dice.ts";
import type { Act } from "./actions.ts";
import { clientOf } from "./client.ts";
import { actUntil } from "./operators.ts";
import { end, start } from "./process.ts";
import { provocationOf } from "./provoke.ts";
import { count, type Run } from "./run.ts";

/** How many clients act at once. */
const CLIENTS = 4;
/** Real ms that a process may take to come to its failpoint, and to stop cleanly. */
const PATIENCE_MS = 60_000;
const STOPS_WITHIN_MS = 10_000;

/** Clients act until `finish` has ended the process; what either found wrong. With `act` one of them does only that. */
async function underLoad(run: Run, finish: () => Promise<string[]>, act?: Act): Promise<string[]> {
  const ready = await run.running.ready;
  let over = false;
  const { book, dice } = run;
  const acting = Array.from({ length: CLIENTS }, async (_, index) => {
    const scene = { client: clientOf(ready), book, dice: diceOf(dice.upTo(2 ** 31)) };
    await actUntil(scene, () => over, index === 0 ? act : undefined);
  });
  const acted = Promise.all(acting).then(
    () => [],
    (error: unknown) => [String(error)],
  );
  const wrong = await finish();
  over = true;
  return [...wrong, ...(await acted)];
}

/** SIGKILL at a random moment. */
export async function killed(run: Run): Promise<string[]> {
  count(run, "at random");
  return underLoad(run, async () => {
    await wait(20 + run.dice.upTo(900));
    await end(run.running, "SIGKILL");
    return [];
  });
}

/** SIGTERM, and SIGKILL while it stops. */
export async function killedWhileStopping(run: Run): Promise<string[]> {
  count(run, "while stopping");
  return underLoad(run, async () => {
    await wait(20 + run.dice.upTo(500));
    run.running.child.kill("SIGTERM");
    await wait(run.dice.upTo(60));
    await end(run.running, "SIGKILL");
    return [];
  });
}

/** SIGTERM twice: the second one changes nothing, and it ends with 0 in time. */
export async function stoppedTwice(run: Run): Promise<string[]> {
  count(run, "stops with two signals");
  return underLoad(run, async () => {
    await wait(20 + run.dice.upTo(500));
    run.running.child.kill("SIGTERM");
    await wait(run.dice.upTo(40));
    run.running.child.kill("SIGTERM");
    const how = await Promise.race([run.running.ended, wait(STOPS_WITHIN_MS, "nothing within 10 s")]);
    await end(run.running, "SIGKILL");
    return how === 0 ? [] : [`two SIGTERM ended with ${how}: ${run.running.errors()}`];
  });
}

/** The process ends by itself at a named place. */
export async function endedAt(run: Run, place: Failpoint): Promise<string[]> {
  count(run, "at failpoints");
  const { act, most, stop } = provocationOf(place);
  await end(run.running, "SIGKILL");
  const running = start(run.folder, `${place}:${1 + run.dice.upTo(most)}`);
  run.running = running;
  // Recovery passes failpoints too: then it ends before it is ready.
  const ready = await running.ready.catch(() => undefined);
  if (ready === undefined) {
    const how = await running.ended;
    return how === "SIGKILL" ? [] : [`at ${place} the start ended with ${how}: ${running.errors()}`];
  }
  const finish = async (): Promise<string[]> => {
    if (stop) {
      await wait(300);
      running.child.kill("SIGTERM");
    }
    const first = await Promise.race([running.ended, wait(PATIENCE_MS, "patience")]);
    if (first !== "SIGKILL") run.missed.push(`${place}: ${first}`);
    await end(running, "SIGKILL");
    return [];
  };
  return underLoad(run, finish, act);
}

/** Started and killed again before anybody could use it. */
export async function killedWhileRecovering(run: Run): Promise<void> {
  count(run, "while recovering");
  run.running = start(run.folder);
  await wait(250 + run.dice.upTo(900));
  await end(run.running, "SIGKILL");
}
