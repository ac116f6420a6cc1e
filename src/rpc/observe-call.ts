// Makes the observation of a finished JSON-RPC call: one for each call of a batch, over HTTP and WebSocket alike.
import type { RpcError } from "../chains/chain.ts";
import type { MetFault, Observation, Observe } from "../contract/observation.ts";
import { isObject } from "../kernel/is-object.ts";
import type { WallClock } from "../kernel/wall-clock.ts";

/** A finished call. `began`: wall and monotonic ms. `entry` is what the message held, `text` the text of it where it was alone. */
export type SeenCall = {
  network: string;
  overSocket: boolean;
  began: { at: number; monotonic: number };
  entry: unknown;
  text: string | undefined;
  /** Undefined for a notification. */
  answer: string | undefined;
  error: RpcError | undefined;
  cut: boolean;
  fault: MetFault | undefined;
};
export type ObserveCall = (call: SeenCall) => void;

type Facts = {
  wall: Pick<WallClock, "monotonic">;
  /** Virtual ms. */
  clock(): number;
  /** Names the next call; these ids are their own, so that calls of `/rpc` do not change the ids of `/v1`. */
  nextId(): string;
};

const EMPTY = {
  ...{ search: "", operation: undefined, tenantId: null, keyId: null, ownClient: null, requestHeaders: {} },
  ...{ replyHeaders: {}, replayed: false, ignored: [] },
} as const;

export function callObserver(observe: Observe, { wall, clock, nextId }: Facts): ObserveCall {
  return ({ network, overSocket, began, entry, text, answer, error, cut, fault }) => {
    observe({
      ...EMPTY,
      ...{ surface: "rpc", requestId: nextId(), at: began.at, clock: clock() },
      durationMs: wall.monotonic() - began.monotonic,
      method: overSocket ? "WS" : "POST",
      ...{ target: `/rpc/${network}`, path: `/${network}` },
      operationId: methodOf(entry),
      requestText: text ?? JSON.stringify(entry),
      requestBody: entry,
      status: cut ? null : 200,
      replyText: cut ? "" : (answer ?? ""),
      cut: cut ? "now" : null,
      ...troubleOf(error, fault, cut),
    });
  };
}

function methodOf(entry: unknown): string | null {
  return isObject(entry) && typeof entry["method"] === "string" ? entry["method"] : null;
}

function troubleOf(
  error: RpcError | undefined,
  fault: MetFault | undefined,
  cut: boolean,
): Pick<Observation, "refusal" | "faults" | "injected"> {
  return {
    refusal: error === undefined ? null : { problem: null, code: error.code, detail: error.message },
    faults: fault === undefined ? [] : [fault],
    injected: cut || (fault !== undefined && error !== undefined),
  };
}
