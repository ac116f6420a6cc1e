// The dependencies of the loop: where it finds work, and what runs it.
import type { AgendaRow } from "../../domain/agenda.ts";
import type { World } from "../../domain/world.ts";
import type { Log } from "../../kernel/log.ts";
import type { WallClock } from "../../kernel/wall-clock.ts";

/** What ran at which virtual instant. */
export type CompletedStep = { at: number; what: string; ref: string };

/** A step, and whether the limit of steps counts it: empty blocks have bounds of their own. */
export type LoopStep = CompletedStep & { counts: boolean };

/** Sources of work besides the agenda: blocks to mine, and outbox events to process. */
export type LoopDependencies = {
  world: World;
  wall: WallClock;
  log: Log;
  /**
   * When the next block is due (virtual ms, 0: at once), and on which network. `sendsTo`: the network to which a transaction is
   * sent next, so that a block without one may wait for it.
   */
  nextBlock(sendsTo?: string): { at: number; network: string } | undefined;
  /** Mines it; returns a description of what was done. `empty`: a block without transactions that was due. */
  mineBlock(network: string): Promise<{ what: string; empty: boolean }>;
  /** True when events of the outbox are to be processed, or to be listed as steps. */
  hasEvents(): boolean;
  /** Processes the oldest events of the outbox; returns them in order. */
  processEvents(): readonly { id: string; type: string }[];
  runJob(row: AgendaRow): Promise<void>;
  /** Work before any other step: completes what a storage fault interrupted, and reads opening balances. Undefined when there is none. */
  prepare?(): Promise<void> | undefined;
  maxSteps?: number;
};
