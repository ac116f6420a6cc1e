// The report of a hunt, from what it has counted and found.
import type { HuntOptions } from "./options.ts";
import type { Trouble } from "./plan/troubles/trouble.ts";
import type { Finding, HuntReport } from "./report.ts";
import { askedOf } from "./shards/asked.ts";
import type { Tally } from "./tally.ts";

/** `worlds`: of every kind. `drawn`: the troubles of the plans, null as long as there are none. */
export type Hunted = {
  readonly version: string;
  readonly interrupted: boolean;
  readonly hindrance: string | null;
  readonly drawn: readonly Trouble[] | null;
  readonly findings: readonly Finding[];
  readonly tally: Tally;
  readonly worlds: number;
  readonly rulesNotJudged: HuntReport["rules_not_judged"];
  readonly leftOut: readonly string[];
  readonly guesses: readonly string[];
  readonly seconds: number;
  readonly end: { readonly why: string; readonly complete: boolean };
};

export function reportOf(options: HuntOptions, hunted: Hunted): HuntReport {
  const { seed, shard } = options;
  const { tally, hindrance, end, seconds } = hunted;
  const unjudged = hunted.interrupted ? "it was interrupted" : "it could not be judged";
  return {
    ...{ kind: "hunt", version: 1, sandbox_version: hunted.version, seed },
    shard: shard === undefined ? null : `${shard.index}/${shard.total}`,
    asked: askedOf(options, hunted.drawn),
    ...{ findings: hunted.findings, further_worlds: hunted.worlds - tally.planned },
    ...tally.counts(),
    ...{ left_out: hunted.leftOut, rules_not_judged: hunted.rulesNotJudged, guesses: hunted.guesses },
    ...{ seconds, ended: hindrance === null ? end.why : unjudged },
    ...{ complete: end.complete && hindrance === null, hindrance },
  };
}
