// The gate `api.request`: applies an injected fault to a request, before its body is read or, for faults of one owner, behind the checks.
import type { World } from "../../domain/world.ts";
import type { GateFacts } from "../../faults/catalogue.ts";
import { asksFor, takeFault } from "../../faults/gate.ts";
import { assert, required } from "../../kernel/assert.ts";
import { PROBLEMS, Problem, type ProblemName } from "../../kernel/problem.ts";
import { sleep, type WallClock } from "../../kernel/wall-clock.ts";
import type { Operation } from "../../spec/operations.ts";
import type { RequestContext, Stage } from "../request-context.ts";
import { keepBody } from "./body.ts";
import type { HeldRequests } from "./held-requests.ts";
import { subjectOf } from "./request-subject.ts";

type Dependencies = { readonly world: World; readonly wall: WallClock; readonly held?: HeldRequests };

/** `status` refuses in the service's own words, `delay` holds the request in wall time, `close` closes the connection, `after-commit-close` drops the answer. */
export function apiFault(dependencies: Dependencies): Stage {
  return (context) => {
    const { db } = dependencies.world;
    const facts = factsOf(context);
    if (asksFor(db, "api.request", ["owner", "to_address"], facts)) {
      context.gateWaits = true;
      return undefined;
    }
    return pass(dependencies, context, { ...facts, owner: "", to_address: "" });
  };
}

/** The same gate behind the checks of the request, which show whose request it is; only where a fault asked for an owner or a target. */
export function apiFaultOfOwner(dependencies: Dependencies): Stage {
  return (context) => {
    if (context.gateWaits !== true) return undefined;
    const input = required(context.input, "the checked input of a request");
    return pass(dependencies, context, { ...factsOf(context), ...subjectOf(dependencies.world.db, input) });
  };
}

function factsOf({ operation, caller }: RequestContext): { operation_id: string; tenant_id: string } {
  return {
    operation_id: required(operation, "the operation of a routed request").id,
    tenant_id: caller?.tenant.id ?? "",
  };
}

function pass(
  dependencies: Dependencies,
  context: RequestContext,
  facts: GateFacts<"api.request">,
): void | Promise<void> {
  const fault = takeFault(dependencies.world.db, "api.request", facts);
  if (fault === undefined) return undefined;
  context.faults = [{ id: fault.id, effect: fault.effect }];
  switch (fault.effect) {
    case "status": {
      context.injected = true;
      const operation = required(context.operation, "the operation of a routed request");
      return refuseWith(injected(operation, Number(fault.params["status"])), context);
    }
    case "delay":
      return hold(context, Number(fault.params["by"]), dependencies);
    case "close":
      context.cut = "now";
      return keepUnread(context);
    case "after-commit-close":
      context.cut = "instead-of-reply";
      return undefined;
  }
}

/** Behind the checks the body is read already. */
async function keepUnread(context: RequestContext): Promise<void> {
  if (context.gateWaits !== true) await keepBody(context);
}

/** The body is read first: whoever judges the client's next request has to know what this one asked for. */
async function refuseWith(problem: Problem, context: RequestContext): Promise<never> {
  await keepUnread(context);
  throw problem;
}

/** The operation's own error of that status, or the catalogue's first. */
function injected(operation: Operation, status: number): Problem {
  const names = Object.keys(PROBLEMS) as ProblemName[];
  const name = operation.errors.get(status) ?? names.find((candidate) => PROBLEMS[candidate][0] === status);
  const headers: Record<string, string> = status === 429 ? { "Retry-After": "1" } : {};
  return new Problem(required(name, "an error of the injected status", { status }), "injected by a fault", { headers });
}

/** It is on its way, and a client that goes away does not call it back: its body is there before the wait. */
async function hold(
  context: RequestContext,
  delayMs: number,
  { wall, held }: Pick<Dependencies, "wall" | "held">,
): Promise<void> {
  assert(Number.isFinite(delayMs), "a delay is stored in milliseconds", { delayMs });
  if (held !== undefined) context.answered = held.hold(delayMs);
  await keepUnread(context);
  await sleep(wall, delayMs, { unref: true });
}
