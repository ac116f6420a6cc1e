// The finding that webhooks are answered slowly: measured over all worlds of a hunt, told by one without trouble (B-16).
import { RULES } from "../judge/rule.ts";
import { type Answers, slownessText } from "../judge/slowness.ts";
import type { HuntStep } from "../plan/step.ts";
import type { Finding, StoryRun } from "../report.ts";

/** @param story of a world without trouble, whose plan is `steps` */
export function slowFinding(
  answers: Answers,
  steps: readonly HuntStep[],
  story: StoryRun,
): Omit<Finding, "number" | "after_ms"> {
  return {
    ...{ rule: "B-16", seen_as: "B-16", level: "warning", title: RULES["B-16"].title, what: slownessText(answers) },
    ...{ phase: "plain", troubles: [], world: 0, drawn_steps: steps.length, steps, story, unstable: false, worlds: 1 },
    rate: { failed: answers.slow, of: answers.count },
    certificate: { kind: "not proven", without: [], why: "it was measured over all worlds of the hunt" },
  };
}
