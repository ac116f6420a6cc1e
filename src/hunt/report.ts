// What a hunt found and how it was judged: the types of its report, which every output is written from (U-60).
import { isObject } from "../kernel/is-object.ts";
import type { RuleId } from "./judge/rule.ts";
import type { Answers } from "./judge/slowness.ts";
import type { HuntStep } from "./plan/step.ts";

export const PHASES = ["plain", "singles", "pairs", "swarm"] as const;
export type Phase = (typeof PHASES)[number];

export type FindingLevel = "error" | "warning";

/** A rule that a world broke. `what`: one sentence with the amounts. */
export type Breach = {
  readonly rule: RuleId;
  readonly level: FindingLevel;
  readonly owner: string | null;
  readonly what: string;
};

/** `failed` of `of` runs. */
export type Rate = { readonly failed: number; readonly of: number };

/** Whether a member of a kept story, which any version may have written, is a rate. */
export function isRate(value: unknown): value is Rate {
  if (!isObject(value)) return false;
  const { failed, of } = value;
  return (
    Number.isSafeInteger(failed) && Number.isSafeInteger(of) && Number(failed) >= 0 && Number(of) >= Number(failed)
  );
}

/** What a step did: `asked`: what the app was asked and answered; `happened`: what followed, one text each. */
export type StoryLine = {
  readonly step: HuntStep;
  readonly text: string;
  readonly asked: string | null;
  readonly happened: readonly string[];
};

/** Something on a lane of the picture. `at`: virtual time (ms since 1970). */
export type StoryEvent = {
  readonly lane: "app" | "service" | "chain" | "webhook" | "books";
  readonly at: number;
  /** The step during which it happened, from 0; null for what came at rest. */
  readonly step: number | null;
  readonly text: string;
  readonly isWrong: boolean;
};

/** `credited` and `held` are amounts as text, in one asset and network; null where the books do not tell them apart. */
export type BooksDifference = {
  readonly owner: string;
  readonly network: string | null;
  readonly asset: string | null;
  readonly credited: string;
  readonly held: string;
};

/** One run of a story: what happened, and which rules it broke. */
export type StoryRun = {
  readonly lines: readonly StoryLine[];
  readonly events: readonly StoryEvent[];
  readonly breaches: readonly Breach[];
  readonly differences: readonly BooksDifference[];
};

/**
 * What is proven of a story (U-42). `smallest`: no subset of its steps fails; `minimal`: no single step can be left out; `not proven`:
 * `why` says what ended the search. `without`: for each step, how often the story failed without it.
 */
export type Certificate = {
  readonly kind: "smallest" | "minimal" | "not proven";
  readonly without: readonly Rate[];
  readonly why: string | null;
};

export type Finding = {
  /** From 1; names `hunt-1.json` and `hunt-1.html`. */
  readonly number: number;
  readonly rule: RuleId;
  /** The rule that the world broke as it was drawn; shrinking may end at another one of its family. */
  readonly seen_as: RuleId;
  readonly level: FindingLevel;
  /** What is wrong, in a few words: "credited twice". */
  readonly title: string;
  /** One sentence with the amounts. */
  readonly what: string;
  readonly phase: Phase;
  readonly troubles: readonly string[];
  /** The number of the world that failed first, from 1, and the wall ms since the begin of the hunt. */
  readonly world: number;
  readonly after_ms: number;
  /** Steps of the plan as it was drawn. */
  readonly drawn_steps: number;
  /** The shrunk plan. */
  readonly steps: readonly HuntStep[];
  readonly story: StoryRun;
  readonly rate: Rate;
  /** It failed, and never again: a warning, whatever its rule says (U-41). */
  readonly unstable: boolean;
  readonly certificate: Certificate;
  /** Worlds that shrinking, rate and certificate played. */
  readonly worlds: number;
};

export type WorldVerdict = "passed" | "failed" | "not judged";

/** A world that was played. `why`: why it was not judged. */
export type WorldResult = {
  readonly number: number;
  readonly phase: Phase;
  readonly troubles: readonly string[];
  readonly verdict: WorldVerdict;
  readonly why: string | null;
  readonly breaches: readonly Breach[];
};

/** Counts by trouble or rule, for outputs that list what was tried. */
export type TroubleCount = { readonly name: string; readonly worlds: number; readonly failed: number };

/** What a hunt was asked for. `adapter` and `plans` are digests; `plans` is null as long as no plan was drawn; `worlds`: null without a limit. */
export type Asked = {
  readonly worlds: number | null;
  readonly phases: readonly string[];
  readonly adapter: string;
  readonly plans: string | null;
};

export type HuntReport = {
  readonly kind: "hunt";
  readonly version: 1;
  readonly sandbox_version: string;
  readonly seed: number;
  readonly shard: string | null;
  /** What was asked for: shards of one hunt were asked for the same. */
  readonly asked: Asked;
  readonly findings: readonly Finding[];
  /** Worlds that were planned and played, by phase; those of shrinking, repetitions and plain worlds are counted in `further_worlds`. */
  readonly worlds: Readonly<Record<Phase, number>>;
  readonly further_worlds: number;
  readonly not_judged: readonly { readonly why: string; readonly worlds: number }[];
  readonly troubles: readonly TroubleCount[];
  /** Rare situations and how often they were met (U-23). */
  readonly met: Readonly<Record<string, number>>;
  readonly never_met: readonly string[];
  /** Answers to genuine webhooks in planned worlds, and how many of them were slow (B-16). */
  readonly answers: Answers;
  /** What was left out, and why: "no withdrawals: the adapter has no action withdraw". */
  readonly left_out: readonly string[];
  /** Rules that were never judged, with the reason. */
  readonly rules_not_judged: readonly { readonly rule: RuleId; readonly why: string }[];
  /** What was guessed of the books, as it was printed. */
  readonly guesses: readonly string[];
  readonly seconds: number;
  /** Why the hunt ended: "all plans played", "the time was up", "5 findings". */
  readonly ended: string;
  /** False when the hunt ended before its worlds or its plans did: interrupted, out of time, or hindered. */
  readonly complete: boolean;
  /** Why nothing could be judged (exit code 3); null otherwise. */
  readonly hindrance: string | null;
};
