// Passing a gate: which fault, if any, fires now. It decides and counts; who passes acts (never chance, always counts).
import type { Database } from "../db/database.ts";
import type { EffectOf, Gate, GateFacts } from "./catalogue.ts";
import { type FaultRow, faultsAt, updateFaultCounts } from "./store.ts";

/** The effect to act on, with the fault's parameters. */
export type FiredFault<G extends Gate> = { id: string; effect: EffectOf<G>; params: Readonly<Record<string, unknown>> };

/**
 * Passes `gate` with its facts: the first fault that matches and is due fires; each that matched is counted as seen.
 * `effects` names those that can happen at this passage; faults with another effect wait for theirs, uncounted.
 */
export function pass<G extends Gate>(
  db: Database,
  gate: G,
  facts: GateFacts<G>,
  effects?: readonly EffectOf<G>[],
): FiredFault<G> | undefined {
  for (const fault of faultsAt(db, gate)) {
    if (effects !== undefined && !effects.includes(fault.effect as EffectOf<G>)) continue;
    if (!matches(fault, facts)) continue;
    const fires = fault.seen >= fault.skip && (fault.times === null || fault.hits < fault.times);
    updateFaultCounts(db, fault.id, fault.seen + 1, fault.hits + (fires ? 1 : 0));
    if (fires) return { id: fault.id, effect: fault.effect as EffectOf<G>, params: JSON.parse(fault.params) };
  }
  return undefined;
}

function matches(fault: FaultRow, facts: Readonly<Record<string, string>>): boolean {
  const wanted = Object.entries(JSON.parse(fault.match) as Record<string, string>);
  return wanted.every(([key, value]) => facts[key]?.toLowerCase() === value.toLowerCase());
}
