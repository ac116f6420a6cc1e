// A hunt: the app under worlds of troubles, judged by its books; what differs is shrunk, rated and proven (U-01…U-82).
import { HostFault } from "../scenario/http-client.ts";
import { countMet, neverMet } from "../simulation/sometimes.ts";
import { AdaptedApp } from "./app/adapted-app.ts";
import { AppFault } from "./app/app.ts";
import type { HuntHost } from "./host.ts";
import { HuntSession } from "./hunt-session.ts";
import { SITUATIONS } from "./judge/delivery-rules.ts";
import type { RuleId } from "./judge/rule.ts";
import { type HuntOptions, selected } from "./options.ts";
import { plansOf } from "./plan/phases.ts";
import type { Trouble } from "./plan/troubles/trouble.ts";
import { troublesOf } from "./plan/troubles.ts";
import { Progress } from "./progress.ts";
import type { Finding, HuntReport, Phase, TroubleCount } from "./report.ts";
import { mainBreach } from "./search/examine.ts";
import { askedOf } from "./shards/asked.ts";
import { MIN_WORLDS, plannedWorlds, tooFewJudged } from "./shards/coverage.ts";
import { isSame } from "./shards/merge.ts";

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
  readonly #session: HuntSession;
  readonly #findings: Finding[] = [];
  readonly #worlds: Record<Phase, number> = { plain: 0, singles: 0, pairs: 0, swarm: 0 };
  readonly #notJudged = new Map<string, number>();
  readonly #troubles = new Map<string, { worlds: number; failed: number }>();
  readonly #met = new Map<string, number>();
  readonly #guesses: string[] = [];
  readonly #progress: Progress;
  readonly #began: number;
  readonly #folder: string;
  #leftOut: string[] = [];
  /** Rules that a world broke, and whose story was looked for: with `--shard`, what other shards find plays no part. */
  readonly #examined = new Set<RuleId>();
  #drawn: readonly Trouble[] | null = null;
  #ended = "all plans were played";
  #complete = true;

  constructor(options: HuntOptions, host: HuntHost) {
    this.#options = options;
    this.#host = host;
    this.#began = host.wall.monotonic();
    this.#progress = new Progress(host);
    const guessed = (text: string): void => {
      this.#guesses.push(text);
      host.progress(`guessed of your books: ${text}`);
    };
    this.#folder = host.temporaryFolder();
    const { processes, wall } = host;
    const app = options.app ?? new AdaptedApp(options.adapter, { processes, wall, folder: this.#folder, guessed });
    this.#session = new HuntSession({ ...options, app }, host);
  }

  get #elapsed(): number {
    return this.#host.wall.monotonic() - this.#began;
  }

  async play(): Promise<void> {
    const session = this.#session;
    this.#host.progress("starting the sandbox and your app");
    await session.open();
    const plain = await session.plainCheck();
    if (plain.hindrance !== null) {
      this.hindrance = plain.hindrance;
      return;
    }
    this.#leftOut = plain.leftOut;
    const { usual } = plain.abilities;
    const troubles = selected(troublesOf(plain.abilities), this.#options);
    this.#drawn = troubles;
    for (const suspect of plain.suspects) await this.#examine({ ...suspect, number: 0, phase: "plain", troubles: [] });
    for (const { number, phase, plan } of plansOf({ ...this.#options, troubles, usual })) {
      const { shard } = this.#options;
      if (shard !== undefined && (number - 1) % shard.total !== shard.index - 1) continue;
      if (this.#isAtEnd()) break;
      if (shard === undefined && phase === "pairs" && plan.troubles.some((name) => this.#troubles.get(name)?.failed))
        continue;
      await this.#world(number, phase, plan);
    }
    this.hindrance ??= tooFewJudged(this.#planned, this.#unjudged());
  }

  async #world(
    number: number,
    phase: Phase,
    plan: { troubles: readonly string[]; steps: HuntReport["findings"][number]["steps"] },
  ): Promise<void> {
    const played = await this.#session.play(plan.steps);
    this.#worlds[phase] += 1;
    for (const name of plan.troubles) {
      const count = this.#troubles.get(name) ?? { worlds: 0, failed: 0 };
      const failed = played.verdict === "failed" && phase === "singles" ? 1 : 0;
      this.#troubles.set(name, { worlds: count.worlds + 1, failed: count.failed + failed });
    }
    for (const name of played.met) countMet(this.#met, name);
    if (played.why !== null) this.#notJudged.set(played.why, (this.#notJudged.get(played.why) ?? 0) + 1);
    this.#progress.world(phase, this.#findings.length, played);
    if (played.verdict === "failed")
      await this.#examine({ number, phase, troubles: plan.troubles, steps: plan.steps, played });
  }

  /** Shrinks and proves a failing world, unless its rule is known already. */
  async #examine(suspect: Omit<Parameters<HuntSession["examine"]>[0], "afterMs">): Promise<void> {
    const rule = mainBreach(suspect.played)?.rule;
    const { shard } = this.#options;
    if (rule === undefined || this.#isKnown(rule)) return;
    this.#examined.add(rule);
    this.#host.progress(`world ${suspect.number} broke ${rule}: looking for its smallest story`);
    const examined = await this.#session.examine({ ...suspect, afterMs: this.#elapsed });
    if (typeof examined === "string") {
      this.hindrance = examined;
      return;
    }
    const finding = { ...examined, number: this.#findings.length + 1 };
    // One of several shards keeps all: which of them the whole hunt has first, `hunt merge` knows.
    if (shard === undefined && this.#findings.some((known) => known.rule === finding.rule)) return;
    if (shard?.total === 1 && this.#findings.some((known) => isSame(known, finding))) return;
    this.#findings.push(finding);
    this.#options.onFinding?.(finding);
  }

  #isKnown(rule: RuleId): boolean {
    if (this.#options.shard !== undefined) return this.#examined.has(rule);
    return this.#findings.some((known) => known.rule === rule);
  }

  get #planned(): number {
    return plannedWorlds(this.#worlds);
  }

  #unjudged(): HuntReport["not_judged"] {
    return [...this.#notJudged].map(([why, worlds]) => ({ why, worlds }));
  }

  #isAtEnd(): boolean {
    const { budgetMs, maxWorlds, most, shard } = this.#options;
    const own = shard === undefined ? maxWorlds : Math.ceil((maxWorlds - shard.index + 1) / shard.total);
    const isFound = shard === undefined && this.#findings.filter(({ level }) => level === "error").length >= most;
    const reasons: [boolean, string, complete?: true][] = [
      [this.#host.signal.aborted, "it was interrupted"],
      [this.hindrance !== null, "it could not go on"],
      [isFound, `${most} ${most === 1 ? "finding" : "findings"}`, true],
      [this.#planned >= own, `${maxWorlds} worlds`, true],
      [this.#elapsed >= budgetMs, "the time was up"],
    ];
    const found = reasons.find(([holds]) => holds);
    if (found === undefined) return false;
    [, this.#ended] = found;
    this.#complete = found[2] === true;
    return true;
  }

  async close(): Promise<void> {
    await this.#session.close();
    this.#host.removeFolder(this.#folder);
  }

  report(): HuntReport {
    const { seed, shard } = this.#options;
    const planned = this.#planned;
    return {
      ...{ kind: "hunt", version: 1, sandbox_version: this.#host.version, seed },
      shard: shard === undefined ? null : `${shard.index}/${shard.total}`,
      asked: askedOf(this.#options, this.#drawn),
      ...{ findings: this.#findings, worlds: this.#worlds, further_worlds: this.#session.played - planned },
      not_judged: this.#unjudged(),
      troubles: [...this.#troubles].map(([name, count]): TroubleCount => ({ name, ...count })),
      met: Object.fromEntries(this.#met),
      never_met: neverMet(SITUATIONS, this.#met, { runs: planned, minRuns: MIN_WORLDS }),
      ...{ left_out: this.#leftOut, rules_not_judged: this.#session.rulesNotJudged(), guesses: this.#guesses },
      ...{
        seconds: this.#elapsed / 1_000,
        ended: this.hindrance === null ? this.#ended : "it could not be judged",
        complete: this.#complete && this.hindrance === null,
        hindrance: this.hindrance,
      },
    };
  }
}
