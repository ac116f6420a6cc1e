// Who calls: looked up first, because the rate limit depends on it; demanded later (H-28, H-73, K-13).
import { authenticate } from "../../domain/tenant/authenticate.ts";
import type { Environment } from "../../domain/tenant/tenant.ts";
import type { World } from "../../domain/world.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Stage } from "../exchange.ts";

/** Notes the tenant of a valid key; refuses nobody. */
export function identifyCaller(parts: { readonly world: World; readonly environment: Environment }): Stage {
  return (exchange) => {
    const header = exchange.requestHeaders["x-api-key"];
    const caller = authenticate(parts.world.db, parts.environment, typeof header === "string" ? header : undefined);
    if (caller !== undefined) exchange.caller = caller;
  };
}

/** Refuses a request without a valid key, unless the operation is public (S-441…S-444). */
export const demandKey: Stage = (exchange) => {
  if (exchange.caller !== undefined || exchange.operation?.isPublic === true) return;
  const sent = exchange.requestHeaders["x-api-key"] !== undefined;
  throw new Problem("missingOrInvalidApiKey", sent ? "this X-API-Key is not valid here" : "send the X-API-Key header");
};
