// A running sandbox: builds the parts, plugs them together, listens; a reset puts another world behind the same port.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { createAdmin } from "./admin/app.ts";
import { EventWaiters } from "./admin/event-wait.ts";
import { createGuard, refusalOf } from "./admin/guard.ts";
import { developmentAccounts } from "./chains/address.ts";
import type { ChainDefinition } from "./chains/chain.ts";
import { type Config, isLoopback } from "./config.ts";
import { type FirstWorld, firstWorld } from "./first-world.ts";
import { Flow } from "./flow/flow.ts";
import { createServiceApp } from "./http/app.ts";
import { uncaughtError, unknownRoute } from "./http/last-resort.ts";
import { createRequestIds } from "./http/pipeline.ts";
import { RateLimiter } from "./http/rate-limit.ts";
import { createHttpServer } from "./http/server.ts";
import type { Log } from "./kernel/log.ts";
import { Problem } from "./kernel/problem.ts";
import { freshSecret } from "./kernel/random.ts";
import { systemWall, type Wall } from "./kernel/wall.ts";
import { envelopeText } from "./present/event.ts";
import type { View } from "./present/view.ts";
import { createRpcFront, type RpcFront } from "./rpc/front.ts";
import { endpointUrlFault } from "./webhooks/endpoint-url.ts";
import { createWebhookSender, type WebhookSender } from "./webhooks/send.ts";
import { webhookHeaders } from "./webhooks/sign.ts";

/** What `start` prints when the sandbox is ready (names fixed by the control surface). */
export type ReadyFacts = {
  pid: number;
  url: string;
  api_base_url: string;
  admin_url: string;
  dashboard_url: string;
  rpc: Record<string, string>;
  tenant_id: string;
  api_key: string;
  vault_id: string;
  webhook_secret: string;
  accounts: { address: string; private_key: string }[];
  admin_token?: string;
};

export type Sandbox = { url: string; ready: Omit<ReadyFacts, "pid">; close(): Promise<void> };
export type SandboxParts = { log: Log; wall?: Wall; catalogue?: readonly ChainDefinition[] };

/** One world with its loop and its RPC front; a reset makes another. */
type Behind = { first: FirstWorld; flow: Flow; rpc: RpcFront; upgrades: Server; ready: boolean };
type Plugs = { config: Config; wall: Wall; log: Log; catalogue?: readonly ChainDefinition[]; view: View; sender: WebhookSender; waiters: EventWaiters };

/** The package's version, told by `/admin/status`. */
const VERSION = "0.1.0";

/**
 * Starts a sandbox on `config.port` (0 = a free one) and answers once it serves.
 * @throws Problem for an unusable `--webhook`; the server's own error (with `code`) when the port cannot be opened.
 */
