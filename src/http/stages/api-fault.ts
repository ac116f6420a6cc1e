// The gate `api.request`: applies an injected fault to a request, before its body is read.
import type { World } from "../../domain/world.ts";
import { takeFault } from "../../faults/gate.ts";
import { assert, required } from "../../kernel/assert.ts";
import { PROBLEMS, Problem, type ProblemName } from "../../kernel/problem.ts";
import type { WallClock } from "../../kernel/wall-clock.ts";
import type { Operation } from "../../spec/operations.ts";
import type { RequestContext, Stage } from "../request-context.ts";
import { keepBody } from "./body.ts";

/** `status` refuses in the service's own words, `delay` waits in wall time, `close` closes the connection, `after-commit-close` drops the answer. */
export function apiFault(dependencies: { readonly world: World; readonly wall: WallClock }): Stage {
  return (context) => {
    const operation = required(context.operation, "the operation of a routed request");
    const facts = { operation_id: operation.id, tenant_id: context.caller?.tenant.id ?? "" };
    const fault = takeFault(dependencies.world.db, "api.request", facts);
    if (fault === undefined) return undefined;
    context.faults = [{ id: fault.id, effect: fault.effect }];
    switch (fault.effect) {
      case "status":
        context.injected = true;
        return refuseWith(injected(operation, Number(fault.params["status"])), context);
      case "delay":
        return waitOf(dependencies.wall, Number(fault.params["by"]));
      case "close":
        context.cut = "now";
        return keepBody(context);
      case "after-commit-close":
        context.cut = "instead-of-reply";
        return undefined;
    }
  };
}

/** The body is read first: whoever judges the client's next request has to know what this one asked for. */
async function refuseWith(problem: Problem, context: RequestContext): Promise<never> {
  await keepBody(context);
  throw problem;
}

/** The operation's own error of that status, or the catalogue's first. */
function injected(operation: Operation, status: number): Problem {
  const names = Object.keys(PROBLEMS) as ProblemName[];
  const name = operation.errors.get(status) ?? names.find((candidate) => PROBLEMS[candidate][0] === status);
  const headers: Record<string, string> = status === 429 ? { "Retry-After": "1" } : {};
  return new Problem(required(name, "an error of the injected status", { status }), "injected by a fault", { headers });
}

function waitOf(wall: WallClock, delayMs: number): Promise<void> {
  assert(Number.isFinite(delayMs), "a delay is stored in milliseconds", { delayMs });
  const { promise, resolve } = Promise.withResolvers<void>();
  wall.after(delayMs, resolve, { unref: true });
  return promise;
}
