// The hint of a 404: where a request to an unknown path was probably meant to go (K-12).
import { serviceDocument } from "../spec/document.ts";
import { matchable, OperationRouter, routesOf } from "./router.ts";

const WEBHOOKS = "webhook endpoints are registered with POST /admin/tenants/{tenant_id}/webhook-endpoints";

/** Gives the hint for an unknown path, as it was sent. */
export type RouteSuggestion = (path: string) => string;

/** For a path below `/v1`. */
export const suggestInService: RouteSuggestion = (path) => {
  if (isOfWebhooks(path)) return WEBHOOKS;
  if (/^\/v1(\/|$)/.test(path)) return "this path has /v1 twice";
  if (/^\/admin(\/|$)/.test(path)) return "the control API is at /admin, without /v1";
  return "see /openapi.json";
};

/** For a path below `/admin`. */
export const suggestInAdmin: RouteSuggestion = () => "see /admin/openapi.json or /docs/admin";

/** For any other path. */
export function suggestAnywhere(): RouteSuggestion {
  // Built on first use: it is rarely needed.
  let router: OperationRouter | undefined;
  return (path) => {
    router ??= new OperationRouter(routesOf(serviceDocument));
    if (router.methodsAt(matchable(path)).length > 0) return `the API is under /v1: try /v1${path}`;
    if (isOfWebhooks(path)) return WEBHOOKS;
    return "the API is under /v1 (see /docs), its control under /admin (see /docs/admin)";
  };
}

const isOfWebhooks = (path: string): boolean => /^\/(webhooks?|hooks?|webhook[-_]endpoints?)(\/|$)/i.test(path);
