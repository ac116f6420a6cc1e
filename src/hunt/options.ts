// The options of a hunt, and what follows from them: which troubles are tried, and which exit code a report has.
import type { Adapter } from "./adapter.ts";
import type { App } from "./app/app.ts";
import type { RuleId } from "./judge/rule.ts";
import type { Trouble } from "./plan/troubles/trouble.ts";
import type { Finding, FindingLevel, HuntReport, Phase } from "./report.ts";

export type HuntOptions = {
  readonly adapter: Adapter;
  /** Instead of the adapter's: the library's app of functions. */
  readonly app?: App;
  readonly seed: number;
  readonly phases: readonly Phase[];
  /** Wall ms, and planned worlds, after which no further one begins. */
  readonly budgetMs: number;
  readonly maxWorlds: number;
  /** Pairs of sandbox and app that play at the same time; 1 without it. Needs an app that listens on PORT. */
  readonly jobs?: number;
  /** Worlds that are played side by side where they can be; 1: each alone. */
  readonly beside?: number;
  /** Different findings after which the hunt ends. */
  readonly most: number;
  readonly settleMs: number;
  readonly deep: boolean;
  /** Names of troubles, or beginnings of names; empty: all. */
  readonly only: readonly string[];
  readonly without: readonly string[];
  /** Plays each plan whose number modulo `total` is `index` − 1; then no plan depends on a finding. */
  readonly shard?: { readonly index: number; readonly total: number };
  /** Rules that are not judged, for tests of the hunter itself. */
  readonly rulesOff?: readonly RuleId[];
  /** Parts of the judge that are taken away, for tests of the hunter itself. */
  readonly blunt?: Blunt;
  /** Wall ms after which an answer to a webhook is slow; default: 2,000. */
  readonly slowMs?: number;
  /** Called behind each planned world, with how many were played so far. */
  readonly onWorld?: (worlds: number) => void;
  /** Called with each finding as soon as it stands. */
  readonly onFinding?: (finding: Finding) => void;
};

/** `truth`: deposits are those that the service lists to the app's key; `readOnce`: books that differ are not read again. */
export type Blunt = { readonly truth?: "service"; readonly readOnce?: true };

/** The exit code of a report (U-05): 3 when it could not be judged, 1 for a finding at or above the level. */
export function exitCodeOf({ hindrance, findings }: HuntReport, failOn: FindingLevel | "none"): 0 | 1 | 3 {
  if (hindrance !== null) return 3;
  const counted = findings.filter(({ level }) => failOn === "warning" || (failOn === "error" && level === "error"));
  return counted.length > 0 ? 1 : 0;
}

/** The troubles that `--only` and `--without` leave. */
export function selected(
  troubles: readonly Trouble[],
  { only, without }: Pick<HuntOptions, "only" | "without">,
): Trouble[] {
  const named =
    (names: readonly string[]) =>
    ({ name }: Trouble): boolean =>
      names.some((one) => name.startsWith(one));
  return troubles.filter((one) => (only.length === 0 || named(only)(one)) && !named(without)(one));
}
