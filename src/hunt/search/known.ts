// Whether a rule has its finding: a later story of it is not looked for then.
import type { RuleId } from "../judge/rule.ts";
import type { Finding } from "../report.ts";

/** Stories of a rule that never failed again: so many are looked for, since another trouble may show the mistake every time. */
const MOST_UNSTABLE = 3;

export function isFound(findings: readonly Finding[], rule: RuleId): boolean {
  const known = findings.filter((one) => one.rule === rule);
  return known.length >= MOST_UNSTABLE || known.some(({ unstable }) => !unstable);
}
