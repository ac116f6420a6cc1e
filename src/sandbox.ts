// A running sandbox: opens the port, puts a world behind it, plugs service, admin API and RPC front together.
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type Express } from "express";
import manifest from "../package.json" with { type: "json" };
import { createAdmin } from "./admin/app.ts";
import { letPagesCall } from "./admin/cors.ts";
import { createGuard } from "./admin/guard.ts";
import { MetricsPage } from "./admin/metrics.ts";
import { Watchers } from "./admin/watchers.ts";
import { type Behind, closeBehind, openBehind, type Plugs } from "./behind.ts";
import type { ChainDefinition } from "./chains/chain.ts";
import { type Config, isLoopback } from "./config.ts";
import type { Flow } from "./flow/flow.ts";
import { createServiceApp } from "./http/app.ts";
import { isReadableTarget, uncaughtError, unknownRoute, unreadableTarget } from "./http/last-resort.ts";
import { createPipeline, createRequestIds } from "./http/pipeline.ts";
import { serviceErrorBody } from "./http/problem-reply.ts";
import { RateLimiter } from "./http/rate-limit.ts";
import { createHttpServer } from "./http/server.ts";
import type { Log } from "./kernel/log.ts";
import { Problem } from "./kernel/problem.ts";
import { freshSecret } from "./kernel/random.ts";
import { systemWall, type Wall } from "./kernel/wall.ts";
import { listen, originOf, type ReadyFacts, readyFacts } from "./ready.ts";
import { endpointUrlFault } from "./webhooks/endpoint-url.ts";
import { createWebhookSender } from "./webhooks/send.ts";

export type Sandbox = { url: string; ready: Omit<ReadyFacts, "pid">; close(): Promise<void> };
/** `mostSteps`: after so many a journey is a runaway. */
export type SandboxParts = { log: Log; wall?: Wall; catalogue?: readonly ChainDefinition[]; mostSteps?: number };

/**
 * Starts a sandbox on `config.port` (0 = a free one) and answers once it serves.
 * @throws Problem for an unusable `--webhook`; the server's own error (with `code`) when the port cannot be opened.
 */
