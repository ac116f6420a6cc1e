// A running sandbox: opens the port, puts a world behind it, plugs service, admin API and RPC front together.
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type Express } from "express";
import manifest from "../../package.json" with { type: "json" };
import { createAdmin } from "../admin/app.ts";
import type { AdminDependencies } from "../admin/dependencies.ts";
import { EventSubscribers } from "../admin/event-subscribers.ts";
import { MetricsPage } from "../admin/metrics.ts";
import { createProbes } from "../admin/probes.ts";
import type { ChainDefinition } from "../chains/chain.ts";
import type { ReplayListener } from "../chains/replay.ts";
import { type Config, isLoopback } from "../config/options.ts";
import type { Flow } from "../flow/flow.ts";
import { createServiceApp } from "../http/app.ts";
import { cors } from "../http/cors.ts";
import { earlyReplyHeaders, notReady } from "../http/early-replies.ts";
import { uncaughtError, unknownRoute, unreadableTarget } from "../http/fallback-handlers.ts";
import { createGuard } from "../http/guard.ts";
import { createRequestIds } from "../http/pipeline.ts";
import { RateLimiter } from "../http/rate-limit.ts";
import { createHttpServer } from "../http/server.ts";
import { required } from "../kernel/assert.ts";
import { instrumentAll, logInstrument } from "../kernel/instrumentation.ts";
import type { Log } from "../kernel/log.ts";
import { Problem } from "../kernel/problem.ts";
import { freshSecret } from "../kernel/random.ts";
import { systemClock, type WallClock } from "../kernel/wall-clock.ts";
import { createWebRoutes } from "../web/routes.ts";
import { endpointUrlFault } from "../webhooks/endpoint-url.ts";
import { createWebhookSender, type WebhookSender } from "../webhooks/send.ts";
import { listen, originOf, type ReadyInfo, readyInfo, resumePoint } from "./ready-info.ts";
import { observerFor, Recording } from "./recording.ts";
import { selectStart } from "./select-start.ts";
import { WorldManager } from "./world-manager.ts";
import type { RuntimeDependencies, WorldRuntime } from "./world-runtime.ts";
import { WorldSwitch } from "./world-switch.ts";

/** `goesOn`: a world that was there already, at what virtual time (ms) it was taken up and how many events it had told. */
export type Sandbox = {
  url: string;
  ready: Omit<ReadyInfo, "pid">;
  resumed?: { at: number; events: number };
  close(): Promise<void>;
};
/** `mostSteps`: after so many a journey is a runaway. */
export type SandboxDependencies = {
  log: Log;
  wall?: WallClock;
  catalogue?: readonly ChainDefinition[];
  maxSteps?: number;
  /** Hears how far the replay of a long journal is. */
  onReplay?: ReplayListener;
  /** False while whoever starts it still tells it something: until then `/healthz` says 503. */
  isSetUp?: () => boolean;
};

/**
 * Starts a sandbox on `config.port` (0 = a free one) and answers once it serves.
 * @throws Problem for an unusable `--webhook`; the server's own error (with `code`) when the port cannot be opened.
 */
export async function createSandbox(given: Config, parts: SandboxDependencies): Promise<Sandbox> {
  const { log, wall = systemClock, isSetUp: isTold = () => true } = parts;
  const fault = given.webhook === null ? null : endpointUrlFault(given.webhook);
  if (fault !== null) throw new Problem("invalidRequest", `--webhook: ${fault}`);
  const { storage, config, ...begin } = selectStart(given, log);
  const recording = config.record === null ? undefined : new Recording(config.record);
  const limiter = new RateLimiter(wall);
  const nextRequestId = createRequestIds();
  const server = createHttpServer({ limiter, nextRequestId });
  const watchers = new EventSubscribers(wall);
  const sender = createWebhookSender({
    wall,
    timeoutMs: config.webhookTimeout,
    ownPort: () => (server.address() as AddressInfo | null)?.port ?? null,
  });
  const adminToken = adminTokenOf(config);
  const guard = createGuard(config.allowHost, earlyReplyHeaders({ limiter, nextRequestId }));
  const [closed, unreadable] = [notReady({ log, nextRequestId, limiter }), unreadableTarget({ log, nextRequestId })];
  const doors: WorldSwitch = new WorldSwitch(server, { guard, closed, unreadable }, (behind) =>
    plugTogether(shared, behind),
  );
  const { metrics, ...told } = instrumentation(log, () => doors.flow);
  // The port is asked for first: a taken one is told before any chain is started. Until all stands, every answer is 503.
  const giveUp = async (error: unknown): Promise<never> => {
    if (server.listening) await new Promise((resolve) => server.close(resolve));
    storage.close();
    throw error;
  };
  await listen(server, config).catch(giveUp);
  const origin = originOf(server, config);
  const plugs: RuntimeDependencies = {
    ...{ ...parts, config, wall, sender, origin, ...told },
    ...(recording === undefined ? {} : { rpcObserver: recording }),
    // A world that is only being built has no news for those who watch the present one.
    onCommit: () => {
      if (doors.isReady) watchers.wake();
    },
  };
  const timelines = new WorldManager(plugs, { doors, watchers, storage });
  const shared = { plugs, limiter, nextRequestId, adminToken, watchers, metrics, doors, timelines, recording, isTold };
  const standing = await timelines.begin(begin).catch(giveUp);
  const ready = readyInfo(origin, standing, adminToken);
  recording?.begin(config, ready, () => doors.flow?.world.clock.peek() ?? 0);
  return {
    url: origin,
    ready,
    ...(begin.existing === undefined && begin.imported === undefined ? {} : { resumed: resumePoint(standing) }),
    close: () => end(shared, server, sender),
  };
}

