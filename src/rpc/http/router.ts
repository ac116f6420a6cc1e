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
import type { ObserveAnswer } from "../observe-call.ts";
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
  /** Told of each request that is answered here, so not of those that `dispatch` answers; nobody by default. */
  observe?: ObserveAnswer | undefined;
  /** True when `allow` has checked the origin; otherwise only pages of this machine may read responses. */
  guarded: boolean;
};

export function createRouter(dependencies: HttpDependencies): Router {
  const { chains, find, dispatch, log, allow, guarded, observe } = dependencies;
  const { refuse, describe, accept } = answers(observe);
  const router = express.Router();
  const chainOf = (request: Request): Chain | undefined => find(String(request.params["network"]));
  router.use((request, response, next) => {
    if (allow(request)) next();
    else refuse(request, response, 403, "this host or origin may not speak to the sandbox");
  });
  router.use(allowOrigins((origin) => guarded || isLoopback(origin), accept));
  router.get("/", (request, response) => {
    describe(request, response, { networks: chains.all.map((chain) => description(chain, request)) });
  });
  router.all("/:network", (request, response, next) => {
    if (chainOf(request)) next();
    else refuse(request, response, 404, unknownNetwork(String(request.params["network"]), chains));
  });
  router.get("/:network", (request, response) => {
    describe(request, response, description(chainOf(request) as Chain, request));
  });
  router.post("/:network", checkContentType(refuse), express.raw({ type: () => true, limit: MAX_MESSAGE_BYTES }));
  router.post("/:network", async (request, response) => {
    const body: unknown = request.body;
    const text = Buffer.isBuffer(body) ? body.toString("utf8") : "";
    respond(request, response, await dispatch(chainOf(request) as Chain, text));
  });
  router.all("/:network", (request, response) => {
    response.set("Allow", "GET, POST, OPTIONS");
    refuse(request, response, 405, "send JSON-RPC calls with POST, or open a WebSocket");
  });
  router.use(answerBrokenRequest(log, refuse));
  return router;
}

type Refuse = (request: Request, response: Response, status: number, message: string) => void;
type Accept = (request: Request, response: Response) => void;

/** How the router answers by itself. Who observes is told in the same turn: a client that has its answer finds it in the log. */
function answers(observe: ObserveAnswer = () => {}): {
  refuse: Refuse;
  describe(request: Request, response: Response, content: object): void;
  accept: Accept;
} {
  const seen = (request: Request, status: number, text: string, detail: string | null): void =>
    observe({ request, target: request.originalUrl, status, text, detail });
  return {
    refuse(request, response, status, message) {
      const text = errorText(null, new RpcError(RPC_CODE.invalidRequest, message));
      response.status(status).type("application/json").send(text);
      seen(request, status, text, message);
    },
    describe(request, response, content) {
      response.json(content);
      seen(request, 200, JSON.stringify(content), null);
    },
    accept(request, response) {
      response.status(204).end();
      seen(request, 204, "", null);
    },
  };
}

/** Error text: the unknown name, and the networks that exist. */
export function unknownNetwork(name: string, chains: Chains): string {
  const known = chains.all.map(({ definition }) => `${definition.symbol} (${definition.eip155_id})`).join(", ");
  return `unknown network ${JSON.stringify(name.slice(0, 50))}; known: ${known}`;
}

function description({ definition, head }: Chain, request: Request): Record<string, unknown> {
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

/** Refuses forms and plain text: a foreign web page can post those without a preflight, and no client of a chain does. */
const checkContentType =
  (refuse: Refuse): RequestHandler =>
  (request, response, next) => {
    const type = (request.get("content-type") ?? "application/json").split(";")[0]?.trim().toLowerCase();
    if (CONTENT_TYPES.has(type ?? "")) next();
    else refuse(request, response, 415, "invalid content type, only application/json is supported");
  };

/** CORS: a page under development may call the chain from its own port. */
const allowOrigins =
  (isAllowed: (origin: string) => boolean, accept: Accept): RequestHandler =>
  (request, response, next) => {
    const origin = request.get("origin");
    // Also without an origin, or a cache could serve a page the response to a program.
    response.set("Vary", "Origin");
    if (origin !== undefined && isAllowed(origin)) {
      response.set("Access-Control-Allow-Origin", origin);
      response.set({ "Access-Control-Allow-Methods": "GET, POST", "Access-Control-Allow-Headers": "Content-Type" });
    }
    if (request.method === "OPTIONS") accept(request, response);
    else next();
  };

function isLoopback(origin: string): boolean {
  const host = URL.parse(origin)?.hostname ?? "";
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

const answerBrokenRequest =
  (log: Log, refuse: Refuse): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    const status = (error as { status?: unknown } | null)?.status;
    if (response.headersSent) return next(error);
    if (status === 413) return refuse(request, response, 413, `request body larger than ${MAX_MESSAGE_BYTES} bytes`);
    if (typeof status === "number" && status < 500)
      return refuse(request, response, status, "the request could not be read");
    log.error({ error }, "an rpc request failed");
    return refuse(request, response, 500, "internal error");
  };
