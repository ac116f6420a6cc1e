// Why a finding may be a mistake of the sandbox or of the hunt, and not of the app (U-51).
import { control } from "../../scenario/http-client.ts";
import { familyOf } from "../judge/rule.ts";
import { disagreement } from "../judge/sources.ts";
import { plainPlan } from "../plan/assemble.ts";
import type { HuntStep } from "../plan/step.ts";
import type { Finding, Phase } from "../report.ts";
import type { Played } from "../world/play.ts";
import { type Setting, usualPlace } from "../world/setting.ts";
import { mainBreach } from "./examine.ts";

/**
 * One sentence, or null when the invariants of the sandbox hold, all sources agree on the deposits of the story, and a world without trouble
 * passes. @throws HostFault
 */
export async function doubtOf(
  setting: Setting,
  { rule, story }: Pick<Finding, "rule" | "story">,
  phase: Phase,
  play: (steps: readonly HuntStep[]) => Promise<Played>,
): Promise<string | null> {
  const ours = `this is a mistake of the sandbox, please report it with the story of ${rule}`;
  const { invariants } = await control(setting.host, "GET", "/invariants");
  const broken = (invariants as { id: string; ok: boolean; breach?: string }[]).find(({ ok }) => !ok);
  if (broken !== undefined) return `the sandbox broke its invariant ${broken.id} (${broken.breach}): ${ours}`;
  for (const owner of new Set(story.differences.map((one) => one.owner))) {
    const differs = await disagreement(setting.host, setting.ownKey, owner);
    if (differs !== null) return `${differs}: ${ours}`;
  }
  if (phase === "plain") return null;
  const also = mainBreach(await play(plainPlan(usualPlace(setting)).steps));
  if (also === undefined || familyOf(also.rule) !== familyOf(rule)) return null;
  return `after the story of ${rule}, a world without any trouble fails too (${also.what}): your app does not come to rest, so nothing more can be judged`;
}
