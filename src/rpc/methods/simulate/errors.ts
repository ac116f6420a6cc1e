// Table: error codes of eth_simulateV1, as published, and how errors of the engine become these.
import { RpcError } from "../../../chains/chain.ts";

export const SIMULATION_ERROR = {
  nonceTooLow: -38010,
  nonceTooHigh: -38011,
  feeTooLow: -38012,
  intrinsicGas: -38013,
  insufficientFunds: -38014,
  blockNumber: -38020,
  blockTime: -38021,
  initCode: -38025,
  limit: -38026,
} as const;

type SimulationError = (typeof SIMULATION_ERROR)[keyof typeof SIMULATION_ERROR];

const OF_ENGINE: readonly (readonly [RegExp, SimulationError])[] = [
  [/^intrinsic gas too low/, SIMULATION_ERROR.intrinsicGas],
  [/^max initcode size exceeded/, SIMULATION_ERROR.initCode],
  [/^insufficient funds/, SIMULATION_ERROR.insufficientFunds],
];

export function simulationError(code: SimulationError, message: string): RpcError {
  return new RpcError(code, message);
}

/** An error that refuses a call before it runs, with the code of this method. */
export function asSimulationError(error: unknown): unknown {
  if (!(error instanceof RpcError)) return error;
  const known = OF_ENGINE.find(([pattern]) => pattern.test(error.message));
  return known === undefined ? error : simulationError(known[1], error.message);
}
