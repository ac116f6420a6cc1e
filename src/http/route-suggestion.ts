// Where a path that nobody serves was probably meant: the hint of a 404 (K-12).
import { serviceDocument } from "../spec/document.ts";
import { matchable, OperationRouter, routesOf } from "./router.ts";

const WEBHOOKS = "webhook endpoints are registered with POST /admin/tenants/{tenant_id}/webhook-endpoints";

/** A way from an unknown path, as it was sent, to the next step. */
export type RouteSuggestion = (path: string) => string;

/** Of a path below `/v1`. */
export const suggestInService: RouteSuggestion = (path) => {
  if (isOfWebhooks(path)) return WEBHOOKS;
  if (/^\/v1(\/|$)/.test(path)) return "this path has /v1 twice";
  if (/^\/admin(\/|$)/.test(path)) return "the control API is at /admin, without /v1";
  return "see /openapi.json";
};

/** Of a path below `/admin`. */
export const suggestInAdmin: RouteSuggestion = () => "see /admin/openapi.json or /docs/admin";

/** Of a path below neither. */
export function suggestAnywhere(): RouteSuggestion {
  // Made for the first who asks: nearly nobody does.
  let router: OperationRouter | undefined;
  return (path) => {
    router ??= new OperationRouter(routesOf(serviceDocument));
    if (router.methodsAt(matchable(path)).length > 0) return `the API is under /v1: try /v1${path}`;
    if (isOfWebhooks(path)) return WEBHOOKS;
    return "the API is under /v1 (see /docs), its control under /admin (see /docs/admin)";
  };
}

const isOfWebhooks = (path: string): boolean => /^\/(webhooks?|hooks?|webhook[-_]endpoints?)(\/|$)/i.test(path);
