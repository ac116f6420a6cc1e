// What every part of a run gets: the versions to compare, how much to do, and where progress is told.
import type { PeerProgram } from "../subjects/peers.ts";
import type { Version } from "../subjects/versions.ts";

export type Context = {
  /** This checkout, and the earlier version where one was given. */
  versions: readonly Version[];
  /** Rounds of a throughput measurement. */
  rounds: number;
  /** Transfers a round and subject. */
  transfers: number;
  /** Worlds of a hunt, a round and phase. */
  worlds: number;
  /** Many worlds of a hunt in one sandbox, which take many minutes. */
  long: boolean;
  /** Measured webhook latencies of a subject. */
  samples: number;
  /** `hardhat node` and the peers that were asked for and are installed. */
  nodes: readonly PeerProgram[];
  prism: PeerProgram | undefined;
  /** Why there is no Prism; empty when there is one. */
  prismNote: string;
  say(text: string): void;
};
