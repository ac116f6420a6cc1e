// Makes the observation of a finished request out of what its stages left.
import type { IncomingMessage } from "node:http";
import { type Observation, type Observe, ownClientOf, type Refusal, type Surface } from "../contract/observation.ts";
import type { Instrument } from "../kernel/instrumentation.ts";
import type { Problem } from "../kernel/problem.ts";
import type { WallClock } from "../kernel/wall-clock.ts";
import type { GuardRefusal } from "./guard.ts";
import type { RequestContext } from "./request-context.ts";
import { isOfService, requestLineOf, splitTarget } from "./request-target.ts";
import type { BrokenRequest } from "./server.ts";

/** Who is told of the requests of a pipeline. */
export type Observed = {
  readonly wall: WallClock;
  /** Virtual ms; null while there is no world. */
  clock(): number | null;
  readonly observe: Observe;
  /** Receives an event for each answer, without keys and bodies. */
  readonly note?: Instrument;
  /** What a request was for; null for one that nobody is told of. */
  surfaceOf(request: IncomingMessage): Surface | null;
};

/** Wall and monotonic ms at which a request arrived. */
export type Arrival = { readonly at: number; readonly monotonic: number };

/** The pipeline of one surface. */
export function observedAs(
  surface: "v1" | "admin",
  { observe = () => {}, ...more }: Omit<Observed, "surfaceOf" | "observe"> & { readonly observe?: Observe | undefined },
): Observed {
  return { ...more, observe, surfaceOf: () => surface };
}

/** The surface that an early answer belongs to. */
export function surfaceOfTarget({ url = "" }: Pick<IncomingMessage, "url">): Surface | null {
  if (isOfService(url)) return "v1";
  const [, first] = splitTarget(url)[0].toLowerCase().split("/");
  return first === "admin" || first === "rpc" ? first : null;
}

/**
 * Of the paths that nothing serves, those that a client of the service asked for: it sent an API key, and probably forgot `/v1`.
 * A browser that looks for an icon did not.
 */
export function surfaceOfLost(request: IncomingMessage): Surface | null {
  return surfaceOfTarget(request) ?? (request.headers["x-api-key"] === undefined ? null : "v1");
}

/** The observer of requests that the guard refuses, before anything else of them is looked at. */
export function observeGuard(observed: Observed): (refusal: GuardRefusal) => void {
  return ({ request, status, detail, headers, text }) => {
    const surface = observed.surfaceOf(request);
    if (surface === null) return;
    const [path, search] = splitTarget(request.url ?? "");
    const method = (request.method ?? "GET").toUpperCase();
    const at = observed.wall.now();
    observed.observe({
      ...{ surface, requestId: String(headers["X-Request-Id"] ?? ""), at, clock: observed.clock(), durationMs: 0 },
      ...{ method, target: request.url ?? "", path, search, ...UNROUTED },
      ...{ ownClient: ownClientOf(request.headers), requestHeaders: request.headers },
      ...{ status, replyHeaders: headers, replyText: text },
      refusal: { problem: status === 403 ? "forbidden" : "invalidRequest", code: status, detail },
    });
  };
}

/**
 * The observer of answers to bytes that are no request, such as headers that are too long. Their request line says whom they were
 * for; where it cannot be read nobody knows, and nothing is seen.
 */
export function observeBroken(observed: Observed): (broken: BrokenRequest) => void {
  return ({ head, detail, headers, text }) => {
    const { method, url: target } = requestLineOf(head);
    if (method === undefined || target === undefined) return;
    const surface = surfaceOfTarget({ url: target });
    if (surface === null) return;
    const [path, search] = splitTarget(target);
    observed.observe({
      ...{ surface, requestId: String(headers["X-Request-Id"] ?? ""), at: observed.wall.now(), durationMs: 0 },
      ...{ clock: observed.clock(), method, target, path, search, ...UNROUTED },
      ...{ ownClient: null, requestHeaders: {}, status: 400, replyHeaders: headers, replyText: text },
      refusal: { problem: "invalidRequest", code: 400, detail },
    });
  };
}

/** The observer of preflights, which a browser sends before a request of its page. `nextId` names them: their answer has no id. */
export function observePreflight(observed: Observed, nextId: () => string): (request: IncomingMessage) => void {
  return (request) => {
    const surface = observed.surfaceOf(request);
    if (surface === null) return;
    const [path, search] = splitTarget(request.url ?? "");
    observed.observe({
      ...{ surface, requestId: nextId(), at: observed.wall.now(), clock: observed.clock(), durationMs: 0 },
      ...{ method: "OPTIONS", target: request.url ?? "", path, search, ...UNROUTED },
      ...{ ownClient: null, requestHeaders: request.headers, status: 204, replyHeaders: {}, replyText: "" },
      refusal: null,
    });
  };
}

/** What is known of a request that was answered before it was routed. */
const UNROUTED = {
  ...{ operationId: null, operation: undefined, tenantId: null, keyId: null, requestText: undefined },
  ...{ requestBody: undefined, cut: null, faults: [], injected: false, replayed: false, ignored: [], sent: [] },
} satisfies Partial<Observation>;

/** What most requests have none of; not one list for each, because the log keeps them. */
const NONE: readonly never[] = [];

/** `sent`: the headers of the reply. */
export function observeRequest(
  { wall, clock, observe, surfaceOf }: Observed,
  context: RequestContext,
  began: Arrival,
  sent: Readonly<Record<string, string | number>>,
): void {
  const surface = surfaceOf(context.request);
  if (surface === null) return;
  const { request, requestId, method, target, operation, caller, reply, problem, faults = NONE } = context;
  const cut = context.cut ?? (context.left ? "by-client" : null);
  observe({
    surface,
    requestId,
    at: began.at,
    clock: clock(),
    durationMs: wall.monotonic() - began.monotonic,
    method,
    target: request.url ?? "",
    path: target.path,
    search: target.search,
    operationId: operation?.id ?? null,
    operation,
    tenantId: caller?.tenant.id ?? null,
    keyId: caller?.keyId ?? null,
    ownClient: ownClientOf(context.requestHeaders),
    requestHeaders: context.requestHeaders,
    requestText: context.bodyText,
    requestBody: context.rawBody,
    status: cut === null ? (reply?.status ?? null) : null,
    replyHeaders: cut === null ? sent : {},
    replyText: cut === null ? (reply?.text ?? "") : "",
    cut,
    refusal: problem === undefined ? null : refusalOf(problem),
    faults,
    injected: isInjected(context),
    replayed: reply?.headers["Idempotent-Replayed"] === "true",
    ignored: context.ignored ?? NONE,
    sent: context.sent,
  });
}

/** A client that gives up while a fault delays its answer was made to. */
function isInjected({ cut, left, injected, altered, faults = [] }: RequestContext): boolean {
  const delayed = left === true && faults.length > 0;
  return cut !== undefined || injected === true || altered === true || delayed;
}

function refusalOf({ problem, status, text, detail }: Problem): Refusal {
  return { problem, code: status, detail: detail === "" ? text : detail };
}
