// The gate `rpc.request`: what the operator wants to go wrong with one call of a client, before anything is done.
import { RpcError } from "../chains/chain.ts";
import type { FiredFault } from "../faults/gate.ts";
import type { Wall } from "../kernel/wall-clock.ts";

/** Passes the gate with the facts of one call; answers the fault that fires. */
export type PassCall = (network: string, method: string) => FiredFault<"rpc.request"> | undefined;

/** What becomes of a call: `cuts` closes its connection unanswered; `after` hands on what `run` gives, a delay (wall time) later. */
export type CallFate = { cuts: boolean; after<T>(run: () => Promise<T>): Promise<T> };

/** @throws RpcError with the fault's code and message: nothing is done then */
export type RequestGate = (network: string, method: string) => CallFate;

const UNHARMED: CallFate = { cuts: false, after: (run) => run() };

/** `error` refuses, `close` cuts, `delay` does the call at once and answers it later, as a slow network would. */
export function createRequestGate({ pass, wall }: { pass: PassCall; wall: Wall }): RequestGate {
  return (network, method) => {
    const fault = pass(network, method);
    switch (fault?.effect) {
      case undefined:
        return UNHARMED;
      case "error":
        throw new RpcError(Number(fault.params["code"]), String(fault.params["message"]));
      case "close":
        return { ...UNHARMED, cuts: true };
      case "delay":
        return { cuts: false, after: (run) => run().finally(() => waitOf(wall, Number(fault.params["by"]))) };
    }
  };
}

function waitOf(wall: Wall, delayMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  wall.after(delayMs, resolve, { unref: true });
  return promise;
}
