// Finds the operation of a request and runs it: openapi-backend matches the path, asks for the key and calls what is registered.
import { type Context, OpenAPIBackend } from "openapi-backend";
import { assert, required } from "../../kernel/assert.ts";
import { Problem } from "../../kernel/problem.ts";
import type { OpenApiDocument } from "../../spec/document.ts";
import { operationsOf } from "../../spec/operations.ts";
import { runStages } from "../pipeline.ts";
import type { RequestContext, Stage } from "../request-context.ts";
import type { RouteSuggestion } from "../route-suggestion.ts";
import { type Definition, matchable, OperationRouter, routesOf } from "../router.ts";

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
export function routeRequests(dependencies: RouterDependencies): Stage {
  const { document, security } = dependencies;
  const api = backendOf(document, Object.keys(security?.schemes ?? {}));
  return (context) => {
    const method = context.method === "HEAD" ? "GET" : context.method;
    return api.handleRequest({ method, path: matchable(context.target.path), headers: {} }, context, dependencies);
  };
}

const backends = new WeakMap<OpenApiDocument, Map<string, OpenAPIBackend>>();

/**
 * The library with the routes of a document. It takes long to make and depends on no world, so there is one for each document and
 * its security schemes: a request brings the dependencies of the world that it entered by.
 */
function backendOf(document: OpenApiDocument, schemes: readonly string[]): OpenAPIBackend {
  const ofDocument = backends.get(document) ?? new Map<string, OpenAPIBackend>();
  backends.set(document, ofDocument);
  const key = schemes.join();
  const backend = ofDocument.get(key) ?? createBackend(document, schemes);
  ofDocument.set(key, backend);
  return backend;
}

/** In quick mode the library reads its document once more and uses it for nothing, with a parser that it would load for that. */
class RoutesOnly extends OpenAPIBackend {
  override loadDocument(): Promise<Definition> {
    return Promise.resolve(this.inputDocument as Definition);
  }
}

function createBackend(document: OpenApiDocument, schemes: readonly string[]): OpenAPIBackend {
  const definition = routesOf(document);
  const operations = operationsOf(document);
  const router = new OperationRouter(definition);
  const api = new RoutesOnly({
    definition,
    ...{ quick: true, strict: true, validate: false, ignoreTrailingSlashes: false },
    securityHandlers: tableOf(
      schemes,
      (name) =>
        (_: Context, context: RequestContext, { security }: RouterDependencies) =>
          required(security?.schemes[name], "a security scheme")(context),
    ),
  });
  // In quick mode it ends before it returns; the other mode validates the document, which the build does.
  void api.init();
  assert(api.initialized, "openapi-backend is ready at once");
  api.router = router;
  api.register({
    ...tableOf(
      [...operations.keys()],
      (id) =>
        (_: Context, context: RequestContext, { handlers }: RouterDependencies) =>
          runStages(required(handlers[id], "the handler of an operation", { operation: id }), context),
    ),
    postRoutingHandler: ({ operation }, context: RequestContext) => {
      if (operation !== undefined)
        context.operation = required(operations.get(operation.operationId ?? ""), "an operation of the document");
    },
    notFound: (_, { target, method }: RequestContext, { suggest }: RouterDependencies) => {
      throw new Problem("routeNotFound", `nothing is served at this path; ${suggest(target.path, method)}`);
    },
    methodNotAllowed: (_, context: RequestContext) => refuseMethod(context, router),
    ...(schemes.length === 0
      ? {}
      : {
          unauthorizedHandler: (_: Context, context: RequestContext, { security }: RouterDependencies) =>
            security?.unauthorized(context),
        }),
  });
  return api;
}

function tableOf<Value>(names: readonly string[], make: (name: string) => Value): Record<string, Value> {
  return Object.fromEntries(names.map((name) => [name, make(name)]));
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
