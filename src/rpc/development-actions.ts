// What development methods may ask of the sandbox: everything acts through the loop, the one clock and the journal.
import type { OnceOrder } from "../chains/chain.ts";
import type { StateAct } from "../flow/operator/set-state.ts";

export type MiningNow = { mode: "instant" | "interval" | "manual"; blockTimeMs: number };

/** Throws `RpcError`, or `Problem` for what the sandbox refuses. */
export type Bend = {
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
  act(network: string, act: StateAct): Promise<void>;
  setOnce(network: string, order: OnceOrder): Promise<void>;
  drop(network: string, hash: string): Promise<unknown>;
};
