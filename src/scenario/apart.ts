// Steps that begin together: at once, or each a little behind the one before.
import { required } from "../kernel/assert.ts";
import { parseDuration } from "../kernel/duration.ts";
import { sleep, type WallClock } from "../kernel/wall-clock.ts";

/** The longest `apart`, in real ms. */
const MAX_APART_MS = 1_000;

/** Whether steps may begin so long one behind the other. */
export function isApart(text = "0ms"): boolean {
  const ms = parseDuration(text);
  return ms !== null && ms <= MAX_APART_MS;
}

/**
 * Begins each of them, with `apart` (such as `150ms`) so much real time behind the one before, and none waits for another. Resolves with the results
 * in the order of the steps. @throws as the first that fails
 */
export function beginTogether<One, Result>(
  all: readonly One[],
  { apart = "0ms", wall }: { apart: string | undefined; wall: WallClock },
  begin: (one: One) => Promise<Result>,
): Promise<Result[]> {
  const apartMs = required(parseDuration(apart), "a duration that was checked", { apart });
  return Promise.all(
    all.map(async (one, index) => {
      if (index > 0) await sleep(wall, index * apartMs);
      return begin(one);
    }),
  );
}
