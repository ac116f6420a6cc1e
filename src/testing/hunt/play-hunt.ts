// Plays `hunt` and `playStory` of the test library: loaded when one of them is called.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { maskSecrets } from "../../contract/outputs/mask.ts";
import { hunt } from "../../hunt/hunt.ts";
import { RULES } from "../../hunt/judge/rule.ts";
import type { HuntOptions } from "../../hunt/options.ts";
import { keptStoryOf, replay } from "../../hunt/replay.ts";
import type { Finding } from "../../hunt/report.ts";
import { pictureOf } from "../../hunt/story/picture.ts";
import { type StoryFacts, storyOf } from "../../hunt/story/scenario.ts";
import { findingText, runText } from "../../hunt/story/terminal.ts";
import { libraryHost, optionsOf } from "./host.ts";
import type { HuntInput } from "./hunt-input.ts";
import { type HuntFinding, HuntResult, type PlayedStory } from "./hunt-result.ts";
import type { HuntedApp } from "./hunted-app.ts";

const SECONDS = 30;
const WIDTH = 100;

export async function playHunt(input: HuntInput): Promise<HuntResult> {
  const { seconds = SECONDS, seed = 1, most = 1, report: folder, progress = () => {} } = input;
  const own = optionsOf(input, (text) => progress(`guessed of your books: ${text}`));
  const host = libraryHost(progress);
  const facts = { adapter: own.adapter, seed, version: host.version };
  const findings: HuntFinding[] = [];
  const options: HuntOptions = {
    ...own,
    ...{ seed, most, phases: input.phases ?? ["singles", "pairs", "swarm"], budgetMs: seconds * 1_000 },
    ...{ maxWorlds: input.worlds ?? Number.POSITIVE_INFINITY, deep: input.deep === true },
    ...{ only: input.only ?? [], without: input.without ?? [] },
    onFinding: (finding) => void findings.push(told(finding, folder, facts)),
  };
  const report = await hunt(options, host);
  if (report.hindrance !== null) throw new Error(unjudged(report.hindrance, findings));
  return new HuntResult(findings, report);
}

/** What was found before stays in the message: nothing may be lost. */
function unjudged(hindrance: string, findings: readonly HuntFinding[]): string {
  return [`the hunt could not be judged: ${hindrance}`, ...findings.map(({ story }) => story.trimEnd())].join("\n\n");
}

/** The finding for the test, kept in the folder if there is one. */
function told(finding: Finding, folder: string | undefined, facts: StoryFacts): HuntFinding {
  const { rule, level, title, what, troubles, rate } = finding;
  const story = findingText(finding, { folder: null, width: WIDTH });
  const found = { rule, level, title, what, troubles, seen: rate };
  if (folder === undefined) return { ...found, story };
  const file = join(folder, `hunt-${finding.number}.json`);
  const again = `await playStory(${JSON.stringify(file)}, app)`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(storyOf(finding, facts), null, 2)}\n`);
  const picture = pictureOf(finding, { seed: facts.seed, version: facts.version, again });
  writeFileSync(join(folder, `hunt-${finding.number}.html`), maskSecrets(picture));
  return { ...found, file, story: `${story}again: ${again}\n` };
}

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
