// The type of a fault in the test library: gate, effect, match and parameters that fit together.
import type { Gates } from "./names.gen.ts";

export type Gate = keyof Gates;

/** An effect without parameters takes none; one with required parameters needs them. */
type ParamsOf<Params> = keyof Params extends never
  ? { params?: never }
  : Record<never, never> extends Params
    ? { params?: Params }
    : { params: Params };

type OneFault<G extends Gate, E extends keyof Gates[G]["effects"]> = {
  gate: G;
  effect: E;
  /** Only passages with these values. */
  match?: { [Key in Gates[G]["match"]]?: string | number };
  /** How many passages succeed first. */
  after?: number;
  /** How often it happens (default: 1); null = until it is removed. */
  times?: number | null;
} & ParamsOf<Gates[G]["effects"][E]>;

/** A fault at any gate. */
export type FaultInput = {
  [G in Gate]: { [E in keyof Gates[G]["effects"]]: OneFault<G, E> }[keyof Gates[G]["effects"]];
}[Gate];
