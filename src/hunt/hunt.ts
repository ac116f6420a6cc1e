// A hunt: the app under worlds of troubles, judged by its books; what differs is shrunk, rated and proven (U-01…U-82).
import { HostFault } from "../scenario/http-client.ts";
import { AppFault } from "./app/app.ts";
import { type Company, suspectOf } from "./company.ts";
import { endOf } from "./end.ts";
import type { HuntHost } from "./host.ts";
import type { HuntSession } from "./hunt-session.ts";
import { Jobs } from "./jobs.ts";
import type { RuleId } from "./judge/rule.ts";
import { areSlow } from "./judge/slowness.ts";
import { type HuntOptions, selected } from "./options.ts";
import { type NumberedPlan, plansOf } from "./plan/phases.ts";
import { PlanQueue } from "./plan/plan-queue.ts";
import type { Trouble } from "./plan/troubles/trouble.ts";
import { troublesOf } from "./plan/troubles.ts";
import { Progress } from "./progress.ts";
import type { Finding, HuntReport } from "./report.ts";
import { reportOf } from "./report-of.ts";
import { mainBreach, type Suspect } from "./search/examine.ts";
import { isFound } from "./search/known.ts";
import { tooFewJudged } from "./shards/coverage.ts";
import { isSame } from "./shards/merge.ts";
import { Tally } from "./tally.ts";

/** Hunts. What keeps it from judging stands in `hindrance` of the report; never rejects for it. */
export async function hunt(options: HuntOptions, host: HuntHost): Promise<HuntReport> {
  const run = new Hunt(options, host);
  try {
    await run.play();
  } catch (error) {
    if (!(error instanceof AppFault || error instanceof HostFault)) throw error;
    run.hindrance = error.message;
  } finally {
    await run.close();
  }
  return run.report();
}

class Hunt {
  hindrance: string | null = null;
  readonly #options: HuntOptions;
  readonly #host: HuntHost;
  readonly #jobs: Jobs;
  readonly #findings: Finding[] = [];
  readonly #tally = new Tally();
  readonly #guesses: string[] = [];
  readonly #progress: Progress;
  readonly #began: number;
  /** Planned worlds that were begun. */
  #begun = 0;
  #leftOut: string[] = [];
  /** Rules that a world broke, and whose story was looked for: with `--shard`, what other shards find plays no part. */
  readonly #examined = new Set<RuleId>();
  /** Rules whose story another pair is looking for. */
  readonly #underWay = new Set<RuleId>();
  #drawn: readonly Trouble[] | null = null;
  #end = { why: "all plans were played", complete: true };

  constructor(options: HuntOptions, host: HuntHost) {
    this.#options = options;
    this.#host = host;
    this.#began = host.wall.monotonic();
    this.#progress = new Progress(host);
    const guessed = (text: string): void => {
      this.#guesses.push(text);
      host.progress(`guessed of your books: ${text}`);
    };
    this.#jobs = new Jobs(options, host, guessed);
  }

