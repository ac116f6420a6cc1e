// Runs the handler in one transaction, serialises the reply there, and checks it against the document before the commit.
import { createHash } from "node:crypto";
import { ownClientOf } from "../../contract/observation.ts";
import type { Wording } from "../../contract/wording.ts";
import { storeAnswer, storedAnswer } from "../../domain/idempotency.ts";
import type { World } from "../../domain/world.ts";
import { assert, required } from "../../kernel/assert.ts";
import { failpoint } from "../../kernel/failpoint.ts";
import type { Instrument } from "../../kernel/instrumentation.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Operation } from "../../spec/operations.ts";
import type { Validators } from "../../spec/validators.ts";
import type { HandlerDependencies } from "../handler.ts";
import { meetOldestFirst } from "../operations/list-order.ts";
import type { Reply, RequestContext, RequestInput, Stage } from "../request-context.ts";
import { watched, watchedInTransaction } from "./met-faults.ts";
import { answerWhenThrough, waitsForPayment } from "./new-payout.ts";

/** The result of a handler, as far as the pipeline reads it. */
export type Outcome = {
  status: number;
  data: unknown;
  message?: string;
  pagination?: unknown;
  headers?: Readonly<Record<string, string>>;
};

/** A handler as the pipeline calls it; the table it comes from is checked by its types (handler.ts). */
export type AnyHandler = (input: RequestInput & HandlerInputFacts, dependencies: HandlerDependencies) => Outcome;
export type HandlerInputFacts = { tenant: unknown; now: number };

export type RunHandlerDependencies = HandlerDependencies & {
  readonly validators: Validators;
  /** Waits until all work due now is done; with a running clock it resolves at once. */
  settled(): Promise<void>;
  /** Waits until a payment is through, or for a bounded time. */
  through?(): Promise<void>;
  readonly note: Instrument;
  /** Changes a reply that was checked; by default nothing does. */
  readonly wording?: Pick<Wording, "answer"> | undefined;
};

const COMPLETED = "operation completed successfully";

/** The stage of one operation; `handler` is its function in the table of handlers. */
export function runHandler(dependencies: RunHandlerDependencies, handler: AnyHandler): Stage {
  return (context) => {
    const operation = required(context.operation, "the operation of a routed request");
    const input = required(context.input, "the checked input of a request");
    const { clock, db } = dependencies.world;
    clock.tick();
    // Handlers are synchronous, so a read sees one state without a transaction.
    if (operation.method === "get") {
      context.reply = watched(context, db, () => perform(dependencies, handler, operation, input, context));
      return undefined;
    }
    context.reply = watchedInTransaction(context, db, () =>
      replayOrPerform(dependencies, handler, operation, input, context),
    );
    if (operation.id.startsWith("createPayout")) failpoint("payout.after_commit_before_reply");
    if (waitsForPayment(dependencies, context)) {
      const replyWith = (data: unknown): Reply => checkedReply(dependencies, operation, { status: 201, data }, context);
      return answerWhenThrough(dependencies, context, replyWith).then(() => {
        context.reply = worded(dependencies, operation, required(context.reply, "the reply of a payout"), context);
      });
    }
    return dependencies.settled();
  };
}

function perform(
  dependencies: RunHandlerDependencies,
  handler: AnyHandler,
  operation: Operation,
  input: RequestInput,
  context: RequestContext,
): Reply {
  const facts = { tenant: context.caller?.tenant ?? null, now: dependencies.world.clock.now() };
  const outcome = handler({ ...input, ...facts }, dependencies);
  const reply = checkedReply(dependencies, operation, outcome, context);
  const { readings } = dependencies;
  const tenantId = context.caller?.tenant.id;
  if (!readings.areDefault && tenantId !== undefined)
    meetOldestFirst({ readings, tenantId }, { operationId: operation.id, query: input.query, outcome });
  // A reading that takes turns counts answers: one that is replaced later is none.
  const isLast = !waitsForPayment(dependencies, { ...context, reply });
  return isLast ? worded(dependencies, operation, reply, context) : reply;
}

/** The reply of an outcome, checked. */
function checkedReply(
  dependencies: RunHandlerDependencies,
  operation: Operation,
  { status, data, message = COMPLETED, pagination, headers = {} }: Outcome,
  context: RequestContext,
): Reply {
  const answer = { success: true, message, data, ...(pagination === undefined ? {} : { pagination }) };
  const text = JSON.stringify(answer);
  checkReply(dependencies, operation, status, text);
  context.answer = answer;
  return { status, text, headers: { ...headers } };
}

/** The reply as contract testing wants it. */
function worded(
  { wording }: RunHandlerDependencies,
  operation: Operation,
  reply: Reply,
  context: RequestContext,
): Reply {
  const { caller, requestHeaders } = context;
  // The sandbox's own commands read the one form that the document describes.
  if (wording === undefined || ownClientOf(requestHeaders) !== null) return reply;
  const text = wording.answer(operation, reply.status, reply.text, caller?.tenant.id);
  if (text === reply.text) return reply;
  context.answer = undefined;
  return { ...reply, text };
}

/** A difference is a bug of the sandbox. */
function checkReply(
  { validators, note }: RunHandlerDependencies,
  operation: Operation,
  status: number,
  text: string,
): void {
  const facts = { operation: operation.id, status };
  const differences = required(validators.replyText(operation, status), "a promised status", facts)(text);
  if (differences.length > 0) note({ what: "mismatch", of: operation.id });
  assert(differences.length === 0, "a reply differs from the document", { ...facts, differences });
}

/** A repeated key with an equal body gives the stored bytes; only 2xx replies are stored (H-40, R-064, R-065). */
function replayOrPerform(
  dependencies: RunHandlerDependencies,
  handler: AnyHandler,
  operation: Operation,
  input: RequestInput,
  context: RequestContext,
): Reply {
  const key = input.headers["Idempotency-Key"];
  const { caller } = context;
  if (key === undefined || caller === undefined) return perform(dependencies, handler, operation, input, context);
  if (dependencies.readings.valueOf("idempotency_key", caller.tenant.id) === "ignored") {
    dependencies.readings.noteRepeated("idempotency_key", `${operation.id} ${hashOf(key)}`, caller.tenant.id);
    return perform(dependencies, handler, operation, input, context);
  }
  const { world }: { world: World } = dependencies;
  const of = { tenantId: caller.tenant.id, operation: operation.id, key };
  const requestHash = hashOf(context.rawBody);
  const stored = storedAnswer(world.db, of, world.clock.now());
  if (stored === undefined) {
    const reply = perform(dependencies, handler, operation, input, context);
    storeAnswer(world.db, of, { requestHash, status: reply.status, body: reply.text }, world.clock.now());
    return reply;
  }
  if (stored.request_hash !== requestHash) throw new Problem("idempotencyKeyReused", "use a new key for a new request");
  return { status: stored.status, text: stored.body, headers: { "Idempotent-Replayed": "true" } };
}

/** Equal for bodies that are equal as JSON, in any order of members. */
function hashOf(body: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(sorted(body)))
    .digest("hex");
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}
