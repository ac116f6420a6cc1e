// Finds the operation of a request and runs it: openapi-backend matches the path, asks for the key and calls what is registered.
import { type Context, OpenAPIBackend } from "openapi-backend";
import { assert, required } from "../../kernel/assert.ts";
import { Problem } from "../../kernel/problem.ts";
import type { OpenApiDocument } from "../../spec/document.ts";
import { operationsOf } from "../../spec/operations.ts";
import { runStages } from "../pipeline.ts";
import type { RequestContext, Stage } from "../request-context.ts";
import type { RouteSuggestion } from "../route-suggestion.ts";
import { mapValues, matchable, OperationRouter, routesOf } from "../router.ts";

export type RouterDependencies = {
  readonly document: OpenApiDocument;
  /** What runs for an operation once it is found and its caller may call it. */
  readonly handlers: Readonly<Record<string, readonly Stage[]>>;
  /** The hint of a 404. */
  readonly suggest: RouteSuggestion;
  /** Of a document with security schemes: whether the caller meets one, and the refusal of who does not. */
  readonly security?: {
    readonly schemes: Readonly<Record<string, (exchange: RequestContext) => boolean>>;
    readonly unauthorized: Stage;
  };
};

/** The stage that answers a request by its operation: 404 for an unknown path, 405 for another method of a known one (H-74). */
export function routeRequests({ document, handlers, suggest, security }: RouterDependencies): Stage {
  const definition = routesOf(document);
  const operations = operationsOf(document);
  const router = new OperationRouter(definition);
  const { schemes = {}, unauthorized } = security ?? {};
  const api = new OpenAPIBackend({
    definition,
    ...{ quick: true, strict: true, validate: false, ignoreTrailingSlashes: false },
    securityHandlers: mapValues(schemes, (isMet) => (_: Context, exchange: RequestContext) => isMet(exchange)),
  });
  // In quick mode nothing of it is asynchronous: the library's other mode reads and checks the document, which the build does.
  void api.init();
  assert(api.initialized, "openapi-backend is ready at once");
  api.router = router;
  api.register({
    ...mapValues(handlers, (stages) => (_: Context, exchange: RequestContext) => runStages(stages, exchange)),
    postRoutingHandler: ({ operation }, exchange: RequestContext) => {
      if (operation !== undefined)
        exchange.operation = required(operations.get(operation.operationId ?? ""), "an operation of the document");
    },
    notFound: (_, { target }: RequestContext) => {
      throw new Problem("routeNotFound", `nothing is served at this path; ${suggest(target.path)}`);
    },
    methodNotAllowed: (_, exchange: RequestContext) => refuseMethod(exchange, router),
    notImplemented: ({ operation }) =>
      assert(false, "an operation has a handler", { operation: operation.operationId }),
    ...(unauthorized === undefined
      ? {}
      : { unauthorizedHandler: (_: Context, exchange: RequestContext) => unauthorized(exchange) }),
  });
  return (exchange) => {
    const method = exchange.method === "HEAD" ? "GET" : exchange.method;
    return api.handleRequest({ method, path: matchable(exchange.target.path), headers: {} }, exchange);
  };
}

function refuseMethod(exchange: RequestContext, router: OperationRouter): void {
  const allow = router.methodsAt(matchable(exchange.target.path));
  const headers = { Allow: allow.join(", ") };
  if (exchange.method !== "OPTIONS")
    throw new Problem("methodNotAllowed", `this path takes ${headers.Allow}`, { headers });
  exchange.reply = { status: 204, text: "", headers };
}

/** Another version segment than /v1: nothing of it exists (H-77). */
export const refuseVersion: Stage = () => {
  throw new Problem("routeNotFound", "this service has version /v1 only");
};
