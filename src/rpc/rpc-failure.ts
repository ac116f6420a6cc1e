// The JSON-RPC error of whatever a call threw.
import { RpcError } from "../chains/chain.ts";
import { RPC_CODE } from "../chains/rpc-errors.ts";
import type { Log } from "../kernel/log.ts";
import { Problem } from "../kernel/problem.ts";

export function unknownMethod(method: string): RpcError {
  return new RpcError(RPC_CODE.methodNotFound, `the method ${method.slice(0, 100)} does not exist/is not available`);
}

/** Any other error is a bug of the sandbox: it is logged, and the client gets "internal error". */
export function asRpcError(error: unknown, log: Log, method?: string): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof Problem) return new RpcError(RPC_CODE.server, error.detail === "" ? error.text : error.detail);
  log.error({ error, method }, "an rpc call failed");
  return new RpcError(RPC_CODE.internal, "internal error");
}
