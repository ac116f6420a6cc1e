// JSON-RPC over HTTP: POST for calls and batches, GET for a description of the endpoint.
import type { IncomingMessage } from "node:http";
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from "express";
import { type Chain, type Chains, RpcError } from "../../chains/chain.ts";
import { RPC_CODE } from "../../chains/rpc-errors.ts";
import type { Log } from "../../kernel/log.ts";
import type { Dispatch } from "../dispatch.ts";
import { errorText } from "../json-rpc.ts";
import { respond } from "./respond.ts";

/** Bytes of one message over HTTP or WebSocket; the limit of geth. */
export const MAX_MESSAGE_BYTES = 5 * 1024 * 1024;

const CONTENT_TYPES = new Set(["application/json", "application/json-rpc", "application/jsonrequest"]);

/** Finds a network by its symbol (any case) or its EIP-155 id. */
export type FindChain = (name: string) => Chain | undefined;

type HttpDependencies = {
  chains: Chains;
  find: FindChain;
  dispatch: Dispatch;
  log: Log;
  allow(request: IncomingMessage): boolean;
  /** True when `allow` has checked the origin; otherwise only pages of this machine may read responses. */
  guarded: boolean;
};

export function createRouter({ chains, find, dispatch, log, allow, guarded }: HttpDependencies): Router {
  const router = express.Router();
  const chainOf = (request: Request): Chain | undefined => find(String(request.params["network"]));
  router.use((request, response, next) => {
    if (allow(request)) next();
    else refuse(response, 403, "this host or origin may not speak to the sandbox");
  });
  router.use(allowOrigins((origin) => guarded || isLoopback(origin)));
  router.get("/", (request, response) => {
    response.json({ networks: chains.all.map((chain) => describe(chain, request)) });
  });
  router.all("/:network", (request, response, next) => {
    if (chainOf(request)) next();
    else refuse(response, 404, unknownNetwork(String(request.params["network"]), chains));
  });
  router.get("/:network", (request, response) => {
    response.json(describe(chainOf(request) as Chain, request));
  });
  router.post("/:network", checkContentType, express.raw({ type: () => true, limit: MAX_MESSAGE_BYTES }));
  router.post("/:network", async (request, response) => {
    const body: unknown = request.body;
    const text = Buffer.isBuffer(body) ? body.toString("utf8") : "";
    respond(request, response, await dispatch(chainOf(request) as Chain, text));
  });
  router.all("/:network", (_request, response) => {
    response.set("Allow", "GET, POST, OPTIONS");
    refuse(response, 405, "send JSON-RPC calls with POST, or open a WebSocket");
  });
  router.use(answerBrokenRequest(log));
  return router;
}

/** Error text: the unknown name, and the networks that exist. */
export function unknownNetwork(name: string, chains: Chains): string {
  const known = chains.all.map(({ definition }) => `${definition.symbol} (${definition.eip155_id})`).join(", ");
  return `unknown network ${JSON.stringify(name.slice(0, 50))}; known: ${known}`;
}

function describe({ definition, head }: Chain, request: Request): Record<string, unknown> {
  const place = `${request.get("host") ?? ""}${request.baseUrl}/${definition.symbol}`;
  return {
    network: definition.symbol,
    name: definition.name,
    chain_id: definition.eip155_id,
    block_number: head.number,
    http: `http://${place}`,
    websocket: `ws://${place}`,
    usage: "POST JSON-RPC 2.0 calls or batches here, or open a WebSocket for subscriptions.",
  };
}

function refuse(response: Response, status: number, message: string): void {
  const text = errorText(null, new RpcError(RPC_CODE.invalidRequest, message));
  response.status(status).type("application/json").send(text);
}

/** Refuses forms and plain text: a foreign web page can post those without a preflight, and no client of a chain does. */
const checkContentType: RequestHandler = (request, response, next) => {
  const type = (request.get("content-type") ?? "application/json").split(";")[0]?.trim().toLowerCase();
  if (CONTENT_TYPES.has(type ?? "")) next();
  else refuse(response, 415, "invalid content type, only application/json is supported");
};

/** CORS: a page under development may call the chain from its own port. */
const allowOrigins =
  (isAllowed: (origin: string) => boolean): RequestHandler =>
  (request, response, next) => {
    const origin = request.get("origin");
    // Also without an origin, or a cache could serve a page the response to a program.
    response.set("Vary", "Origin");
    if (origin !== undefined && isAllowed(origin)) {
      response.set("Access-Control-Allow-Origin", origin);
      response.set({ "Access-Control-Allow-Methods": "GET, POST", "Access-Control-Allow-Headers": "Content-Type" });
    }
    if (request.method === "OPTIONS") response.status(204).end();
    else next();
  };

function isLoopback(origin: string): boolean {
  const host = URL.parse(origin)?.hostname ?? "";
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

const answerBrokenRequest =
  (log: Log): ErrorRequestHandler =>
  (error: unknown, _request, response, next) => {
    const status = (error as { status?: unknown } | null)?.status;
    if (response.headersSent) return next(error);
    if (status === 413) return refuse(response, 413, `request body larger than ${MAX_MESSAGE_BYTES} bytes`);
    if (typeof status === "number" && status < 500) return refuse(response, status, "the request could not be read");
    log.error({ error }, "an rpc request failed");
    return refuse(response, 500, "internal error");
  };
