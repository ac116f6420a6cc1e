// What the development methods (`hardhat_*`, `evm_*`, `anvil_*`) may do: all of it goes through the loop, the virtual clock and the journal.
import type { Hex, NextBlockInput } from "../chains/chain.ts";
import type { StateChange } from "../flow/operator/set-state.ts";

export type MiningNow = { mode: "instant" | "interval" | "manual"; blockTimeMs: number };

/** Every action throws `RpcError`, or `Problem` when the sandbox refuses. */
export type DevelopmentActions = {
  /** Mines through the loop, one block after the other. */
  mine(network: string, blocks: number): Promise<void>;
  /** Virtual ms. */
  now(): number;
  /** Advances the clock (virtual ms) and runs all jobs that become due. */
  advanceBy(ms: number): Promise<unknown>;
  /** Advances the clock to an instant (virtual ms) and runs all jobs that become due. */
  advanceTo(at: number): Promise<unknown>;
  mining(network: string): MiningNow;
  setMining(network: string, now: MiningNow): Promise<void>;
  changeState(network: string, change: StateChange): Promise<void>;
  setOnce(network: string, input: NextBlockInput): Promise<void>;
  /** Lets clients send from an address without its key; the platform's own are refused. */
  impersonate(network: string, address: Hex): Promise<void>;
  /** False when the address was not impersonated. */
  stopImpersonating(network: string, address: Hex): Promise<boolean>;
  /** Every address of the network, or only those that were named again. */
  impersonateAll(network: string, on: boolean): Promise<void>;
  isUnlocked(network: string, address: Hex): boolean;
  drop(network: string, hash: string): Promise<unknown>;
  /** Takes a snapshot of the whole world; returns its id in hex. */
  snapshot(): Promise<string>;
  /**
   * Restores the whole world of a snapshot; null when the id is unknown. Call `afterReply` once the answer is sent: it
   * closes the WebSockets of the world that has ended.
   */
  revert(id: bigint): Promise<{ afterReply(): void } | null>;
};
