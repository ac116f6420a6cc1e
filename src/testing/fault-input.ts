// The type of a fault in the test library: gate, effect, match and parameters that fit together.
import type { Gates } from "./names.gen.ts";

export type Gate = keyof Gates;

/** An effect without parameters takes none; one with required parameters needs them. */
type ParamsOf<Params> = keyof Params extends never
  ? { params?: never }
  : Record<never, never> extends Params
    ? { params?: Params }
    : { params: Params };

type OneFault<G extends Gate, E extends keyof Gates[G]["effects"], Keys extends string> = {
  gate: G;
  effect: E;
  /** Only passages with these values. */
  match?: { [Key in Keys]?: string | number };
  /** How many passages succeed first. */
  after?: number;
  /** How often it happens (default: 1); null = until it is removed. */
  times?: number | null;
} & ParamsOf<Gates[G]["effects"][E]>;

/** A fault at any gate. */
export type FaultInput = {
  [G in Gate]: { [E in keyof Gates[G]["effects"]]: OneFault<G, E, Gates[G]["match"]> }[keyof Gates[G]["effects"]];
}[Gate];

/** The gates that know whose passage it is. */
export type TenantGate = { [G in Gate]: "tenant_id" extends Gates[G]["match"] ? G : never }[Gate];

/** A fault that acts on one tenant: at any gate that knows a tenant. */
export type TenantFaultInput = {
  [G in TenantGate]: {
    [E in keyof Gates[G]["effects"]]: OneFault<G, E, Exclude<Gates[G]["match"], "tenant_id">>;
  }[keyof Gates[G]["effects"]];
}[TenantGate];
