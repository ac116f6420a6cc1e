// What the loop is made of: where it finds work, and who does it.
import type { AgendaRow } from "../../domain/agenda.ts";
import type { World } from "../../domain/world.ts";
import type { Log } from "../../kernel/log.ts";
import type { WallClock } from "../../kernel/wall-clock.ts";

/** What was done at which virtual instant. */
export type CompletedStep = { at: number; what: string; ref: string };

/** Where the loop finds work besides the agenda: blocks to mine, and events to react to. */
export type LoopDependencies = {
  world: World;
  wall: WallClock;
  log: Log;
  /** When the next block is due (virtual ms, 0: at once), and on which network. */
  nextBlock(): { at: number; network: string } | undefined;
  /** Mines it; answers what was done, in words. */
  mineBlock(network: string): Promise<string>;
  /** Reacts to the oldest event. */
  processNextEvent(): void;
  runJob(row: AgendaRow): Promise<void>;
  /** Brings together what a cut-off change has parted; undefined when there is nothing of the kind. */
  repair?(): Promise<void> | undefined;
  maxSteps?: number;
};
