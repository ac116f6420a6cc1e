// Authentication: the caller is identified first, because the rate limit depends on it, and required later (H-28, H-73, K-13).
import { authenticate } from "../../domain/tenant/authenticate.ts";
import { type Environment, keyPrefix } from "../../domain/tenant/tenant.ts";
import type { World } from "../../domain/world.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Stage } from "../request-context.ts";

/** Stores the tenant of a valid key in the context; never refuses. */
export function identifyCaller(dependencies: { readonly world: World; readonly environment: Environment }): Stage {
  return (context) => {
    const header = context.requestHeaders["x-api-key"];
    const caller = authenticate(
      dependencies.world.db,
      dependencies.environment,
      typeof header === "string" ? header : undefined,
    );
    if (caller !== undefined) context.caller = caller;
  };
}

/** Refuses a request without a valid key, for an operation that is not public (S-441…S-444). */
export function refuseCaller(environment: Environment): Stage {
  return ({ requestHeaders }) => {
    const { "x-api-key": key, authorization } = requestHeaders;
    const detail =
      key !== undefined
        ? reasonOf(String(key), environment)
        : authorization === undefined
          ? "send the X-API-Key header"
          : "send the X-API-Key header, not Authorization";
    throw new Problem("missingOrInvalidApiKey", detail);
  };
}

function reasonOf(key: string, environment: Environment): string {
  const other = environment === "production" ? "sandbox" : "production";
  if (key.startsWith(keyPrefix(other)))
    return `this X-API-Key is one of ${other}, and this sandbox plays ${environment}: see --env`;
  if (/^bearer\s/i.test(key)) return "send the key alone in X-API-Key, without Bearer";
  return "this X-API-Key is not valid here: start prints the right one, POST /admin/tenants/{tenant_id}/keys makes another";
}
