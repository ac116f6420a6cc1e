// Kept stories played again: FIXED, FAILS, or seen k of n (§4). Each is judged as a world of its own.

import { isObject } from "../kernel/is-object.ts";
import { HostFault } from "../scenario/http-client.ts";
import { AdaptedApp } from "./app/adapted-app.ts";
import { AppFault } from "./app/app.ts";
import type { HuntHost } from "./host.ts";
import { HuntSession } from "./hunt-session.ts";
import { familyOf, RULE_IDS, type RuleId } from "./judge/rule.ts";
import type { HuntOptions } from "./options.ts";
import type { HuntStep } from "./plan/step.ts";
import type { Rate } from "./report.ts";
import { triesFor } from "./search/examine.ts";

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
  readonly verdict: "FIXED" | "FAILS" | "sometimes";
};
export type ReplayReport = { readonly stories: readonly Replayed[]; readonly hindrance: string | null };

/** Runs of a story that failed every time. */
const RUNS = 3;

/** The story of a file of `hunt`; null for another file. */
export function keptStoryOf(file: string, text: string): KeptStory | null {
  const content: unknown = JSON.parse(text);
  const kept = isObject(content) ? content["hunt"] : undefined;
  if (!isObject(kept) || kept["version"] !== 1 || !Array.isArray(kept["plan"])) return null;
  const rule = RULE_IDS.find((one) => one === kept["rule"]);
  if (rule === undefined) return null;
  return { file, rule, plan: kept["plan"] as HuntStep[], rate: kept["rate"] as Rate };
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
  return { stories: replayed, hindrance };
}

async function again({ file, rule, plan, rate }: KeptStory, session: HuntSession): Promise<Replayed> {
  const of = Math.max(RUNS, rate.failed === 0 ? RUNS : triesFor(rate));
  let failed = 0;
  for (let run = 0; run < of; run += 1) {
    const { breaches } = await session.play(plan);
    if (breaches.some((one) => familyOf(one.rule) === familyOf(rule))) failed += 1;
  }
  return { file, rule, rate: { failed, of }, verdict: failed === 0 ? "FIXED" : failed === of ? "FAILS" : "sometimes" };
}
