// Input and type of the handlers of RPC methods.
import type { Chain } from "../chains/chain.ts";
import type { Subscriptions } from "./subscriptions.ts";

export type RpcCall = {
  chain: Chain;
  parameters: readonly unknown[];
  /** Subscriptions of the WebSocket that the call came over; undefined for HTTP. */
  subscriptions: Subscriptions | undefined;
  /** Runs once the response to this call has been sent. */
  afterReply(run: () => void): void;
};

/** Answers one method. @throws RpcError for errors of the client */
export type Handler = (call: RpcCall) => unknown;
