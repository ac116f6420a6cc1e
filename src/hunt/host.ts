// What the command line and the test library hand to a hunt: how a sandbox and processes are started, and the clock of the machine.
import type { WallClock } from "../kernel/wall-clock.ts";

/** A started command and all that it started. */
export type StartedGroup = {
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
  kill(signal: "SIGTERM" | "SIGKILL"): void;
};

export type Processes = {
  /** Aborted when the user ends the command: an app that is not ready yet is not awaited any longer. */
  readonly signal?: AbortSignal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  spawnGroup(
    command: string,
    args: readonly string[],
    environment: Readonly<Record<string, string | undefined>>,
    onOutput: (text: string) => void,
  ): StartedGroup;
  outputOf(
    line: string,
    limits: { timeoutMs: number; maxBytes: number },
    environment?: Readonly<Record<string, string | undefined>>,
  ): Promise<{ code: number | null; out: string }>;
};

export type HuntSandbox = {
  readonly url: string;
  readonly adminToken: string | null;
  readonly apiKey: string;
  readonly tenantId: string;
  readonly vaultId: string;
  readonly webhookSecret: string;
  /** What the app gets: `SANDBOX_URL`, `SANDBOX_API_KEY`, … */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
};

export type HuntHost = {
  readonly processes: Processes;
  readonly wall: WallClock;
  /** Starts a sandbox with a frozen clock whose default tenant delivers webhooks to this URL. */
  startSandbox(options: { seed: number; webhook: string | null }): Promise<HuntSandbox>;
  /** A line about what is being done, for people. */
  progress(text: string): void;
  readonly signal: AbortSignal;
  /** A seed that no earlier start had: an app that keeps its books must never see an id twice. */
  freshSeed(): number;
  /** A port of this machine that nobody listens on. */
  freePort(): Promise<number>;
  /** An empty folder that the hunt removes at its end. */
  temporaryFolder(): string;
  removeFolder(path: string): void;
  readonly version: string;
};
