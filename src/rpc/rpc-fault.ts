// The fault injection gate `rpc.request`: applies the configured fault to a call before its handler runs.
import { RpcError } from "../chains/chain.ts";
import type { MetFault } from "../contract/observation.ts";
import type { TakenFault } from "../faults/gate.ts";
import { sleep, type WallClock } from "../kernel/wall-clock.ts";

/** Takes the fault that matches a call, if there is one. */
export type TakeRpcFault = (network: string, method: string) => TakenFault<"rpc.request"> | undefined;

/** `cuts` closes the connection without a response; `after`, if there is one, answers what `run` does after a delay of wall time. */
export type RpcFaultResult = { cuts: boolean; after?<T>(run: () => Promise<T>): Promise<T> };

/** `met` is told of the fault first. @throws RpcError with the code and message of the fault; the call is not executed then */
export type RpcFaults = (network: string, method: string, met?: (fault: MetFault) => void) => RpcFaultResult;

const NO_FAULT: RpcFaultResult = { cuts: false };

/** Effects: `error` refuses, `close` closes the connection, `delay` executes at once and answers later, as a slow network would. */
export function createRpcFaults({ takeFault, wall }: { takeFault: TakeRpcFault; wall: WallClock }): RpcFaults {
  return (network, method, met) => {
    const fault = takeFault(network, method);
    if (fault === undefined) return NO_FAULT;
    met?.({ id: fault.id, effect: fault.effect });
    switch (fault.effect) {
      case "error":
        throw new RpcError(Number(fault.params["code"]), String(fault.params["message"]));
      case "close":
        return { cuts: true };
      case "delay":
        return {
          cuts: false,
          after: (run) => run().finally(() => sleep(wall, Number(fault.params["by"]), { unref: true })),
        };
    }
  };
}
