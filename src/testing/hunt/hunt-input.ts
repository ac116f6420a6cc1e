// What `hunt` of the test library is asked for.
import type { HuntedApp } from "./hunted-app.ts";

export type HuntInput = HuntedApp & {
  /** Begins no further world after this wall time. Default: 30. */
  seconds?: number;
  /** Plays at most so many planned worlds. */
  worlds?: number;
  /** Another sequence of plans. Default: 1. */
  seed?: number;
  /** Ends after so many different findings. Default: 1. */
  most?: number;
  /** Default: all three, in this order. */
  phases?: readonly ("singles" | "pairs" | "swarm")[];
  /** Troubles by the beginnings of their names, as `hunt --list` prints them. */
  only?: readonly string[];
  without?: readonly string[];
  /** Forced reorgs below confirmed deposits too. */
  deep?: boolean;
  /** Wall ms that the books may take to come to rest. Default: 2,000. */
  settleMs?: number;
  /** A folder that keeps each finding as `hunt-1.json` for `playStory`, and as a picture, `hunt-1.html`. */
  report?: string;
  /** Gets what is being done, for people. */
  progress?(text: string): void;
};