  get #elapsed(): number {
    return this.#host.wall.monotonic() - this.#began;
  }

  async play(): Promise<void> {
    const { first } = this.#jobs;
    this.#host.progress("starting the sandbox and your app");
    await first.open();
    const plain = await first.plainCheck();
    if (plain.hindrance !== null) {
      this.hindrance = plain.hindrance;
      return;
    }
    this.#leftOut = plain.leftOut;
    const { usual } = plain.abilities;
    const troubles = selected(troublesOf(plain.abilities), this.#options);
    this.#drawn = troubles;
    for (const suspect of plain.suspects)
      await this.#examine(first, { ...suspect, number: 0, phase: "plain", troubles: [] });
    this.hindrance ??= await this.#jobs.openOthers();
    const queue = new PlanQueue(plansOf({ ...this.#options, troubles, usual }), this.#options.shard);
    await this.#playAll(queue, first.companyOf(this.#options, plain.abilities));
    this.hindrance ??= tooFewJudged(this.#tally.planned, this.#tally.notJudged);
    if (this.hindrance === null && !this.#host.signal.aborted) await this.#judgeSlowness();
  }

  /** Each pair takes the next plan as soon as it is free. A phase begins when the one before has ended: what it found is known then. */
  async #playAll(queue: PlanQueue, company: Company): Promise<void> {
    for (let { phase } = queue; phase !== undefined; phase = queue.phase) {
      const now = phase;
      const mayTake = (): boolean => {
        const may = this.#mayGoOn();
        if (may) this.#begun += 1;
        return may;
      };
      const take = (): NumberedPlan[] => queue.take(now, this.#isFound, mayTake, company);
      await this.#jobs.each(async (session) => {
        for (let plans = take(); plans.length > 0; plans = take()) await this.#worlds(session, plans, company);
      });
      if (queue.phase === phase) return;
    }
  }

  /** Singles that found something are not used in pairs, so that one shallow mistake does not hide the others (U-22). */
  readonly #isFound = ({ phase, plan }: NumberedPlan): boolean =>
    this.#options.shard === undefined && phase === "pairs" && this.#tally.hasFailed(plan.troubles);

  async #worlds(session: HuntSession, plans: readonly NumberedPlan[], company: Company): Promise<void> {
    const { played, whole } = await company.play(session, plans, (rule) => this.#isKnown(rule));
    for (const { numbered, played: one } of played) {
      this.#tally.add(numbered.phase, numbered.plan.troubles, one, this.#options.slowMs);
      this.#progress.world(numbered.phase, this.#findings.length, one);
      this.#options.onWorld?.(this.#tally.planned);
    }
    for (const { numbered, played: one } of played)
      if (one.verdict === "failed" && this.#mayFind) await this.#examine(session, suspectOf(numbered, one));
    if (whole !== null && this.#mayFind) await this.#examine(session, whole);
  }

  /** Of several worlds that were played together the first findings count. */
  get #mayFind(): boolean {
    const errors = this.#findings.filter(({ level }) => level === "error").length;
    return this.hindrance === null && (this.#options.shard !== undefined || errors < this.#options.most);
  }

  /** Shrinks and proves a failing world, unless its rule is known already. */
  async #examine(session: HuntSession, suspect: Omit<Suspect, "afterMs">): Promise<void> {
    const rule = mainBreach(suspect.played)?.rule;
    const { shard } = this.#options;
    if (rule === undefined || this.#isKnown(rule)) return;
    this.#examined.add(rule);
    this.#host.progress(`world ${suspect.number} broke ${rule}: looking for its smallest story`);
    this.#underWay.add(rule);
    const examined = await session.examine({ ...suspect, afterMs: this.#elapsed });
    this.#underWay.delete(rule);
    if (typeof examined === "string") {
      this.hindrance = examined;
      return;
    }
    const finding = { ...examined, number: this.#findings.length + 1 };
    // One of several shards keeps all: which of them the whole hunt has first, `hunt merge` knows.
    if (shard === undefined && isFound(this.#findings, finding.rule)) return;
    if (shard?.total === 1 && this.#findings.some((known) => isSame(known, finding))) return;
    this.#keep(finding);
  }

  /** B-16: told by the plain world, since no trouble makes it. */
  async #judgeSlowness(): Promise<void> {
    const { answers } = this.#tally;
    if (!areSlow(answers) || this.#options.rulesOff?.includes("B-16")) return;
    const finding = await this.#jobs.first.slowFinding(answers);
    this.#keep({ ...finding, number: this.#findings.length + 1, after_ms: this.#elapsed });
  }

  #keep(finding: Finding): void {
    this.#findings.push(finding);
    this.#options.onFinding?.(finding);
  }

  #isKnown(rule: RuleId): boolean {
    if (this.#options.shard !== undefined) return this.#examined.has(rule);
    return this.#underWay.has(rule) || isFound(this.#findings, rule);
  }

  readonly #mayGoOn = (): boolean => {
    const end = endOf(this.#options, {
      ...{ interrupted: this.#host.signal.aborted, hindered: this.hindrance !== null, begun: this.#begun },
      ...{ errors: this.#findings.filter(({ level }) => level === "error").length, elapsedMs: this.#elapsed },
    });
    this.#end = end ?? this.#end;
    return end === undefined;
  };

  async close(): Promise<void> {
    await this.#jobs.close();
  }

  report(): HuntReport {
    return reportOf(this.#options, {
      ...{ version: this.#host.version, interrupted: this.#host.signal.aborted, hindrance: this.hindrance },
      ...{ drawn: this.#drawn, findings: this.#findings, tally: this.#tally, worlds: this.#jobs.played },
      rulesNotJudged: this.#jobs.first.rulesNotJudged(this.#tally.answers),
      ...{ leftOut: this.#leftOut, guesses: this.#guesses, seconds: this.#elapsed / 1_000, end: this.#end },
    });
  }
}
