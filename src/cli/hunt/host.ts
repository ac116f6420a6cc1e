// What `hunt` hands to a hunt: sandboxes in this process, commands as process groups, and the end by Ctrl+C.
import { hash } from "node:crypto";
import packageFacts from "../../../package.json" with { type: "json" };
import { DEFAULT_CONFIG } from "../../config/options.ts";
import type { HuntHost, HuntSandbox, StartedGroup } from "../../hunt/host.ts";
import { createLog } from "../../kernel/log.ts";
import { freshSecret } from "../../kernel/random.ts";
import { systemClock } from "../../kernel/wall-clock.ts";
import { readyVariables } from "../../runtime/ready-variables.ts";
import { type CreateSandbox, closeSandbox } from "../commands/sandbox/start.ts";
import { CommandError, type ProcessIo } from "../process-io.ts";
import { shellOutput } from "../shell-line.ts";
import { startFault } from "../start-failure.ts";
import { Progress } from "../stderr.ts";
import { freePort } from "./free-port.ts";
import { startSandboxProcess } from "./sandbox-process.ts";

export type CliHost = HuntHost & {
  /** Clears the line of progress before something else is written. */
  quiet(): void;
  /** Ends every process that was started and is not stopped yet. */
  killAll(): void;
};

/** The host of the command line. `told`: commands are printed before their first run (U-70). */
export function cliHost(io: ProcessIo, create: CreateSandbox, signal: AbortSignal, jobs = 1): CliHost {
  const progress = new Progress(io);
  const printed = new Set<string>();
  const running = new Set<StartedGroup>();
  const tell = (line: string): void => {
    if (printed.has(line)) return;
    printed.add(line);
    progress.done();
    io.err(`runs: ${line}\n`);
  };
  const keep = (group: StartedGroup): StartedGroup => {
    running.add(group);
    void group.ended.finally(() => running.delete(group)).catch(() => undefined);
    return group;
  };
  return {
    ...{ wall: systemClock, signal, version: packageFacts.version },
    processes: {
      ...{ signal, environment: io.environment },
      spawnGroup(command, args, environment, onOutput) {
        tell([command, ...args].join(" "));
        return keep(io.spawnGroup(command, args, environment, onOutput));
      },
      outputOf(line, limits, environment) {
        return shellOutput(io, line, limits, environment);
      },
    },
    // Several sandboxes share no thread; a single one costs less in this process.
    startSandbox: (options) =>
      jobs > 1 ? startSandboxProcess(options, io, keep) : startSandbox(options, { io, create }),
    freePort,
    progress: (text) => progress.step(text),
    quiet: () => progress.done(),
    killAll() {
      for (const group of running) group.kill("SIGKILL");
    },
    // Small enough for every place that a seed goes to, and never that of an earlier start.
    freshSeed: () => Number.parseInt(hash("sha256", freshSecret()).slice(0, 8), 16),
    temporaryFolder: () => io.temporaryFolder(),
    removeFolder: (path) => io.removeFolder(path),
  };
}

async function startSandbox(
  { seed, webhook }: { seed: number; webhook: string | null },
  { io, create }: { io: ProcessIo; create: CreateSandbox },
): Promise<HuntSandbox> {
  const own = { port: 0, clock: "frozen", tier: "enterprise", logLevel: "error" } as const;
  const config = { ...DEFAULT_CONFIG, ...own, seed, webhook };
  const log = createLog("error", { write: (line) => io.err(line) });
  const sandbox = await create(config, { log, pid: io.pid }).catch(async (error: unknown) => {
    throw await startFault(error, config, systemClock);
  });
  const { ready } = sandbox;
  if (ready.api_key === "") throw new CommandError("the sandbox gave no key");
  return {
    ...{
      url: ready.url,
      adminToken: ready.admin_token ?? null,
      apiKey: ready.api_key,
      tenantId: ready.tenant_id,
      vaultId: ready.vault_id,
    },
    ...{ webhookSecret: ready.webhook_secret, environment: readyVariables(ready) },
    async close() {
      await closeSandbox(sandbox, io, systemClock);
    },
  };
}
