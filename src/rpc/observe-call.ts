// Makes the observations of the JSON-RPC server: one for each call of a batch, over HTTP and WebSocket alike, and one for each other request.
import type { IncomingMessage } from "node:http";
import type { RpcError } from "../chains/chain.ts";
import type { MetFault, Observation, Observe, Refusal } from "../contract/observation.ts";
import { isObject } from "../kernel/is-object.ts";
import type { WallClock } from "../kernel/wall-clock.ts";

/** A finished call. `began`: wall and monotonic ms. `entry` is what the message held, `text` the text of it where it was alone. */
export type SeenCall = {
  began: { at: number; monotonic: number };
  entry: unknown;
  text: string | undefined;
  /** Undefined for a notification. */
  answer: string | undefined;
  error: RpcError | undefined;
  fault: MetFault | undefined;
};
/** What all calls of a message have in common. `cut`: the last of them met a fault that closes the connection. */
export type SeenMessage = { network: string; overSocket: boolean; cut: boolean };
export type ObserveCalls = (calls: readonly SeenCall[], message: SeenMessage) => void;

/** A request over HTTP that holds no calls, or none that were looked at. `detail`: why it was refused; null for one that was not. */
export type SeenAnswer = {
  request: Pick<IncomingMessage, "headers" | "method">;
  /** The whole request target. */
  target: string;
  status: number;
  text: string;
  detail: string | null;
};
export type ObserveAnswer = (answer: SeenAnswer) => void;

type Facts = {
  wall: Pick<WallClock, "monotonic" | "now">;
  /** Virtual ms. */
  clock(): number;
  /** Names the next call; these ids are their own, so that calls of `/rpc` do not change the ids of `/v1`. */
  nextId(): string;
};

/** What calls do not have. */
const NONE = { headers: {}, list: [] } as const;

export function callObserver(observe: Observe, facts: Facts): ObserveCalls {
  return (calls, message) => {
    const last = calls.length - 1;
    for (const [index, call] of calls.entries()) observe(observationOf(call, message, index === last, facts));
  };
}

/** One object with all members in one place: it is made for each call. */
function observationOf(
  { began, entry, text, answer, error, fault }: SeenCall,
  { network, overSocket, cut }: SeenMessage,
  isLast: boolean,
  { wall, clock, nextId }: Facts,
): Observation {
  return {
    surface: "rpc",
    requestId: nextId(),
    at: began.at,
    clock: clock(),
    durationMs: wall.monotonic() - began.monotonic,
    method: overSocket ? "WS" : "POST",
    target: `/rpc/${network}`,
    path: `/${network}`,
    search: "",
    operationId: methodOf(entry),
    operation: undefined,
    tenantId: null,
    keyId: null,
    ownClient: null,
    requestHeaders: NONE.headers,
    requestText: text ?? JSON.stringify(entry),
    requestBody: entry,
    status: cut ? null : 200,
    replyHeaders: NONE.headers,
    replyText: cut ? "" : (answer ?? ""),
    cut: cut ? cutOf(isLast) : null,
    refusal: refusalOf(error),
    faults: fault === undefined ? NONE.list : [fault],
    injected: cut || fault?.effect === "error",
    replayed: false,
    ignored: NONE.list,
  };
}

/** The last call of a message met the fault; calls of a batch before it were carried out. */
function cutOf(isLast: boolean): Observation["cut"] {
  return isLast ? "now" : "instead-of-reply";
}

function refusalOf(error: RpcError | undefined): Refusal | null {
  return error === undefined ? null : { problem: null, code: error.code, detail: error.message };
}

/** The observer of what the router answers itself: descriptions, preflights, and requests that it refuses. */
export function answerObserver(observe: Observe, { wall, clock, nextId }: Facts): ObserveAnswer {
  return ({ request, target, status, text, detail }) => {
    const [path, search = ""] = target.split("?", 2);
    observe({
      ...{ surface: "rpc", operation: undefined, tenantId: null, keyId: null, ownClient: null, replayed: false },
      ...{ requestId: nextId(), at: wall.now(), clock: clock(), durationMs: 0, method: request.method ?? "" },
      ...{ target, path: (path ?? "").replace(/^\/rpc/i, "") || "/", search },
      ...{ operationId: null, requestHeaders: request.headers, requestText: undefined, requestBody: undefined },
      ...{ status, replyHeaders: NONE.headers, replyText: text, cut: null, injected: false },
      ...{ faults: NONE.list, ignored: NONE.list },
      refusal: detail === null ? null : { problem: null, code: status, detail },
    });
  };
}

function methodOf(entry: unknown): string | null {
  return isObject(entry) && typeof entry["method"] === "string" ? entry["method"] : null;
}
