// Plays the client's command once against a sandbox of its own, and says what came of it (C-31).
import { join } from "node:path";
import type { Config } from "../../config/options.ts";
import { BODIES_FILE } from "../../contract/run/last-requests.ts";
import {
  isSummaryName,
  readSummary,
  type SandboxSummary,
  type SummarySum,
  sumOf,
} from "../../contract/run/sandbox-summary.ts";
import { escapeControl } from "../../kernel/escape-control.ts";
import { createLog } from "../../kernel/log.ts";
import { systemClock, type WallClock } from "../../kernel/wall-clock.ts";
import type { ReadyInfo } from "../../runtime/ready-info.ts";
import { readyVariables } from "../../runtime/ready-variables.ts";
import { invariantsHold } from "../commands/sandbox/exec.ts";
import { type CreateSandbox, closeSandbox } from "../commands/sandbox/start.ts";
import { startOwnSandbox } from "../own-sandbox.ts";
import { codeOf, type ProcessIo, type StopSignal } from "../process-io.ts";
import { logLines } from "../stderr.ts";
import { OutputLog } from "./output-log.ts";
import { runGroup } from "./run-group.ts";

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
} & SummarySum;

export type PlayerOptions = {
  readonly command: readonly [command: string, ...args: string[]];
  readonly config: Config;
  /** The absolute path of the folder for logs and summaries. */
  readonly folder: string;
  /** Undefined: the command may take as long as it wants. */
  readonly timeoutMs: number | undefined;
  /** Let the sandboxes tell the last requests with their bodies. */
  readonly withBodies: boolean;
};

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
    const summaries = this.#emptyFolder(join(folder, `run-${number}`));
    const log = join(folder, `run-${number}.log`);
    this.#io.writeFile(log, "");
    const config = { ...this.#options.config, ...change.config, contractDir: summaries };
    const write = logLines(this.#io, config);
    const { sandbox, demo } = await startOwnSandbox(config, {
      create: this.#create,
      log: createLog(config.logLevel, { write }),
      pid: this.#io.pid,
      wall: this.#wall,
    });
    for (const secret of secretsOf(sandbox.ready)) this.#secrets.add(secret);
    const output = this.#outputLog(log, number);
    const began = this.#wall.monotonic();
    let isOpen = true;
    const close = async (): Promise<void> => {
      if (isOpen) await closeSandbox(sandbox, this.#io, this.#wall);
      isOpen = false;
    };
    try {
      await demo.create(sandbox.ready, this.#io);
      if (this.#stopped !== undefined) return undefined;
      const environment = { ...readyVariables(sandbox.ready), ...change.environment, SANDBOX_CONTRACT_DIR: summaries };
      const ended = await runGroup(this.#options, environment, {
        io: this.#io,
        wall: this.#wall,
        output,
        running: this.#running,
      });
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

  #summariesIn(folder: string): SandboxSummary[] {
    const names = this.#io.listFolder(folder).filter(isSummaryName).toSorted();
    return names.flatMap((name) => {
      const summary = readSummary(this.#io.readFile(join(folder, name)));
      if (summary !== undefined) return [summary];
      // A test runner that kills its workers may cut one: that is no reason to lose all runs.
      this.#warn(`${name} of this run was cut, or is of another version: what that sandbox met is not known`);
      return [];
    });
  }

  /** An empty folder, which asks for bodies where they are wanted. */
  #emptyFolder(path: string): string {
    this.#io.removeFolder(path);
    this.#io.makeFolder(path);
    if (this.#options.withBodies) this.#io.writeFile(join(path, BODIES_FILE), "");
    return path;
  }

  #outputLog(path: string, number: number): OutputLog {
    return new OutputLog(
      (text) => this.#io.appendFile(path, text),
      this.secrets,
      (error) => this.#warn(`run-${number}.log is not complete${codeOf(error)}: the disk may be full`),
    );
  }

  #warn(text: string): void {
    this.#io.err(`warning: ${escapeControl(text)}\n`);
  }
}

function secretsOf(ready: Omit<ReadyInfo, "pid">): string[] {
  const keys = ready.accounts.map(({ private_key }) => private_key);
  return [ready.api_key, ready.webhook_secret, ready.admin_token ?? "", ...keys].filter((secret) => secret !== "");
}
