// Plays the client's command once against a sandbox of its own, and says what came of it (C-31).
import { join } from "node:path";
import type { Config } from "../../config/options.ts";
import { isSummaryName, readSummary, type SandboxSummary, sumOf } from "../../contract/run/sandbox-summary.ts";
import { createLog } from "../../kernel/log.ts";
import { systemClock, type Timer, type WallClock } from "../../kernel/wall-clock.ts";
import type { ReadyInfo } from "../../runtime/ready-info.ts";
import { environmentOf, invariantsHold, notStarted } from "../commands/sandbox/exec.ts";
import { type CreateSandbox, closeSandbox } from "../commands/sandbox/start.ts";
import { DemoOption } from "../demo-option.ts";
import { type ChildGroup, CommandError, type ProcessIo, type StopSignal } from "../process-io.ts";
import { startFault } from "../start-failure.ts";
import { logLines } from "../stderr.ts";
import { OutputLog } from "./output-log.ts";

/** After this time a process group that was told to end is killed, ms. */
const GRACE_MS = 5_000;
/** Time for the last output of a command that has ended, ms. */
const FLUSH_MS = 2_000;

/** What differs from a plain run: further options of the sandbox, and further variables of the command. */
export type Change = {
  readonly config: Partial<Config>;
  readonly environment: Readonly<Record<string, string>>;
};

export type Take = {
  /** Names the log, `run-<number>.log`. */
  readonly number: number;
  readonly change: Change;
};

export type Taken = {
  readonly result: "passed" | "failed" | "timed out";
  readonly exitCode: number | null;
  readonly seconds: number;
  /** Beginning and end of the output, with secrets masked. */
  readonly output: string;
  readonly log: string;
} & Pick<SandboxSummary, "requests" | "webhooks" | "met">;

export type PlayerOptions = {
  readonly command: readonly [command: string, ...args: string[]];
  readonly config: Config;
  /** The absolute path of the folder for logs and summaries. */
  readonly folder: string;
  /** Undefined: the command may take as long as it wants. */
  readonly timeoutMs: number | undefined;
};

/** The command could not be started; `code` is that of a shell. */
export class NotStarted extends Error {
  readonly code: number;
  constructor(code: number) {
    super("the command cannot be started");
    this.code = code;
  }
}

export class Player {
  readonly #options: PlayerOptions;
  readonly #io: ProcessIo;
  readonly #create: CreateSandbox;
  readonly #wall: WallClock;
  readonly #running = new Set<() => void>();
  readonly #secrets: Set<string>;
  #stopped: StopSignal | undefined;
  #invariantsHeld = true;

