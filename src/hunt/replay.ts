// Kept stories played again: FIXED, FAILS, or seen k of n (§4). Each is judged as a world of its own.
import { isObject } from "../kernel/is-object.ts";
import { HostFault } from "../scenario/http-client.ts";
import { AdaptedApp } from "./app/adapted-app.ts";
import { AppFault } from "./app/app.ts";
import type { HuntHost } from "./host.ts";
import { HuntSession } from "./hunt-session.ts";
import { familyOf, RULE_IDS, type RuleId } from "./judge/rule.ts";
import { NO_ANSWERS, slownessText, withDurations } from "./judge/slowness.ts";
import type { HuntOptions } from "./options.ts";
import { readPlan } from "./plan/read-plan.ts";
import type { HuntStep } from "./plan/step.ts";
import { isRate, type Rate, type StoryRun } from "./report.ts";
import { triesFor } from "./search/examine.ts";
import type { Played } from "./world/play.ts";

/** The proof in a kept story: what `hunt` wrote into its member `hunt`. */
export type KeptStory = {
  readonly file: string;
  readonly rule: RuleId;
  readonly plan: readonly HuntStep[];
  readonly rate: Rate;
};
export type Replayed = {
  readonly file: string;
  readonly rule: RuleId;
  readonly rate: Rate;
  /** `not judged`: no run failed, but `why` at least one of them proves nothing. */
  readonly verdict: "FIXED" | "FAILS" | "sometimes" | "not judged";
  readonly why: string | null;
  /** What was wrong in the last failing run, in one sentence, and that run; null when none failed. */
  readonly what: string | null;
  readonly run: StoryRun | null;
};
/** `left`: stories that were not played, since the replay was interrupted. */
export type ReplayReport = {
  readonly kind: "hunt-replay";
  readonly stories: readonly Replayed[];
  readonly left: number;
  readonly hindrance: string | null;
};

/** Runs of a story that failed every time. */
const RUNS = 3;

/** The story of a file of `hunt`, or what does not fit: it may be of another version. */
export function keptStoryOf(file: string, text: string): KeptStory | string {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return "is not JSON";
  }
  const kept = isObject(content) ? content["hunt"] : undefined;
  if (!isObject(kept)) return "is no story of a hunt: it has no member hunt";
  const written = `it was kept by version ${String(kept["sandbox_version"] ?? "unknown")}`;
  if (kept["version"] !== 1) return `does not fit this version: its format is ${String(kept["version"])} (${written})`;
  const rule = RULE_IDS.find((one) => one === kept["rule"]);
  if (rule === undefined) return `does not fit this version: there is no rule ${String(kept["rule"])} (${written})`;
  const plan = readPlan(kept["plan"]);
  if (typeof plan === "string") return `does not fit this version: ${plan} (${written})`;
  const rate = kept["rate"];
  if (!isRate(rate)) return `does not fit this version: its rate is no "failed" of "of" (${written})`;
  return { file, rule, plan, rate };
}

/** Plays each story: three times, and more often one that failed now and then, so that a miss has less than 1 %. */
export async function replay(
  stories: readonly KeptStory[],
  options: HuntOptions,
  host: HuntHost,
  onStory: (story: Replayed) => void = () => {},
): Promise<ReplayReport> {
  const folder = host.temporaryFolder();
  const { processes, wall } = host;
  const app = options.app ?? new AdaptedApp(options.adapter, { processes, wall, folder, guessed: () => {} });
  const session = new HuntSession({ ...options, app }, host);
  const replayed: Replayed[] = [];
  let hindrance: string | null = null;
  try {
    await session.open();
    hindrance = (await session.plainCheck()).hindrance;
    for (const story of hindrance === null ? stories : []) {
      if (host.signal.aborted) break;
      const result = await again(story, session);
      replayed.push(result);
      onStory(result);
    }
  } catch (error) {
    if (!(error instanceof AppFault || error instanceof HostFault)) throw error;
    hindrance = error.message;
  } finally {
    await session.close();
    host.removeFolder(folder);
  }
  return { kind: "hunt-replay", stories: replayed, left: stories.length - replayed.length, hindrance };
}

async function again({ file, rule, plan, rate }: KeptStory, session: HuntSession): Promise<Replayed> {
  const of = Math.max(RUNS, rate.failed === 0 ? RUNS : triesFor(rate));
  let failed = 0;
  let why: string | null = null;
  let last: { what: string; run: StoryRun } | undefined;
  for (let run = 0; run < of; run += 1) {
    const played = await session.play(plan, true);
    why = played.why ?? why;
    const what = wrongIn(played, rule);
    if (what === undefined) continue;
    failed += 1;
    last = { what, run: played.story };
  }
  const { what, run } = last ?? { what: null, run: null };
  return { file, rule, rate: { failed, of }, verdict: verdictOf({ failed, of }, why), why, what, run };
}

/** What is wrong in the way of this rule, in one sentence; undefined when nothing is. */
function wrongIn({ breaches, durations }: Played, rule: RuleId): string | undefined {
  const answers = withDurations(NO_ANSWERS, durations);
  if (rule === "B-16") return answers.slow > 0 ? slownessText(answers) : undefined;
  return breaches.find((one) => familyOf(one.rule) === familyOf(rule))?.what;
}

function verdictOf({ failed, of }: Rate, why: string | null): Replayed["verdict"] {
  if (failed > 0) return failed === of ? "FAILS" : "sometimes";
  return why === null ? "FIXED" : "not judged";
}
