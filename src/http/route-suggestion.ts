// The hint of a 404: where a request to an unknown path was probably meant to go (K-12, H-91).
import { type OpenApiDocument, serviceDocument } from "../spec/document.ts";
import { nearestOperations } from "./nearest-operation.ts";
import { matchable, OperationRouter, routesOf } from "./router.ts";

const WEBHOOKS = "webhook endpoints are registered with POST /admin/tenants/{tenant_id}/webhook-endpoints";

/** Gives the hint for an unknown path, as it was sent, and the method. */
export type RouteSuggestion = (path: string, method: string) => string;

/** For a path below `/v1`. */
export const suggestInService: RouteSuggestion = (path, method) => {
  if (isOfWebhooks(path)) return WEBHOOKS;
  if (/^\/v1(\/|$)/.test(path)) return "this path has /v1 twice";
  if (/^\/admin(\/|$)/.test(path)) return "the control API is at /admin, without /v1";
  return `${nearInService(path, method)}see /openapi.json`;
};

/** For a path below `/admin`. */
export function suggestInAdmin(document: OpenApiDocument): RouteSuggestion {
  const near = nearIn(document, "/admin");
  return (path, method) => `${near(path, method)}see /admin/openapi.json or /docs/admin`;
}

/** For any other path. */
export function suggestAnywhere(): RouteSuggestion {
  // Built on first use: it is rarely needed.
  let router: OperationRouter | undefined;
  return (path, method) => {
    router ??= new OperationRouter(routesOf(serviceDocument));
    if (router.methodsAt(matchable(path)).length > 0) return `the API is under /v1: try /v1${path}`;
    if (isOfWebhooks(path)) return WEBHOOKS;
    return `${nearInService(path, method)}the API is under /v1 (see /docs), its control under /admin (see /docs/admin)`;
  };
}

/** `did you mean GET /v1/wallets? `, or nothing. */
function nearIn(document: OpenApiDocument, mount: string): RouteSuggestion {
  let nearest: ReturnType<typeof nearestOperations> | undefined;
  return (path, method) => {
    nearest ??= nearestOperations(document);
    const names = nearest(path, method).map((name) => name.replace(" ", ` ${mount}`));
    return names.length === 0 ? "" : `did you mean ${names.join(" or ")}? `;
  };
}

const nearInService = nearIn(serviceDocument, "/v1");

const isOfWebhooks = (path: string): boolean => /^\/(webhooks?|hooks?|webhook[-_]endpoints?)(\/|$)/i.test(path);
