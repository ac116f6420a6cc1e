// Makes the observations of the JSON-RPC server: one for each call of a batch, over HTTP and WebSocket alike, and one for each other request.
import type { IncomingMessage } from "node:http";
import type { RpcError } from "../chains/chain.ts";
import type { MetFault, Observation, Observe } from "../contract/observation.ts";
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

const EMPTY = {
  ...{ search: "", operation: undefined, tenantId: null, keyId: null, ownClient: null, requestHeaders: {} },
  ...{ replyHeaders: {}, replayed: false, ignored: [] },
  surface: "rpc",
} as const;

export function callObserver(observe: Observe, { wall, clock, nextId }: Facts): ObserveCalls {
  return (calls, { network, overSocket, cut }) => {
    for (const [index, { began, entry, text, answer, error, fault }] of calls.entries())
      observe({
        ...EMPTY,
        ...{ requestId: nextId(), at: began.at, clock: clock() },
        durationMs: wall.monotonic() - began.monotonic,
        method: overSocket ? "WS" : "POST",
        ...{ target: `/rpc/${network}`, path: `/${network}` },
        operationId: methodOf(entry),
        requestText: text ?? JSON.stringify(entry),
        requestBody: entry,
        // Calls of a batch before the one with the fault were carried out.
        ...(cut ? lost(index === calls.length - 1) : { ...ANSWERED, replyText: answer ?? "" }),
        ...troubleOf(error, fault, cut),
      });
  };
}

type Ending = Pick<Observation, "status" | "replyText" | "cut">;
const ANSWERED = { status: 200, cut: null } as const;

function troubleOf(
  error: RpcError | undefined,
  fault: MetFault | undefined,
  cut: boolean,
): Pick<Observation, "refusal" | "faults" | "injected"> {
  return {
    refusal: error === undefined ? null : { problem: null, code: error.code, detail: error.message },
    faults: fault === undefined ? [] : [fault],
    injected: cut || fault?.effect === "error",
  };
}

function lost(metTheFault: boolean): Ending {
  return { status: null, replyText: "", cut: metTheFault ? "now" : "instead-of-reply" };
}

/** The observer of what the router answers itself: descriptions, preflights, and requests that it refuses. */
export function answerObserver(observe: Observe, { wall, clock, nextId }: Facts): ObserveAnswer {
  return ({ request, target, status, text, detail }) => {
    const [path, search = ""] = target.split("?", 2);
    observe({
      ...EMPTY,
      ...{ requestId: nextId(), at: wall.now(), clock: clock(), durationMs: 0, method: request.method ?? "" },
      ...{ target, path: (path ?? "").replace(/^\/rpc/i, "") || "/", search },
      ...{ operationId: null, requestHeaders: request.headers, requestText: undefined, requestBody: undefined },
      ...{ status, replyText: text, cut: null, faults: [], injected: false },
      refusal: detail === null ? null : { problem: null, code: status, detail },
    });
  };
}

function methodOf(entry: unknown): string | null {
  return isObject(entry) && typeof entry["method"] === "string" ? entry["method"] : null;
}
