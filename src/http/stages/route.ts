// Finds the operation of a request: 404 for an unknown path, 405 for another method of a known one (H-74).
import { Problem } from "../../kernel/problem.ts";
import type { Stage } from "../request-context.ts";
import type { RouteSuggestion } from "../route-suggestion.ts";
import type { Router } from "../router.ts";

export function findOperation(router: Router, elsewhere: RouteSuggestion): Stage {
  return (exchange) => {
    const { method, target } = exchange;
    const { operation, allow } = router.match(method, target.path);
    if (operation !== undefined) {
      exchange.operation = operation;
      return;
    }
    if (allow.length === 0)
      throw new Problem("routeNotFound", `nothing is served at this path; ${elsewhere(target.path)}`);
    const headers = { Allow: allow.join(", ") };
    if (method !== "OPTIONS") throw new Problem("methodNotAllowed", `this path takes ${headers.Allow}`, { headers });
    exchange.reply = { status: 204, text: "", headers };
  };
}

/** Another version segment than /v1: nothing of it exists (H-77). */
export const refuseVersion: Stage = () => {
  throw new Problem("routeNotFound", "this service has version /v1 only");
};
