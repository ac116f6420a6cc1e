// What development methods may ask of the sandbox: everything acts through the loop, the one clock and the journal.
import type { NextBlockInput } from "../chains/chain.ts";
import type { StateChange } from "../flow/operator/set-state.ts";

export type MiningNow = { mode: "instant" | "interval" | "manual"; blockTimeMs: number };

/** Throws `RpcError`, or `Problem` for what the sandbox refuses. */
export type DevelopmentActions = {
  /** Mines through the loop. */
  mine(network: string, blocks: number): Promise<void>;
  /** Virtual ms. */
  now(): number;
  /** Moves the clock on by so many ms and does all that is due on the way. */
  advanceBy(ms: number): Promise<unknown>;
  /** Moves the clock to an instant (virtual ms) and does all that is due on the way. */
  advanceTo(at: number): Promise<unknown>;
  mining(network: string): MiningNow;
  setMining(network: string, now: MiningNow): Promise<void>;
  changeState(network: string, act: StateChange): Promise<void>;
  setOnce(network: string, order: NextBlockInput): Promise<void>;
  drop(network: string, hash: string): Promise<unknown>;
};
