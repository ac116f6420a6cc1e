// The gates of the sandbox and what may go wrong at each: a closed table, read by code, the admin API and the docs.

/** A gate: which facts a fault can be narrowed to, and which effects can happen there. */
type GateRow = { match: readonly string[]; effects: readonly string[]; about: string };

export const GATES = {
  "api.request": {
    match: ["operation_id", "tenant_id"],
    effects: ["status", "delay", "close", "after-commit-close"],
    about: "a request of the service, after authentication and before its body is looked at",
  },
  "routing.provider": {
    match: ["provider", "scenario", "from", "to", "asset"],
    effects: ["no-quote", "refuse", "fail", "slow", "empty-stock"],
    about: "a provider asked for a quote or for the route of a settlement (from and to are network symbols)",
  },
} as const satisfies Record<string, GateRow>;

export type Gate = keyof typeof GATES;
export type EffectOf<G extends Gate> = (typeof GATES)[G]["effects"][number];

/** Facts of one passage through a gate: every key the gate can match on. */
export type GateFacts<G extends Gate> = Readonly<Record<(typeof GATES)[G]["match"][number], string>>;

/** What `params` an effect reads, for checking a new fault. */
export const EFFECT_PARAMS: Readonly<Record<string, readonly string[]>> = {
  status: ["status"],
  delay: ["by"],
  slow: ["by"],
};

export function isGate(text: string): text is Gate {
  return Object.hasOwn(GATES, text);
}
