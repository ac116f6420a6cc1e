// The Express application of one world: JSON-RPC, the service, the control API and the pages, in that order.
import type { RequestListener } from "node:http";
import express from "express";
import manifest from "../../package.json" with { type: "json" };
import { createAdmin } from "../admin/app.ts";
import type { AdminDependencies } from "../admin/dependencies.ts";
import type { MetricsPage } from "../admin/metrics.ts";
import { createProbes } from "../admin/probes.ts";
import type { Subscribers } from "../admin/streams/subscribers.ts";
import { createService } from "../http/app.ts";
import { createCors } from "../http/cors.ts";
import { uncaughtError, unknownRoute } from "../http/fallback-handlers.ts";
import { type Observed, observePreflight, surfaceOfLost } from "../http/observe.ts";
import type { RateLimiter } from "../http/rate-limit.ts";
import { isOfService } from "../http/request-target.ts";
import { HeldRequests } from "../http/stages/held-requests.ts";
import { wordingFor } from "../http/wording.ts";
import { required } from "../kernel/assert.ts";
import { atMost } from "../kernel/wall-clock.ts";
import { createWebRoutes } from "../web/routes.ts";
import type { Recording } from "./recording.ts";
import type { WorldManager } from "./world-manager.ts";
import type { RuntimeDependencies, WorldRuntime } from "./world-runtime.ts";
import type { WorldSwitch } from "./world-switch.ts";

/** What the applications of all worlds of one sandbox have in common. */
export type SandboxContext = {
  dependencies: RuntimeDependencies;
  limiter: RateLimiter;
  nextRequestId(): string;
  adminToken: string | null;
  subscribers: Subscribers;
  metrics: MetricsPage;
  worldSwitch: WorldSwitch;
  worlds: WorldManager;
  recording: Recording | undefined;
  isSetUp(): boolean;
};

/** The application of one world. Plain JSON-RPC calls and the service do not pass through Express, which costs more than many answers. */
export function createApp(context: SandboxContext, runtime: WorldRuntime): RequestListener {
  const { wall, log, instrument, config, contract } = context.dependencies;
  const { limiter, nextRequestId } = context;
  const { flow, rpc, view, opened } = runtime;
  const app = express();
  app.disable("x-powered-by");
  // No client of an API asks again with the tag of an earlier answer, and answers are not cached.
  app.disable("etag");
  app.use("/rpc", rpc.router);
  const settled = (): Promise<void> => flow.settledWhenFrozen();
  const through = (): Promise<void> => atMost(wall, MAX_PAYMENT_MS, flow.settled());
  const held = new HeldRequests(wall);
  const service = createService({
    ...{
      world: opened.world,
      view,
      environment: config.env,
      limiter,
      wall,
      log,
      nextRequestId,
      settled,
      through,
      instrument,
    },
    held,
    // With an admin token the port may be public.
    showsRecords: context.adminToken === null,
    ...{ observe: contract.observe, provenance: !config.noProvenanceHeader },
    readings: contract.readings,
    strictness: contract.strictness,
    wording: wordingFor(contract, view.catalogue),
  });
  const lost = lostRequests(context);
  const cors = createCors(observePreflight(lost, contract.nextPreflightId));
  app.use(cors, service);
  const admin = adminDependencies(context, runtime, held);
  app.use(createAdmin(admin), createProbes(admin), createWebRoutes(admin));
  const last = { log, readings: contract.readings, nextRequestId, observed: lost };
  app.use(unknownRoute(last), uncaughtError(last));
  return (request, response) => {
    if (rpc.answerDirectly(request, response)) return;
    // For every answer: a browser must not guess its type.
    response.setHeader("X-Content-Type-Options", "nosniff");
    const routed = (): void => app(request, response);
    if (!isOfService(request.url ?? "")) routed();
    else cors(request, response, () => service(request, response, routed));
  };
}

/** How long an answer to a payout waits for its payment at most (`new_payout=confirmed`). Real ms. */
const MAX_PAYMENT_MS = 10_000;

/** Requests that nothing serves: a client may have forgotten `/v1`. */
function lostRequests({ dependencies, worldSwitch }: SandboxContext): Observed {
  const { wall, contract } = dependencies;
  const clock = (): number | null => worldSwitch.flow?.world.clock.peek() ?? null;
  return { wall, clock, observe: contract.observe, surfaceOf: surfaceOfLost };
}

/** The dependencies of the control API and the pages of one world. */
function adminDependencies(
  context: SandboxContext,
  { flow, rpc }: WorldRuntime,
  held: HeldRequests,
): AdminDependencies {
  const { dependencies, limiter, nextRequestId, adminToken, subscribers, metrics, worldSwitch, worlds } = context;
  const { config, wall, log, instrument, monitors, origin, contract } = dependencies;
  return {
    // Read at each use: event streams outlive a reset or restore.
    get flow() {
      return worldSwitch.flow ?? flow;
    },
    invariantsOf: (of) => required(monitors.get(of), "the invariant monitor of a world"),
    ...{
      wall,
      log,
      adminToken,
      subscribers,
      nextRequestId,
      limiter,
      held,
      metrics,
      instrument,
      worlds,
      origin,
      contract,
    },
    version: manifest.version,
    seed: config.seed,
    environment: config.env,
    rpcMethods: rpc.methods,
    isReady: () => worldSwitch.isReady,
    isSetUp: context.isSetUp,
  };
}
