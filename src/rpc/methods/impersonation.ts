// Impersonation of accounts: hardhat_impersonateAccount and similar.
import { addressArgument, argument, invalid } from "../arguments.ts";
import type { DevelopmentActions } from "../development-actions.ts";
import type { Handler } from "../rpc-call.ts";

export function impersonationMethods(actions: DevelopmentActions) {
  const impersonate: Handler = async (call) => {
    await actions.impersonate(call.chain.definition.symbol, addressArgument(call, 0));
    return true;
  };
  const stopImpersonating: Handler = (call) =>
    actions.stopImpersonating(call.chain.definition.symbol, addressArgument(call, 0));
  const impersonateAll: Handler = async (call) => {
    const on = argument(call, 0);
    if (typeof on !== "boolean") throw invalid("invalid argument 0: want true or false");
    await actions.impersonateAll(call.chain.definition.symbol, on);
    return true;
  };
  return { impersonate, stopImpersonating, impersonateAll };
}
