// Handlers of the supported development methods, registered under all their names.
import { RpcError } from "../../chains/chain.ts";
import { RPC_CODE } from "../../chains/rpc-errors.ts";
import { Problem } from "../../kernel/problem.ts";
import type { DevelopmentActions } from "../development-actions.ts";
import { ACTING } from "../development-methods.ts";
import type { Handler } from "../rpc-call.ts";
import { impersonationMethods } from "./impersonation.ts";
import { snapshotMethods } from "./snapshots.ts";
import { stateMethods } from "./state.ts";
import { timeMethods } from "./time.ts";

type Supported = keyof typeof ACTING;

export function developmentHandlers(actions: DevelopmentActions): Record<string, Handler> {
  const { setIntervalSeconds, ...time } = timeMethods(actions);
  const byName: Record<Supported, Handler> = {
    ...time,
    ...stateMethods(actions),
    ...snapshotMethods(actions),
    ...impersonationMethods(actions),
  };
  const named = (Object.keys(ACTING) as Supported[]).flatMap((key) =>
    ACTING[key].names.map((name) => [name, asRpc(byName[key])] as const),
  );
  return { ...Object.fromEntries(named), anvil_setIntervalMining: asRpc(setIntervalSeconds) };
}

/** Turns a `Problem` of the sandbox into an RPC error with its text. */
function asRpc(handler: Handler): Handler {
  return async (call) => {
    try {
      return await handler(call);
    } catch (error) {
      if (error instanceof Problem)
        throw new RpcError(RPC_CODE.server, error.detail === "" ? error.text : error.detail);
      throw error;
    }
  };
}
