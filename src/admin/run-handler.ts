// Runs the handler of a control operation and makes the reply; with a frozen clock it waits until all due work is done.

import type { RequestContext, Stage } from "../http/request-context.ts";
import { assert, required } from "../kernel/assert.ts";
import type { Operation } from "../spec/operations.ts";
import type { Validators } from "../spec/validators.ts";
import { type AdminDependencies, inWorldOf } from "./dependencies.ts";
import type { Client } from "./event-wait.ts";
import type { AdminOperationId } from "./handler.ts";
import { adminHandlers } from "./handlers.ts";

/** A handler as the pipeline calls it; the table it comes from is checked by its types. */
type AnyHandler = (parts: AdminDependencies, request: RequestContext["input"], client: Client) => unknown;
const handlers = adminHandlers as unknown as Readonly<Record<string, AnyHandler>>;

/** They end the world they came in by, and settle the one they lead to. */
const REPLACING: ReadonlySet<string> = new Set<AdminOperationId>(["resetWorld", "restoreSnapshot"]);

/** Remembers which world a request came in by, before anything makes it wait. */
export function enterWorld(parts: AdminDependencies): {
  enter: Stage;
  partsOf(exchange: RequestContext): AdminDependencies;
} {
  const entered = new WeakMap<RequestContext, AdminDependencies>();
  return {
    enter: (exchange) => void entered.set(exchange, inWorldOf(parts.flow, parts)),
    partsOf: (exchange) => required(entered.get(exchange), "the world of a request"),
  };
}

export function runHandler(partsOf: (exchange: RequestContext) => AdminDependencies, validators: Validators): Stage {
  return async (exchange) => {
    const parts = partsOf(exchange);
    const operation = required(exchange.operation, "the operation of a routed request");
    const handler = required(handlers[operation.id], "a handler", { operation: operation.id });
    const data = await handler(parts, exchange.input, clientOf(exchange));
    if (operation.method !== "get" && !REPLACING.has(operation.id)) await parts.flow.settledWhenFrozen();
    const status = operation.statuses.includes(201) ? 201 : 200;
    const text = JSON.stringify({ success: true, message: "operation completed successfully", data });
    checkReply(validators, operation, status, text);
    exchange.reply = { status, text, headers: {} };
  };
}

function clientOf({ request, response }: RequestContext): Client {
  return {
    whenGone(run) {
      if (request.socket.destroyed) run();
      else response.once("close", run);
    },
  };
}

/** A difference from the document is our own mistake. */
function checkReply(validators: Validators, operation: Operation, status: number, text: string): void {
  const check = required(validators.reply(operation, status), "a promised status", { operation: operation.id, status });
  const differences = check(JSON.parse(text));
  assert(differences.length === 0, "a reply differs from the document", { operation: operation.id, differences });
}
