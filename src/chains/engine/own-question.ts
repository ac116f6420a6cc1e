// Questions that the sandbox itself asks the engine: it has no reason to refuse one, so a refusal is a failure of the engine.
import { RpcError } from "../chain.ts";
import type { Engine, EngineCall } from "./engine.ts";

/** The engine did not do what it always does. No `RpcError`, which would say that nothing has changed: the chain has to be repaired. */
export class EngineFailure extends Error {
  override readonly name = "EngineFailure";
}

/** @throws EngineFailure when the engine refuses */
export function ask<T = unknown>(engine: Engine, method: string, parameters: readonly unknown[] = []): Promise<T> {
  return engine.request<T>(method, parameters).catch((error: unknown) => throwFailure(error, method));
}

/** As `ask`, for several questions in one crossing. */
export function askAll(engine: Engine, calls: readonly EngineCall[]): Promise<unknown[]> {
  const methods = calls.map(([method]) => method).join(", ");
  return engine.batch(calls).catch((error: unknown) => throwFailure(error, `one of ${methods}`));
}

function throwFailure(error: unknown, what: string): never {
  if (!(error instanceof RpcError)) throw error;
  throw new EngineFailure(`the engine refused ${what}`, { cause: error });
}
