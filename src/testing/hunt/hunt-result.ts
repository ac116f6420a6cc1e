// What a hunt of the test library found.
import type { HuntReport } from "../../hunt/report.ts";

/** A mistake of the app, with its smallest story. */
export type HuntFinding = {
  /** Such as `B-03`. */
  readonly rule: string;
  readonly level: "error" | "warning";
  /** What is wrong, in a few words, and in one sentence with the amounts. */
  readonly title: string;
  readonly what: string;
  /** Everything that happened, step by step, as the command `hunt` prints it. */
  readonly story: string;
  /** What went wrong on purpose in the world that failed first. */
  readonly troubles: readonly string[];
  /** How often the story failed. */
  readonly seen: { readonly failed: number; readonly of: number };
  /** Where it is kept; undefined without `report`. */
  readonly file?: string;
};

/** How often a kept story failed: in none of its runs. */
export type PlayedStory = { readonly rule: string; readonly failed: number; readonly of: number };

type Facts = Pick<HuntReport, "worlds" | "not_judged" | "met" | "left_out" | "rules_not_judged">;

export class HuntResult {
  readonly findings: readonly HuntFinding[];
  /** Planned worlds that were played. */
  readonly worlds: number;
  /** Worlds that proved nothing, by their reason. */
  readonly notJudged: readonly { readonly why: string; readonly worlds: number }[];
  /** Rare situations, and how often they were met. */
  readonly met: Readonly<Record<string, number>>;
  /** What was never tried and which rules were never judged, with the reason. */
  readonly leftOut: readonly string[];

  constructor(findings: readonly HuntFinding[], { worlds, not_judged, met, left_out, rules_not_judged }: Facts) {
    this.findings = findings;
    this.worlds = worlds.singles + worlds.pairs + worlds.swarm;
    this.notJudged = not_judged;
    this.met = met;
    this.leftOut = [...left_out, ...rules_not_judged.map(({ rule, why }) => `${rule}: ${why}`)];
  }

  /** Warnings count only if they are asked for. @throws Error whose message is the story of each finding */
  expectNoFindings({ warnings = false }: { warnings?: boolean } = {}): void {
    const counted = this.findings.filter(({ level }) => warnings || level === "error");
    if (counted.length > 0) throw new Error(counted.map(({ story }) => story.trimEnd()).join("\n\n"));
  }
}