export async function createSandbox(config: Config, { log, wall = systemWall, catalogue }: SandboxParts): Promise<Sandbox> {
  const fault = config.webhook === null ? null : endpointUrlFault(config.webhook);
  if (fault !== null) throw new Problem("invalidRequest", `--webhook: ${fault}`);
  const limiter = new RateLimiter(wall);
  const nextRequestId = createRequestIds();
  const server = createHttpServer({ limiter, nextRequestId });
  const view = { origin: "" } as View & { origin: string };
  const waiters = new EventWaiters(wall);
  const sender = createWebhookSender({ wall, ownPort: () => (server.address() as AddressInfo | null)?.port ?? null });
  const plugs: Plugs = { config, wall, log, view, sender, waiters, ...(catalogue === undefined ? {} : { catalogue }) };
  // The port is asked for first: a taken one is told before any chain is started.
  await listen(server, config);
  view.origin = originOf(server, config);
  let behind = await openBehind(plugs);
  const adminToken = adminTokenOf(config);
  const app = plugTogether(plugs, { limiter, nextRequestId, adminToken }, () => behind, async () => {
    const old = behind;
    old.ready = false;
    behind = await openBehind(plugs);
    await closeBehind(old);
  });
  server.on("request", app);
  server.on("upgrade", (request, socket, head) => void behind.upgrades.emit("upgrade", request, socket, head));
  const ready = factsOf(view.origin, behind.first, adminToken);
  return {
    url: view.origin,
    ready,
    async close() {
      behind.ready = false;
      waiters.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await closeBehind(behind);
      await sender.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function openBehind(plugs: Plugs): Promise<Behind> {
  const { config, wall, log, view, sender, waiters, catalogue } = plugs;
  const first = await firstWorld({ config, wall, log, ...(catalogue === undefined ? {} : { catalogue }) });
  const { world, chains, keyring } = first;
  Object.assign(view, { catalogue: world.catalogue });
  const flow = new Flow({
    world,
    chains,
    environment: config.env,
    accountAt: (path) => keyring.accountAt(path),
    eventBody: (event) => envelopeText(view, event),
    sendWebhook: (order) => sendWebhook(sender, wall, order),
    wall,
    log,
  });
  await flow.start(first.unfinished);
  world.db.onCommit(() => {
    flow.wake();
    waiters.wake();
  });
  flow.wake();
  const upgrades = createServer();
  const rpc = createRpcFront({
    chains,
    wall,
    log,
    submit: (network, raw) => flow.submit(network, raw),
    mine: (network, blocks) => flow.mine(network, blocks),
    onBlocks: (listener) => flow.onBlocks(listener),
    clientWaits: (network) => flow.clientWaits(network),
    confirmedHeight: (network) => flow.confirmedHeight(network),
    accounts: developmentAccounts().map(({ account }) => account),
    allow: (request) => refusalOf(request.headers, config.allowHost) === null,
  });
  rpc.attach(upgrades);
  return { first, flow, rpc, upgrades, ready: true };
}

async function closeBehind({ first, flow, rpc }: Behind): Promise<void> {
  await rpc.close();
  await flow.stop();
  await first.chains.close();
  first.world.db.close();
}

async function sendWebhook(
  sender: WebhookSender,
  wall: Wall,
  { url, id, body, secret }: { url: string; id: string; body: string; secret: string },
) {
  const bytes = Buffer.from(body);
  const timestampSeconds = Math.floor(wall.now() / 1_000);
  const headers = webhookHeaders({ id, timestampSeconds, body: bytes, secrets: [secret] });
  const outcome = await sender.send({ url, headers, body: bytes });
  return { ...outcome, error: outcome.error ?? "", response: outcome.response ?? "", headers };
}

function plugTogether(
  { config, wall, log, view, waiters }: Plugs,
  { limiter, nextRequestId, adminToken }: { limiter: RateLimiter; nextRequestId(): string; adminToken: string | null },
  behind: () => Behind,
  reset: () => Promise<void>,
): express.Express {
  const app = express();
  app.disable("x-powered-by");
  app.use(createGuard(config.allowHost));
  app.use("/rpc", (request, response, next) => behind().rpc.router(request, response, next));
  app.use(
    createServiceApp({
      get world() {
        return behind().first.world;
      },
      view,
      environment: config.env,
      limiter,
      wall,
      log,
      nextRequestId,
      settled: () => behind().flow.settledWhenFrozen(),
    }),
  );
  app.use(
    createAdmin({
      get flow() {
        return behind().flow;
      },
      version: VERSION,
      seed: String(config.seed),
      environment: config.env,
      wall,
      log,
      adminToken,
      waiters,
      nextRequestId,
      limiter,
      isReady: () => behind().ready,
      reset,
    }),
  );
  app.use(unknownRoute({ log, nextRequestId }), uncaughtError({ log, nextRequestId }));
  return app;
}

function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function originOf(server: Server, { host }: Config): string {
  const { port } = server.address() as AddressInfo;
  if (host === "0.0.0.0" || host === "::") return `http://127.0.0.1:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Asked for when named, and always when other machines can reach the port: then it comes from chance, not the seed (R-185). */
function adminTokenOf(config: Config): string | null {
  if (config.adminToken !== null || isLoopback(config.host)) return config.adminToken;
  return freshSecret();
}

function factsOf(origin: string, { tenant, webhookSecret, chains }: FirstWorld, adminToken: string | null): Omit<ReadyFacts, "pid"> {
  return {
    url: origin,
    api_base_url: `${origin}/v1`,
    admin_url: `${origin}/admin`,
    dashboard_url: `${origin}/`,
    rpc: Object.fromEntries(chains.all.map(({ definition: { symbol } }) => [symbol, `${origin}/rpc/${symbol}`])),
    tenant_id: tenant.tenant.id,
    api_key: tenant.apiKey,
    vault_id: tenant.vaultId,
    webhook_secret: webhookSecret,
    accounts: developmentAccounts().map(({ address, privateKey }) => ({ address, private_key: privateKey })),
    ...(adminToken === null ? {} : { admin_token: adminToken }),
  };
}
