// The handlers of the development methods that act, under all their names.
import { RpcError } from "../../chains/chain.ts";
import { RPC_CODE } from "../../chains/rpc-errors.ts";
import { Problem } from "../../kernel/problem.ts";
import type { DevelopmentActions } from "../development-actions.ts";
import { ACTING } from "../development-methods.ts";
import type { Handler } from "../rpc-call.ts";
import { stateMethods } from "./state.ts";
import { timeMethods } from "./time.ts";

type Acting = keyof typeof ACTING;

export function developmentHandlers(bend: DevelopmentActions): Record<string, Handler> {
  const { setIntervalSeconds, ...time } = timeMethods(bend);
  const byAct: Record<Acting, Handler> = { ...time, ...stateMethods(bend) };
  const named = (Object.keys(ACTING) as Acting[]).flatMap((act) =>
    ACTING[act].names.map((name) => [name, asRpc(byAct[act])] as const),
  );
  return { ...Object.fromEntries(named), anvil_setIntervalMining: asRpc(setIntervalSeconds) };
}

/** What the sandbox refuses is told in its own words. */
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
