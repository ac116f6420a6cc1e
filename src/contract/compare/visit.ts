// The calls of a comparison, one after the other: at most 60, one a second, and nothing but GET (C-60).
import { assert } from "../../kernel/assert.ts";
import { sleep, type WallClock } from "../../kernel/wall-clock.ts";
import type { OpenApiDocument } from "../../spec/document.ts";
import { operationsOf } from "../../spec/operations.ts";
import { type PlannedCall, targetOf } from "./calls.ts";
import { valuesFor } from "./found-values.ts";
import type { Recorded } from "./recorded.ts";
import { type Answer, ServiceFault } from "./service-url.ts";

/** Calls of one comparison. */
export const MAX_CALLS = 60;
/** Calls in a row that may fail before the rest is not tried. */
const MAX_FAILURES = 3;

/** `get` makes one call below the base URL; a public operation is called without a key. */
export type VisitDependencies = {
  readonly document: OpenApiDocument;
  readonly wall: WallClock;
  /** Real ms from the start of one call to that of the next. */
  readonly everyMs: number;
  get(target: string, isPublic: boolean): Promise<Answer>;
  readonly signal?: AbortSignal;
};

/** `refused`: the key is not taken, so nothing more was tried. */
export type Visited =
  | { readonly call: PlannedCall; readonly outcome: "answered"; readonly recorded: Recorded }
  | { readonly call: PlannedCall; readonly outcome: "skipped" | "unreached" | "refused"; readonly why: string };

/** Makes the calls and gives each result as soon as it is there. Ends early when the key is refused or the host is gone. */
export async function* visit(calls: readonly PlannedCall[], dependencies: VisitDependencies): AsyncGenerator<Visited> {
  const { document, wall, everyMs, signal } = dependencies;
  const found: Record<string, string> = {};
  let [made, failures, next] = [0, 0, wall.monotonic()];
  for (const call of calls) {
    const target = targetOf(document, call, found);
    const why = whySkipped(target, made, failures);
    if (target === undefined || why !== undefined) {
      yield { call, outcome: "skipped", why: why ?? "" };
      continue;
    }
    await sleep(wall, next - wall.monotonic());
    if (signal?.aborted) return;
    next = wall.monotonic() + everyMs;
    made += 1;
    const result = await one(call, target, dependencies);
    failures = result.outcome === "answered" ? 0 : failures + 1;
    Object.assign(found, valuesIn(result));
    yield result;
    if (result.outcome === "refused") return;
  }
}

function whySkipped(target: string | undefined, made: number, failures: number): string | undefined {
  if (target === undefined) return "no record was found to ask for";
  if (failures >= MAX_FAILURES) return "the host did not answer before";
  return made >= MAX_CALLS ? `more than ${MAX_CALLS} calls` : undefined;
}

function valuesIn(visited: Visited): Record<string, string> {
  if (visited.outcome !== "answered") return {};
  const { subject, body } = visited.recorded;
  return subject.kind === "reply" && subject.status === 200 ? valuesFor(subject.operation, body) : {};
}

async function one(call: PlannedCall, target: string, { document, wall, get }: VisitDependencies): Promise<Visited> {
  const operation = operationsOf(document).get(call.operation);
  assert(operation?.method === "get", "a comparison reads only", { operation: call.operation });
  try {
    const { status, headers, body } = await get(target, operation.isPublic);
    if ((status === 401 || status === 403) && !operation.isPublic)
      return {
        call,
        outcome: "refused",
        why: `the service answered ${status}: check SERVICE_API_KEY, and that it belongs to this host`,
      };
    if (status === 429)
      return { call, outcome: "unreached", why: "the service answered 429: its rate limit is used up" };
    const search = target.split("?")[1] ?? "";
    return {
      call,
      outcome: "answered",
      recorded: {
        subject: { kind: "reply", operation: call.operation, status },
        headers,
        body,
        search,
        at: wall.now(),
      },
    };
  } catch (error) {
    if (error instanceof ServiceFault) return { call, outcome: "unreached", why: error.message };
    throw error;
  }
}
