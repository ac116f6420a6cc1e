// Plays `playStory` of the test library: loaded when it is called.
import { readFileSync } from "node:fs";
import { RULES } from "../../hunt/judge/rule.ts";
import { keptStoryOf, replay } from "../../hunt/replay.ts";
import { runText } from "../../hunt/story/terminal.ts";
import { libraryHost, optionsOf } from "./host.ts";
import type { PlayedStory } from "./hunt-result.ts";
import type { HuntedApp } from "./hunted-app.ts";

const WIDTH = 100;

export async function replayStory(file: string, app: HuntedApp & { settleMs?: number }): Promise<PlayedStory> {
  const story = keptStoryOf(file, readFileSync(file, "utf8"));
  if (typeof story === "string") throw new Error(`${file} ${story}`);
  const options = {
    ...optionsOf(app, () => {}),
    ...{ seed: 1, phases: [], budgetMs: Number.POSITIVE_INFINITY, maxWorlds: 0, most: 1 },
    ...{ deep: false, only: [], without: [] },
  };
  const { stories, hindrance } = await replay(
    [story],
    options,
    libraryHost(() => {}),
  );
  const [played] = stories;
  if (hindrance !== null || played === undefined)
    throw new Error(`${file} could not be judged: ${hindrance ?? "it was not played"}`);
  const { rule, rate, what, run } = played;
  if (rate.failed > 0) {
    const head = `${file} fails in ${rate.failed} of ${rate.of} runs: ${rule} ${RULES[rule].title}: ${what}`;
    throw new Error([head, ...(run === null ? [] : [runText(run, WIDTH).trimEnd()])].join("\n"));
  }
  return { rule, ...rate };
}
