// Decides which fault, if any, fires at a gate now, and counts it; the caller applies the effect. Faults fire by count, never by chance.
import type { Database } from "../db/database.ts";
import type { EffectOf, Gate, GateFacts } from "./catalogue.ts";
import { type FaultRow, faultsAt, updateFaultCounts } from "./store.ts";

/** A fault that fires: its effect, with its parameters. */
export type TakenFault<G extends Gate> = { id: string; effect: EffectOf<G>; params: Readonly<Record<string, unknown>> };

type Met = (fault: { readonly id: string; readonly effect: string }) => void;
const watchers = new WeakMap<Database, Met>();

/**
 * Runs `work`, which must be synchronous, and tells `met` of each fault that fires meanwhile, whatever the gate: a request whose
 * handler passes gates knows so which faults its answer met (C-01). A transaction that is rolled back takes back what it counted;
 * who begins one inside of `work` has to forget what was told.
 */
export function watchFaults<Result>(db: Database, met: Met, work: () => Result): Result {
  const outer = watchers.get(db);
  watchers.set(db, met);
  try {
    return work();
  } finally {
    if (outer === undefined) watchers.delete(db);
    else watchers.set(db, outer);
  }
}

/**
 * Passes `gate` with its facts: the first fault that matches and is due fires; each that matched is counted as seen.
 * `effects` names those possible at this passage; faults with another effect are neither fired nor counted.
 */
export function takeFault<G extends Gate>(
  db: Database,
  gate: G,
  facts: GateFacts<G>,
  effects?: readonly EffectOf<G>[],
): TakenFault<G> | undefined {
  for (const fault of faultsAt(db, gate)) {
    if (effects !== undefined && !effects.includes(fault.effect as EffectOf<G>)) continue;
    if (!matches(fault, facts)) continue;
    const fires = isDue(fault);
    updateFaultCounts(db, fault.id, fault.seen + 1, fault.hits + (fires ? 1 : 0));
    if (!fires) continue;
    watchers.get(db)?.({ id: fault.id, effect: fault.effect });
    return { id: fault.id, effect: fault.effect as EffectOf<G>, params: JSON.parse(fault.params) };
  }
  return undefined;
}

/**
 * The fault that has fired and will fire at every passage with these facts until it is deleted, so that a retry is pointless
 * until then. Nothing is counted.
 */
export function permanentFault<G extends Gate>(
  db: Database,
  gate: G,
  facts: GateFacts<G>,
): { id: string; effect: EffectOf<G> } | undefined {
  const next = faultsAt(db, gate).find((fault) => isDue(fault) && matches(fault, facts));
  if (next === undefined || next.times !== null || next.hits === 0) return undefined;
  return { id: next.id, effect: next.effect as EffectOf<G> };
}

function isDue({ seen, skip, times, hits }: FaultRow): boolean {
  return seen >= skip && (times === null || hits < times);
}

/**
 * True when a fault that may still fire asks for one of `keys` and matches in everything else that it asks for: then these facts have to be
 * found out before the gate is passed. Nothing is counted.
 */
export function asksFor<G extends Gate, K extends keyof GateFacts<G> & string>(
  db: Database,
  gate: G,
  keys: readonly K[],
  facts: Omit<GateFacts<G>, K>,
): boolean {
  return faultsAt(db, gate).some((fault) => {
    if (fault.times !== null && fault.hits >= fault.times) return false;
    const wanted = Object.entries(JSON.parse(fault.match) as Record<string, string>);
    const others = wanted.filter(([key]) => !(keys as readonly string[]).includes(key));
    return others.length < wanted.length && matchesAll(Object.fromEntries(others), facts as Record<string, string>);
  });
}

function matches(fault: FaultRow, facts: Readonly<Record<string, string>>): boolean {
  return matchesAll(JSON.parse(fault.match), facts);
}

/** Facts whose letters count: `Alice` and `alice` are two owners. */
const EXACT: ReadonlySet<string> = new Set(["owner"]);

/** A fact is read only if it is asked for, and last of all where it is dear to find out. */
function matchesAll(wanted: Readonly<Record<string, string>>, facts: Readonly<Record<string, string>>): boolean {
  const { owner, to_address, ...others } = wanted;
  const isSame = ([key, value]: [string, string]): boolean =>
    EXACT.has(key) ? facts[key] === value : facts[key]?.toLowerCase() === value.toLowerCase();
  const isDear = (key: string, value: string | undefined): boolean => value === undefined || isSame([key, value]);
  return Object.entries(others).every(isSame) && isDear("owner", owner) && isDear("to_address", to_address);
}
