// The dependencies of the loop: where it finds work, and what runs it.
import type { AgendaRow } from "../../domain/agenda.ts";
import type { World } from "../../domain/world.ts";
import type { Log } from "../../kernel/log.ts";
import type { WallClock } from "../../kernel/wall-clock.ts";

/** What ran at which virtual instant. */
export type CompletedStep = { at: number; what: string; ref: string };

/** Sources of work besides the agenda: blocks to mine, and outbox events to process. */
export type LoopDependencies = {
  world: World;
  wall: WallClock;
  log: Log;
  /** When the next block is due (virtual ms, 0: at once), and on which network. */
  nextBlock(): { at: number; network: string } | undefined;
  /** Mines it; returns a description of what was done. */
  mineBlock(network: string): Promise<string>;
  /** Processes the oldest event of the outbox. */
  processNextEvent(): void;
  runJob(row: AgendaRow): Promise<void>;
  /** Work before any other step: completes what a storage fault interrupted, and reads opening balances. Undefined when there is none. */
  prepare?(): Promise<void> | undefined;
  maxSteps?: number;
};
