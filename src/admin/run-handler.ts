// Runs the handler of a control operation and makes the reply; with a frozen clock the reply waits until all due work is done.

import type { RequestContext, Stage } from "../http/request-context.ts";
import { assert, required } from "../kernel/assert.ts";
import type { Operation } from "../spec/operations.ts";
import type { Validators } from "../spec/validators.ts";
import { type AdminDependencies, inWorldOf } from "./dependencies.ts";
import type { AdminOperationId } from "./handler.ts";
import { adminHandlers } from "./handlers.ts";
import type { Client } from "./streams/event-wait.ts";

/** A handler without its operation's types, which the table of handlers has checked. */
type AnyHandler = (dependencies: AdminDependencies, request: RequestContext["input"], client: Client) => unknown;
const handlers = adminHandlers as unknown as Readonly<Record<string, AnyHandler>>;

/** These operations replace the world of the request, and settle the new one. */
const REPLACING: ReadonlySet<string> = new Set<AdminOperationId>(["resetWorld", "restoreSnapshot"]);

/** Remembers the world of a request before the request waits for anything. */
export function enterWorld(dependencies: AdminDependencies): {
  enter: Stage;
  dependenciesOf(context: RequestContext): AdminDependencies;
} {
  const entered = new WeakMap<RequestContext, AdminDependencies>();
  return {
    enter: (context) => void entered.set(context, inWorldOf(dependencies.flow, dependencies)),
    dependenciesOf: (context) => required(entered.get(context), "the world of a request"),
  };
}

export function runHandler(
  dependenciesOf: (context: RequestContext) => AdminDependencies,
  validators: Validators,
): Stage {
  return async (context) => {
    const dependencies = dependenciesOf(context);
    const operation = required(context.operation, "the operation of a routed request");
    const handler = required(handlers[operation.id], "a handler", { operation: operation.id });
    const data = await handler(dependencies, context.input, clientOf(context));
    if (operation.method !== "get" && !REPLACING.has(operation.id)) await dependencies.flow.settledWhenFrozen();
    const status = operation.statuses.includes(201) ? 201 : 200;
    const text = JSON.stringify({ success: true, message: "operation completed successfully", data });
    checkReply(validators, operation, status, text);
    context.reply = { status, text, headers: {} };
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

/** A difference from the document is a defect of the sandbox. */
function checkReply(validators: Validators, operation: Operation, status: number, text: string): void {
  const check = required(validators.reply(operation, status), "a promised status", { operation: operation.id, status });
  const differences = check(JSON.parse(text));
  assert(differences.length === 0, "a reply differs from the document", { operation: operation.id, differences });
}
