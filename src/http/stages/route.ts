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
  /** The stages of each operation, run once it is found and the caller is authorised. */
  readonly handlers: Readonly<Record<string, readonly Stage[]>>;
  /** The hint of a 404. */
  readonly suggest: RouteSuggestion;
  /** For a document with security schemes: whether a request meets each of them, and the stage that refuses one that does not. */
  readonly security?: {
    readonly schemes: Readonly<Record<string, (context: RequestContext) => boolean>>;
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
    securityHandlers: mapValues(schemes, (isMet) => (_: Context, context: RequestContext) => isMet(context)),
  });
  // In quick mode it ends before it returns; the other mode validates the document, which the build does.
  void api.init();
  assert(api.initialized, "openapi-backend is ready at once");
  api.router = router;
  api.register({
    ...mapValues(handlers, (stages) => (_: Context, context: RequestContext) => runStages(stages, context)),
    postRoutingHandler: ({ operation }, context: RequestContext) => {
      if (operation !== undefined)
        context.operation = required(operations.get(operation.operationId ?? ""), "an operation of the document");
    },
    notFound: (_, { target, method }: RequestContext) => {
      throw new Problem("routeNotFound", `nothing is served at this path; ${suggest(target.path, method)}`);
    },
    methodNotAllowed: (_, context: RequestContext) => refuseMethod(context, router),
    notImplemented: ({ operation }) =>
      assert(false, "an operation has a handler", { operation: operation.operationId }),
    ...(unauthorized === undefined
      ? {}
      : { unauthorizedHandler: (_: Context, context: RequestContext) => unauthorized(context) }),
  });
  return (context) => {
    const method = context.method === "HEAD" ? "GET" : context.method;
    return api.handleRequest({ method, path: matchable(context.target.path), headers: {} }, context);
  };
}

function refuseMethod(context: RequestContext, router: OperationRouter): void {
  const allow = router.methodsAt(matchable(context.target.path));
  const headers = { Allow: allow.join(", ") };
  if (context.method !== "OPTIONS")
    throw new Problem("methodNotAllowed", `this path takes ${headers.Allow}`, { headers });
  context.reply = { status: 204, text: "", headers };
}

/** Another version segment than /v1: nothing of it exists (H-77). */
export const refuseVersion: Stage = () => {
  throw new Problem("routeNotFound", "this service has version /v1 only");
};
