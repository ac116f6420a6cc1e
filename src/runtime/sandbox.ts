// Composition root: opens the port, opens or creates a world, and serves it; closes everything again.
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import manifest from "../../package.json" with { type: "json" };
import { MetricsPage } from "../admin/metrics.ts";
import { Subscribers } from "../admin/streams/subscribers.ts";
import type { ChainDefinition } from "../chains/catalogue.ts";
import type { ReplayListener } from "../chains/replay.ts";
import { type Config, isLoopback } from "../config/options.ts";
import { type ContractOptions, ContractState } from "../contract/contract.ts";
import { TIER_LIMITS } from "../domain/tenant/tenant.ts";
import type { Flow } from "../flow/flow.ts";
import { type EarlyReplyDependencies, guardAnswers, notReady } from "../http/early-replies.ts";
import { unreadableTarget } from "../http/fallback-handlers.ts";
import { createGuard } from "../http/guard.ts";
import { type Observed, observeBroken, surfaceOfTarget } from "../http/observe.ts";
import { createRequestIds } from "../http/pipeline.ts";
import { RateLimiter } from "../http/rate-limit.ts";
import { createHttpServer, limitsFor } from "../http/server.ts";
import { instrumentAll, logInstrument } from "../kernel/instrumentation.ts";
import type { Log } from "../kernel/log.ts";
import { Problem } from "../kernel/problem.ts";
import { freshSecret } from "../kernel/random.ts";
import { systemClock, type WallClock } from "../kernel/wall-clock.ts";
import { endpointUrlFault } from "../webhooks/endpoint-url.ts";
import { createWebhookSender, type WebhookSender } from "../webhooks/send.ts";
import { contractOptionsOf } from "./contract-state.ts";
import { makeSummaryFolder, summaryWriter } from "./contract-summary.ts";
import { createApp, type SandboxContext } from "./create-app.ts";
import { demandOpenFiles, openFileLimit } from "./open-files.ts";
import { listen, originOf, type ReadyInfo, readyInfo, resumePoint } from "./ready-info.ts";
import { Recording } from "./recording.ts";
import { selectStart } from "./select-start.ts";
import { WorldManager } from "./world-manager.ts";
import type { RuntimeDependencies } from "./world-runtime.ts";
import { type EarlyAnswers, WorldSwitch } from "./world-switch.ts";

/** `resumed`: the world existed already; `at` is its virtual time (ms) and `events` the number of events it had emitted. */
export type Sandbox = {
  url: string;
  ready: Omit<ReadyInfo, "pid">;
  resumed?: { at: number; events: number };
  close(): Promise<void>;
};
/** `contract`: what contract testing knows of this process, for callers inside of it. */
export type ObservedSandbox = Sandbox & {
  contract: ContractState;
  /** Writes the file of `--contract-dir` now, once, for a process that ends without `close`; does nothing without that option. */
  writeSummary(): void;
};
/** `maxSteps`: time travel that takes more steps is ended with an error. */
export type SandboxDependencies = {
  log: Log;
  wall?: WallClock;
  catalogue?: readonly ChainDefinition[];
  maxSteps?: number;
  /** Called with the progress of the replay of a long journal. */
  onReplay?: ReplayListener;
  /** False while the caller is still filling the sandbox (`--demo`): until then `/healthz` answers 503. */
  isSetUp?: () => boolean;
  /** The process that asks for the sandbox: it names the file of `--contract-dir`. */
  pid?: number;
  /** The open port does not keep the process alive. */
  letsProcessEnd?: boolean;
};

/**
 * Starts a sandbox on `config.port` (0 = a free one) and resolves once it serves.
 * @throws Error for a limit of open files that is too low; Problem for an unusable `--webhook`; the server's own error (with `code`) when the port cannot be opened.
 */
