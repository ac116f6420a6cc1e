// The raw engine of one chain: JSON-RPC without HTTP. Implemented by simulated.ts.
import type { Hex } from "viem";

/** The raw engine of one chain. Reads may go to it directly; every change goes through the producer. */
export type Engine = {
  request<T = unknown>(method: string, parameters?: readonly unknown[]): Promise<T>;
  /**
   * Several calls in their order, in one crossing to the engine; answers their results. The first that is refused ends them with
   * its error, and those before it have been executed: only reads may follow a call that can be refused.
   */
  batch(calls: readonly EngineCall[]): Promise<unknown[]>;
  /** Keccak-256 of bytes. */
  hashOf(bytes: Hex): Hex;
};

export type EngineCall = readonly [method: string, parameters: readonly unknown[]];
