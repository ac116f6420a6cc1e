// One call on its way to its handler.
import type { Chain } from "../chains/chain.ts";
import type { Subscriptions } from "./subscriptions.ts";

export type RpcCall = {
  chain: Chain;
  parameters: readonly unknown[];
  /** The subscriptions of the socket the call came over; HTTP has none. */
  subscriptions: Subscriptions | undefined;
  /** Runs once the answer to this call has been handed to the connection. */
  afterReply(run: () => void): void;
};

/** Answers one method; throws `RpcError` for what the client did wrong. */
export type Handler = (call: RpcCall) => unknown;
