// `hunt` and `playStory` of the test library: the user's app in this process, under worlds of troubles (U-60).

import type { HuntInput } from "./hunt-input.ts";
import type { HuntResult, PlayedStory } from "./hunt-result.ts";
import type { HuntedApp } from "./hunted-app.ts";

/**
 * Runs the app through worlds in which something goes wrong, and compares its books with the chains. What differs is shrunk to its
 * smallest story. Needs a time limit of the test runner above `seconds`, and up to 60 s more for each finding.
 * @throws Error when nothing can be judged, with the reason and the next step: that never passes for "no findings"
 */
export async function hunt(input: HuntInput): Promise<HuntResult> {
  // Loads the hunt, the sandbox and its native modules: tests that do not hunt must not wait for it.
  const { playHunt } = await import("./play-hunt.ts");
  return playHunt(input);
}

/**
 * Plays a story that a hunt kept, three times, and more often one that failed now and then.
 * @param file `hunt-1.json` of `hunt({ report })` or of the command `hunt`
 * @throws Error with the story while the app still fails in one of the runs; or when nothing can be judged
 */
export async function playStory(file: string, app: HuntedApp & { settleMs?: number }): Promise<PlayedStory> {
  const { replayStory } = await import("./play-hunt.ts");
  return replayStory(file, app);
}