export async function createSandbox(config: Config, parts: SandboxParts): Promise<Sandbox> {
  const { log, wall = systemWall, catalogue } = parts;
  const fault = config.webhook === null ? null : endpointUrlFault(config.webhook);
  if (fault !== null) throw new Problem("invalidRequest", `--webhook: ${fault}`);
  const limiter = new RateLimiter(wall);
  const nextRequestId = createRequestIds();
  const server = createHttpServer({ limiter, nextRequestId });
  const watchers = new Watchers(wall);
  const sender = createWebhookSender({ wall, ownPort: () => (server.address() as AddressInfo | null)?.port ?? null });
  const doors = new Doors(server, notReady(log, nextRequestId), unreadableTarget({ log, nextRequestId }));
  const metrics = new MetricsPage(() => doors.flow);
  // The port is asked for first: a taken one is told before any chain is started. Until all stands, every answer is 503.
  await listen(server, config);
  const origin = originOf(server, config);
  const plugs: Plugs = {
    ...{ config, wall, log, sender, origin, metrics },
    ...(catalogue === undefined ? {} : { catalogue }),
    ...(parts.mostSteps === undefined ? {} : { mostSteps: parts.mostSteps }),
    // A world that is only being built has no news for those who watch the present one.
    onCommit: () => {
      if (doors.isReady) watchers.wake();
    },
  };
  const adminToken = adminTokenOf(config);
  const shared = { plugs, limiter, nextRequestId, adminToken, watchers, metrics };
  const first = await openBehind(plugs).catch(async (error: unknown) => {
    await new Promise((resolve) => server.close(resolve));
    throw error;
  });
  doors.open(first, (behind) => plugTogether(shared, doors, behind));
  return {
    url: origin,
    ready: readyFacts(origin, first.first, adminToken),
    async close() {
      const behind = doors.shut();
      watchers.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await sender.close();
      await closeBehind(behind);
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Which world stands behind the port, and whether it may be talked to. */
class Doors {
  readonly #closed: RequestListener;
  #behind: Behind | undefined;
  #plug: ((behind: () => Behind) => Express) | undefined;
  #app: RequestListener;

  constructor(server: Server, closed: RequestListener, unreadable: RequestListener) {
    this.#closed = closed;
    this.#app = closed;
    server.on("request", (request, response) => {
      const listener = isReadableTarget(request.url ?? "") ? this.#app : unreadable;
      listener(request, response);
    });
    server.on("upgrade", (request, socket, head) => {
      if (this.#behind === undefined) socket.destroy();
      else this.#behind.upgrades.emit("upgrade", request, socket, head);
    });
  }

  get flow(): Flow | undefined {
    return this.#behind?.flow;
  }

  get isReady(): boolean {
    return this.#app !== this.#closed;
  }

  open(behind: Behind, plug?: (behind: () => Behind) => Express): void {
    this.#behind = behind;
    this.#plug = plug ?? this.#plug;
    const current = (): Behind => this.#behind ?? behind;
    this.#app = this.#plug?.(current) ?? this.#closed;
  }

  /** Nobody is let in any more; answers the world that was behind. */
  shut(): Behind {
    const behind = this.#behind;
    if (behind === undefined) throw new Problem("serviceUnavailable", "the sandbox is starting, or being reset");
    this.#app = this.#closed;
    this.#behind = undefined;
    return behind;
  }
}

type Shared = {
  plugs: Plugs;
  limiter: RateLimiter;
  nextRequestId(): string;
  adminToken: string | null;
  watchers: Watchers;
  metrics: MetricsPage;
};

function plugTogether({ plugs, ...shared }: Shared, doors: Doors, behind: () => Behind): Express {
  const { config, wall, log } = plugs;
  const { limiter, nextRequestId, adminToken, watchers, metrics } = shared;
  const { world } = behind().first;
  const { flow, rpc, view } = behind();
  const app = express();
  app.disable("x-powered-by");
  app.use(createGuard(config.allowHost));
  app.use("/rpc", rpc.router);
  app.use(letPagesCall);
  const settled = (): Promise<void> => flow.settledWhenFrozen();
  app.use(
    createServiceApp({ world, view, environment: config.env, limiter, wall, log, nextRequestId, settled, metrics }),
  );
  app.use(
    createAdmin({
      // Looked up each time: the request that resets answers from the new world.
      get flow() {
        return behind().flow;
      },
      ...{ wall, log, adminToken, watchers, nextRequestId, limiter, metrics },
      origin: plugs.origin,
      version: manifest.version,
      seed: config.seed,
      environment: config.env,
      rpcMethods: rpc.methods,
      isReady: () => doors.isReady,
      async reset() {
        const old = doors.shut();
        const fresh = await openBehind(plugs);
        doors.open(fresh);
        await closeBehind(old);
      },
    }),
  );
  app.use(unknownRoute({ log, nextRequestId }), uncaughtError({ log, nextRequestId }));
  return app;
}

/** Before and after: 503 in the envelope for everything, `/healthz` included. */
function notReady(log: Log, nextRequestId: () => string): RequestListener {
  const refuse = (): never => {
    throw new Problem("serviceUnavailable", "the sandbox is starting or stopping", { headers: { "Retry-After": "1" } });
  };
  const pipeline = createPipeline({ log, nextRequestId, errorBody: serviceErrorBody, stages: [refuse] });
  return (request, response) => void pipeline(request, response, { path: request.url ?? "/", search: "" });
}

/** Asked for when named, and always when other machines can reach the port: then it comes from chance, not the seed. */
function adminTokenOf(config: Config): string | null {
  if (config.adminToken !== null || isLoopback(config.host)) return config.adminToken;
  return freshSecret();
}