export async function createSandbox(given: Config, callers: SandboxDependencies): Promise<ObservedSandbox> {
  const { log, wall = systemClock, isSetUp = () => true } = callers;
  const openFiles = demandOpenFiles(openFileLimit());
  const contractOptions = usableOptions(given);
  const { storage, config, ...start } = selectStart(given, log, callers.catalogue);
  const recording = config.record === null ? undefined : new Recording(config.record);
  const limiter = new RateLimiter(wall, TIER_LIMITS[config.tier]);
  const adminToken = adminTokenOf(config);
  const contract = contractOf(config, { wall, log }, { ...contractOptions, secrets: [adminToken] });
  const observed = beforeWorlds(contract, wall);
  const facts = { limiter, readings: contract.readings, nextRequestId: createRequestIds() };
  const server = createHttpServer({ ...facts, refused: observeBroken(observed) }, limitsFor(openFiles));
  const subscribers = new Subscribers(wall, () => worldSwitch.flow?.world);
  const sender = createWebhookSender({ wall, timeoutMs: config.webhookTimeout, ownPort: ownPortOf(server) });
  for (const one of [recording, subscribers]) if (one !== undefined) contract.listen((seen) => one.request(seen));
  const writeSummary = summaryWriter(config, callers.pid ?? 0, contract);
  const early = earlyAnswers(config, { log, ...facts, observed });
  const worldSwitch: WorldSwitch = new WorldSwitch(server, early, (runtime) => createApp(context, runtime));
  const { metrics, ...instruments } = instrumentation(log, () => worldSwitch.flow);
  // The port is opened first, so that a taken one is reported before any chain starts. Until the world is attached, every answer is 503.
  const giveUp = async (error: unknown): Promise<never> => {
    if (server.listening) await new Promise((resolve) => server.close(resolve));
    storage.close();
    throw error;
  };
  await listen(server, config).catch(giveUp);
  if (callers.letsProcessEnd) server.unref().on("connection", (socket) => socket.unref());
  const origin = originOf(server, config);
  const dependencies: RuntimeDependencies = {
    ...{ ...callers, config, wall, sender, origin, contract, subscribers, ...instruments },
    ...(recording === undefined ? {} : { rpcObserver: recording }),
  };
  const worlds = new WorldManager(dependencies, { worldSwitch, subscribers, storage });
  const ofWorlds = { worldSwitch, worlds, subscribers, metrics, recording };
  const context: SandboxContext = { dependencies, ...ofWorlds, ...facts, adminToken, isSetUp };
  const opened = await worlds.begin(start).catch(giveUp);
  const ready = readyInfo(origin, opened, adminToken);
  recording?.begin(config, ready, () => worldSwitch.flow?.world.clock.peek() ?? 0);
  return {
    url: origin,
    ready,
    contract,
    writeSummary,
    ...(start.existing === undefined && start.imported === undefined ? {} : { resumed: resumePoint(opened) }),
    close: () => end(context, server, sender).finally(writeSummary),
  };
}

/** What is wrong with an option is told before anything is opened. Returns what contract testing begins with. @throws Problem */
function usableOptions(given: Config): Pick<ContractOptions, "strictness" | "readings"> {
  const fault = given.webhook === null ? null : endpointUrlFault(given.webhook);
  if (fault !== null) throw new Problem("invalidRequest", `--webhook: ${fault}`);
  makeSummaryFolder(given);
  return contractOptionsOf(given);
}

/** The open port; it is asked of the system once, because it stays. Null before. */
function ownPortOf(server: Server): () => number | null {
  let known: number | null = null;
  return () => {
    known ??= (server.address() as AddressInfo | null)?.port ?? null;
    return known;
  };
}

/** Answers that need no world: the guard's refusals, 503 while there is none, and 400 for an unreadable target. */
function earlyAnswers(config: Config, dependencies: EarlyReplyDependencies & { observed: Observed }): EarlyAnswers {
  return {
    guard: createGuard(config.allowHost, guardAnswers(dependencies)),
    closed: notReady(dependencies),
    unreadable: unreadableTarget(dependencies),
  };
}

/** What contract testing knows of this process. `secrets`: those that are not in the options, such as a generated admin token. */
function contractOf(
  { env: environment, requestLog, apiKey, webhookSecret }: Config,
  { wall, log }: { wall: WallClock; log: Log },
  options: Pick<ContractOptions, "strictness" | "readings" | "secrets">,
): ContractState {
  const secrets = [...options.secrets, apiKey, webhookSecret];
  const failed = (error: unknown): void => log.error({ error }, "contract testing met a mistake of the sandbox");
  return new ContractState({ ...options, environment, now: () => wall.now(), requestLog, secrets, failed });
}

/** Requests that reach no world have no virtual time. */
function beforeWorlds({ observe }: ContractState, wall: WallClock): Observed {
  return { wall, clock: () => null, observe, surfaceOf: surfaceOfTarget };
}

/** Where instrumentation events go: the metrics and the log; and the invariant monitor of each world. */
function instrumentation(
  log: Log,
  flow: () => Flow | undefined,
): Pick<RuntimeDependencies, "monitors" | "instrument"> & { metrics: MetricsPage } {
  const monitors: RuntimeDependencies["monitors"] = new WeakMap();
  const metrics = new MetricsPage(manifest.version, flow, monitors);
  return { monitors, metrics, instrument: instrumentAll([metrics.instrument, logInstrument(log)]) };
}

/** Detaches the world first, so that no request enters; then saves the recording while its database is open. */
async function end(
  { worldSwitch, subscribers, recording, worlds, metrics }: SandboxContext,
  server: Server,
  sender: WebhookSender,
): Promise<void> {
  const runtime = worldSwitch.detach();
  subscribers.close();
  metrics.close();
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await sender.close();
  try {
    await recording?.save(runtime);
  } finally {
    await worlds.end(runtime).finally(() => server.closeAllConnections());
    await closed;
  }
}

/** Required when configured, and always when other machines can reach the port: then it is random and not from the seed. */
function adminTokenOf(config: Config): string | null {
  if (config.adminToken !== null || isLoopback(config.host)) return config.adminToken;
  return freshSecret();
}
