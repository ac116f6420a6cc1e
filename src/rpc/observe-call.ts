// Makes the observation of a finished JSON-RPC call: one for each call of a batch, over HTTP and WebSocket alike.
import type { RpcError } from "../chains/chain.ts";
import type { MetFault, Observe, Refusal } from "../contract/observation.ts";
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

/** What calls do not have. */
const NONE = { headers: {}, list: [] } as const;

export function callObserver(observe: Observe, { wall, clock, nextId }: Facts): ObserveCall {
  return ({ network, overSocket, began, entry, text, answer, error, cut, fault }) => {
    // One object with all members in one place: it is made for each call.
    observe({
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
      cut: cut ? "now" : null,
      refusal: refusalOf(error),
      faults: fault === undefined ? NONE.list : [fault],
      injected: cut || (fault !== undefined && error !== undefined),
      replayed: false,
      ignored: NONE.list,
    });
  };
}

function refusalOf(error: RpcError | undefined): Refusal | null {
  return error === undefined ? null : { problem: null, code: error.code, detail: error.message };
}

function methodOf(entry: unknown): string | null {
  return isObject(entry) && typeof entry["method"] === "string" ? entry["method"] : null;
}
