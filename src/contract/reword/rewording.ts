// What a change of one body depends on: the choices, whose turn it is, and who is told which reading was met.
import type { Choices, ReadingName } from "../readings/table.ts";

export type Rewording = {
  readonly choices: Choices;
  /** Called at least once for a reading that really changed something in this body. */
  met(name: ReadingName): void;
  /** 0, 1, 2 … for the same reading and key. */
  turn(name: ReadingName, key?: string): number;
  /** The ticker of a network by its slug. */
  ticker(slug: string): string;
};

/** The value, after the reading is noted as met if it is another one. */
export function changed<T>(rewording: Rewording, name: ReadingName, before: T, after: T): T {
  if (after !== before) rewording.met(name);
  return after;
}
