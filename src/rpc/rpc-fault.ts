// The gate `rpc.request`: what the operator wants to go wrong with one call of a client, before anything is done.
import { RpcError } from "../chains/chain.ts";
import type { TakenFault } from "../faults/gate.ts";
import type { WallClock } from "../kernel/wall-clock.ts";

/** Passes the gate with the facts of one call; answers the fault that fires. */
export type TakeRpcFault = (network: string, method: string) => TakenFault<"rpc.request"> | undefined;

/** What becomes of a call: `cuts` closes its connection unanswered; `after` hands on what `run` gives, a delay (wall time) later. */
export type RpcFaultResult = { cuts: boolean; after<T>(run: () => Promise<T>): Promise<T> };

/** @throws RpcError with the fault's code and message: nothing is done then */
export type RpcFaults = (network: string, method: string) => RpcFaultResult;

const UNHARMED: RpcFaultResult = { cuts: false, after: (run) => run() };

/** `error` refuses, `close` cuts, `delay` does the call at once and answers it later, as a slow network would. */
export function createRpcFaults({ pass, wall }: { pass: TakeRpcFault; wall: WallClock }): RpcFaults {
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

function waitOf(wall: WallClock, delayMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  wall.after(delayMs, resolve, { unref: true });
  return promise;
}