/** Who hears of what is done: the numbers and the log; and who watches the invariants of which world. */
function instrumentation(
  log: Log,
  flow: () => Flow | undefined,
): Pick<RuntimeDependencies, "monitors" | "instrument"> & { metrics: MetricsPage } {
  const monitors: RuntimeDependencies["monitors"] = new WeakMap();
  const metrics = new MetricsPage(manifest.version, flow, monitors);
  return { monitors, metrics, instrument: instrumentAll([metrics.instrument, logInstrument(log)]) };
}

/** Nobody is let in any more; what was recorded is written down while its world still stands. */
async function end(
  { doors, watchers, recording, timelines, metrics }: Shared,
  server: Server,
  sender: WebhookSender,
): Promise<void> {
  const behind = doors.detach();
  watchers.close();
  metrics.close();
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await sender.close();
  try {
    await recording?.save(behind);
  } finally {
    await timelines.end(behind).finally(() => server.closeAllConnections());
    await closed;
  }
}

type Shared = {
  plugs: RuntimeDependencies;
  limiter: RateLimiter;
  nextRequestId(): string;
  adminToken: string | null;
  watchers: EventSubscribers;
  metrics: MetricsPage;
  doors: WorldSwitch;
  timelines: WorldManager;
  recording: Recording | undefined;
  isTold(): boolean;
};

/** The application of one world. */
function plugTogether({ plugs, ...shared }: Shared, behind: WorldRuntime): Express {
  const { config, wall, log, instrument: note } = plugs;
  const { limiter, nextRequestId, adminToken, watchers, metrics, doors, timelines, recording, isTold } = shared;
  const { flow, rpc, view } = behind;
  const { world } = behind.opened;
  const app = express();
  app.disable("x-powered-by");
  app.use("/rpc", rpc.router);
  app.use(cors);
  const settled = (): Promise<void> => flow.settledWhenFrozen();
  app.use(
    createServiceApp({
      ...{ world, view, environment: config.env, limiter, wall, log, nextRequestId, settled, instrument: note },
      ...observerFor(recording, "/v1"),
    }),
  );
  const admin: AdminDependencies = {
    // Looked up each time, for streams: they go on from one world to the next.
    get flow() {
      return doors.flow ?? flow;
    },
    invariantsOf: (of) => required(plugs.monitors.get(of), "who watches a world"),
    ...{
      wall,
      log,
      adminToken,
      subscribers: watchers,
      nextRequestId,
      limiter,
      metrics,
      instrument: note,
      worlds: timelines,
    },
    origin: plugs.origin,
    version: manifest.version,
    seed: config.seed,
    environment: config.env,
    rpcMethods: rpc.methods,
    isReady: () => doors.isReady,
    isSetUp: isTold,
    ...observerFor(recording, "/admin"),
  };
  const last = { log, nextRequestId };
  app.use(createAdmin(admin), createProbes(admin), createWebRoutes(admin));
  app.use(unknownRoute(last), uncaughtError(last));
  return app;
}

/** Asked for when named, and always when other machines can reach the port: then it comes from chance, not the seed. */
function adminTokenOf(config: Config): string | null {
  if (config.adminToken !== null || isLoopback(config.host)) return config.adminToken;
  return freshSecret();
}
