// The runs of one `contract run` or `contract reliance`: run 0, the rows, and those that narrow a failure down; counted, told, kept.
import { failingLine } from "../../contract/run/failing-line.ts";
import type { PlayedRun } from "../../contract/run/played-run.ts";
import { keyOf, type Row } from "../../contract/run/row.ts";
import type { Change, Player } from "./player.ts";

export type SessionOptions = {
  /** What a row changes; `number` is that of the run. */
  readonly changeOf: (row: Row, number: number) => Change;
  /** The most runs; `Infinity` for as many as it takes. */
  readonly maxRuns: number;
  /** Runs that are planned: run 0 and the rows. Those that repeat or narrow a failure come on top. */
  readonly planned: number;
  /** The planned rows where they are known beforehand; otherwise the first runs are the planned ones. */
  readonly rows?: readonly Row[];
  /** False: no folder is kept, so runs name no log. */
  readonly keepsLogs: boolean;
  /** What is changed by a row, in a few words; its first values by default. */
  readonly rowText?: (row: Row) => string;
  /** Called when a run begins and when it ends. */
  readonly progress: (text: string) => void;
};

export class RunSession {
  readonly runs: PlayedRun[] = [];
  readonly #player: Player;
  readonly #options: SessionOptions;
  readonly #ahead = new Map<string, Promise<PlayedRun | undefined>>();
  readonly #begunRows = new Set<string>();
  #begun = 0;
  #broken: string | undefined;

  constructor(player: Player, options: SessionOptions) {
    this.#player = player;
    this.#options = options;
  }

  /** Why a later run could not be played, so that the search ended: what was known before stays. Undefined while all could. */
  get broken(): string | undefined {
    return this.#broken;
  }

  /** Plays the tests under a row; undefined when a signal came or no run is left. */
  async play(row: Row): Promise<(PlayedRun & { failed: boolean }) | undefined> {
    const key = keyOf(row);
    const ahead = this.#ahead.get(key);
    this.#ahead.delete(key);
    const run = await (ahead ?? this.#playNow(row));
    return run === undefined ? undefined : { ...run, failed: run.result !== "passed" };
  }

  /** Plays these rows already, `jobs` beside each other; `play` then gives their results. Resolves when all have ended. */
  async playAhead(rows: readonly Row[], jobs: number): Promise<void> {
    const waiting = [...rows];
    const worker = async (): Promise<void> => {
      for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
        const run = this.#playNow(row);
        this.#ahead.set(keyOf(row), run);
        await run;
      }
    };
    await Promise.all(Array.from({ length: jobs }, worker));
  }

  /** A sandbox that cannot start is told at once when it is the first; a later one ends the search. */
  #breakAt(name: string, number: number, error: unknown): undefined {
    if (number === 0) throw error;
    this.#broken ??= `${name} could not be played: ${messageOf(error)}`;
  }

  async #playNow(row: Row): Promise<PlayedRun | undefined> {
    const { changeOf, maxRuns, planned, rows, keepsLogs, progress, rowText = firstOf } = this.#options;
    if (this.#begun >= maxRuns || this.#player.stopped !== undefined || this.#broken !== undefined) return undefined;
    const number = this.#begun;
    this.#begun += 1;
    const total = Math.max(planned, this.#begun);
    const at = rows === undefined ? number - 1 : rows.findIndex((one) => keyOf(one) === keyOf(row));
    const name = nameOf({ number, at, planned, isAgain: this.#begunRows.has(keyOf(row)) });
    this.#begunRows.add(keyOf(row));
    progress(`${name}: ${row.length === 0 ? "without any change" : rowText(row)} …`);
    const { config, environment } = changeOf(row, number);
    const variables = { ...environment, SANDBOX_CONTRACT_RUN: `${number + 1}/${total}` };
    const taken = await this.#player
      .play({ number, change: { config, environment: variables } })
      .catch((error: unknown) => this.#breakAt(name, number, error));
    if (taken === undefined) return undefined;
    const { exitCode, output, log, last_requests: last, ...rest } = taken;
    const line = taken.result === "passed" ? null : (failingLine(output) ?? whyWithoutOutput(taken.result, exitCode));
    const told = line === null || last === undefined ? {} : { last_requests: last };
    const run: PlayedRun = { number, row, ...rest, exit_code: exitCode, line, log: keepsLogs ? log : null, ...told };
    this.runs.push(run);
    this.runs.sort((a, b) => a.number - b.number);
    progress(`${name}: ${taken.result}${line === null ? "" : `: ${line}`}`);
    return run;
  }
}

type Named = { number: number; at: number; planned: number; isAgain: boolean };

/** Begins as its log is called, `run-<number>.log`; `at` is the place of its row among the planned ones. */
function nameOf({ number, at, planned, isAgain }: Named): string {
  if (number === 0) return "run 0";
  if (isAgain) return `run ${number} (again)`;
  if (at < 0 || at >= planned - 1) return `run ${number} (narrowing)`;
  return at === number - 1 ? `run ${number} of ${planned - 1}` : `run ${number} (row ${at + 1} of ${planned - 1})`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function whyWithoutOutput(result: PlayedRun["result"], exitCode: number | null): string {
  if (result === "timed out") return "it took longer than --run-timeout";
  return exitCode === null
    ? "a signal ended the command"
    : `the command ended with exit code ${exitCode} and no output`;
}

function firstOf(row: Row): string {
  const [first, second, ...others] = row;
  const named = [first, second].filter((value) => value !== undefined).join(", ");
  return others.length === 0 ? named : `${named} and ${others.length} more`;
}