  constructor(options: PlayerOptions, io: ProcessIo, create: CreateSandbox, wall: WallClock = systemClock) {
    this.#options = options;
    this.#io = io;
    this.#create = create;
    this.#wall = wall;
    const { apiKey, adminToken, webhookSecret } = options.config;
    this.#secrets = new Set([apiKey, adminToken, webhookSecret].filter((secret) => secret !== null));
    io.onStop((signal) => {
      this.#stopped ??= signal;
      for (const end of this.#running) end();
    });
  }

  /** The signal that ended everything; undefined while nothing did. */
  get stopped(): StopSignal | undefined {
    return this.#stopped;
  }

  /** False once a sandbox broke an invariant: then a failure may be ours. */
  get invariantsHeld(): boolean {
    return this.#invariantsHeld;
  }

  /** The keys and secrets of all sandboxes so far; they may stand in no report. */
  get secrets(): readonly string[] {
    return [...this.#secrets];
  }

  /**
   * Plays once. Undefined when a signal ended it.
   * @throws CommandError when the sandbox cannot start; NotStarted when the command cannot
   */
  async play({ number, change }: Take): Promise<Taken | undefined> {
    const { folder } = this.#options;
    const summaries = join(folder, `run-${number}`);
    const log = join(folder, `run-${number}.log`);
    this.#io.removeFolder(summaries);
    this.#io.makeFolder(summaries);
    this.#io.writeFile(log, "");
    const config = { ...this.#options.config, ...change.config, contractDir: summaries };
    const write = logLines(this.#io, config);
    const demo = new DemoOption(config, this.#wall);
    const dependencies = { log: createLog(config.logLevel, { write }), isSetUp: demo.isSetUp, pid: this.#io.pid };
    const sandbox = await this.#create(demo.config, dependencies).catch(async (error: unknown) => {
      throw await startFault(error, config, this.#wall);
    });
    for (const secret of secretsOf(sandbox.ready)) this.#secrets.add(secret);
    const output = new OutputLog((text) => this.#io.appendFile(log, text), this.secrets);
    const began = this.#wall.monotonic();
    let isOpen = true;
    const close = async (): Promise<void> => {
      if (isOpen) await closeSandbox(sandbox, this.#io, this.#wall);
      isOpen = false;
    };
    try {
      await demo.create(sandbox.ready, this.#io);
      if (this.#stopped !== undefined) return undefined;
      const environment = { ...environmentOf(sandbox.ready), ...change.environment, SANDBOX_CONTRACT_DIR: summaries };
      const ended = await this.#run(environment, output);
      if (this.#stopped !== undefined) return undefined;
      if (!(await invariantsHold(sandbox, this.#io))) this.#invariantsHeld = false;
      const seconds = (this.#wall.monotonic() - began) / 1_000;
      // Its summary is written when it closes.
      await close();
      return {
        ...ended,
        seconds,
        output: output.text,
        log: `run-${number}.log`,
        ...sumOf(this.#summariesIn(summaries)),
      };
    } finally {
      await close();
    }
  }

  async #run(variables: Record<string, string>, output: OutputLog): Promise<Pick<Taken, "result" | "exitCode">> {
    const [command, ...args] = this.#options.command;
    const child = this.#io.spawnGroup(command, args, { ...this.#io.environment, ...variables }, output.add);
    const { timeoutMs } = this.#options;
    let isLate = false;
    const timers: Timer[] = [];
    const end = (): void => {
      child.kill("SIGTERM");
      timers.push(this.#wall.after(GRACE_MS, () => child.kill("SIGKILL")));
    };
    const late = (): void => {
      isLate = true;
      end();
    };
    if (timeoutMs !== undefined) timers.push(this.#wall.after(timeoutMs, late));
    this.#running.add(end);
    try {
      const { code } = await child.ended.catch((error: unknown) => {
        throw new NotStarted(notStarted(command, error, this.#io));
      });
      await this.#flushed(child);
      output.end();
      const result = isLate ? "timed out" : code === 0 ? "passed" : "failed";
      return { result, exitCode: code };
    } finally {
      this.#running.delete(end);
      for (const timer of timers) timer.cancel();
    }
  }

  /** Ends what the command left behind in its group, and waits for the last output, but not for a process that left the group. */
  #flushed(child: ChildGroup): Promise<void> {
    child.kill("SIGTERM");
    return new Promise((resolve) => {
      const timer = this.#wall.after(FLUSH_MS, () => {
        child.kill("SIGKILL");
        resolve();
      });
      void child.silent.then(() => {
        timer.cancel();
        resolve();
      });
    });
  }

  #summariesIn(folder: string): SandboxSummary[] {
    const names = this.#io.listFolder(folder).filter(isSummaryName).toSorted();
    return names.flatMap((name) => {
      const summary = readSummary(this.#io.readFile(join(folder, name)));
      if (summary === undefined)
        throw new CommandError(`${join(folder, name)} is no summary of a sandbox: is it of another version?`);
      return [summary];
    });
  }
}

function secretsOf(ready: Omit<ReadyInfo, "pid">): string[] {
  const keys = ready.accounts.map(({ private_key }) => private_key);
  return [ready.api_key, ready.webhook_secret, ready.admin_token ?? "", ...keys].filter((secret) => secret !== "");
}
