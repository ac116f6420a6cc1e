// evm_snapshot and evm_revert: snapshots of the whole world, as test fixtures take them.
import { argument, quantity } from "../arguments.ts";
import type { DevelopmentActions } from "../development-actions.ts";
import type { Handler } from "../rpc-call.ts";

export function snapshotMethods(actions: DevelopmentActions) {
  const snapshot: Handler = () => actions.snapshot();
  const revert: Handler = async (call) => {
    const reverted = await actions.revert(quantity(argument(call, 0), "snapshot id"));
    if (reverted !== null) call.afterReply(reverted.afterReply);
    return reverted !== null;
  };
  return { snapshot, revert };
}
