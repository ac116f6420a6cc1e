// Several calls of the control API in one request: each as if it had been sent alone, until the first is refused (U-62).
import { type Observed, observeRequest } from "../http/observe.ts";
import { runStages } from "../http/pipeline.ts";
import { problemReply } from "../http/problem-reply.ts";
import type { RequestContext, Stage } from "../http/request-context.ts";
import { splitTarget } from "../http/request-target.ts";
import { assert, required } from "../kernel/assert.ts";
import { exactJson } from "../kernel/exact-json.ts";
import type { Log } from "../kernel/log.ts";
import { Problem } from "../kernel/problem.ts";
import type { operations } from "../spec/admin.gen.ts";

type Call = operations["runBatch"]["requestBody"]["content"]["application/json"]["calls"][number];
type Result = { status: number; data: unknown };

/** Operations whose answers are no envelope or hold a world, that wait, or that make calls of their own. */
export const NOT_IN_BATCH: ReadonlySet<string> = new Set<keyof operations>([
  ...(["runBatch", "runScenario", "streamEvents", "streamChanges", "waitForEvent"] as const),
  ...(["exportRequests", "getContractReport", "exportWorld", "exportSnapshot"] as const),
]);

/** Characters of all answers together. */
const MAX_ANSWERS = 8 * 1024 * 1024;

export type BatchDependencies = {
  /** The stages of one call: it enters the world that is there then, and is routed to its operation. */
  readonly stages: readonly Stage[];
  readonly observed: Observed;
  readonly log: Log;
  nextRequestId(): string;
  errorBody(problem: Problem): object;
};

/** The stage of `runBatch`. The admin token was checked with the request. */
export function serveBatch(dependencies: BatchDependencies): Stage {
  return async (context) => {
    const { calls } = required(context.input, "a checked request").body as { calls: Call[] };
    calls.forEach(refuseOutside);
    const results: Result[] = [];
    let characters = 0;
    for (const [index, call] of calls.entries()) {
      const made = await make(dependencies, context, call);
      if (made.problem !== undefined) throw refusalOf(made.problem, call, { index, results });
      const { status, text } = required(made.reply, "the reply of a call");
      characters += text.length;
      if (characters > MAX_ANSWERS) throw refusalOf(tooLong(), call, { index, results: [] });
      results.push({ status, data: (exactJson(text) as { data: unknown }).data });
    }
    const text = JSON.stringify({ success: true, message: "operation completed successfully", data: { results } });
    context.reply = { status: 200, text, headers: {} };
  };
}

/** Before the first call is made: a path that cannot be one changes nothing. */
function refuseOutside({ path }: Call, index: number): void {
  const [, below] = /^\/admin(\/[^?]*)/.exec(path) ?? [];
  if (below === undefined || below === "/openapi.json")
    throw new Problem("invalidRequest", `calls.${index}.path: use a path of this API, such as /admin/status`);
  if (below === "/batch") throw new Problem("invalidRequest", `calls.${index}.path: a batch holds no batch`);
}

async function make(
  dependencies: BatchDependencies,
  outer: RequestContext,
  { method, path, body }: Call,
): Promise<RequestContext> {
  const { observed } = dependencies;
  const [target, search] = splitTarget(path);
  const requestId = dependencies.nextRequestId();
  const began = { at: observed.wall.now(), monotonic: observed.wall.monotonic() };
  const context: RequestContext = {
    request: Object.create(outer.request, { url: { value: path }, method: { value: method } }),
    ...{ response: outer.response, requestHeaders: outer.requestHeaders, requestId, method },
    target: { path: target.slice("/admin".length), search },
    replyHeaders: { "X-Request-Id": requestId },
    ...(body === undefined ? {} : { rawBody: body, bodyText: JSON.stringify(body) }),
  };
  try {
    await runStages(dependencies.stages, context);
  } catch (error) {
    context.reply = problemReply(error, context, { log: dependencies.log, errorBody: dependencies.errorBody });
    context.problem = error instanceof Problem ? error : new Problem("internalServerError");
  }
  observeRequest(observed, context, began, { ...context.replyHeaders, ...context.reply?.headers });
  return context;
}

/** The stage in place of the one that reads a body: it is there already. */
export const bodyOfCall: Stage = ({ operation, rawBody }) => {
  const { id, body } = required(operation, "the operation of a routed call");
  if (NOT_IN_BATCH.has(id)) throw new Problem("invalidRequest", `${id} is not possible in a batch: send it alone`);
  if (body?.required === true && rawBody === undefined) throw new Problem("invalidRequest", "the body is missing");
};

function refusalOf(
  problem: Problem,
  { method, path }: Call,
  { index, results }: { index: number; results: readonly Result[] },
): Problem {
  assert(problem.status >= 400, "a refusal has the status of an error", { status: problem.status });
  const details = { call: index, results, ...(problem.details === undefined ? {} : { details: problem.details }) };
  return new Problem(problem.problem, `call ${index}, ${method} ${path}: ${problem.detail}`, {
    headers: problem.headers,
    details,
  });
}

function tooLong(): Problem {
  return new Problem("payloadTooLarge", "the answers are longer than 8 MiB together: ask for less in one batch");
}
