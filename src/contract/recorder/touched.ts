// Which members of answers and webhooks the app read, as `trackReads` told it: by tenant, and a bounded number of them (C-10).
import { maskSecrets } from "../outputs/mask.ts";

/** Members that were read in the answers of an operation or in the webhooks of a type. JSON pointers; `*` stands for any entry of a list. */
export type ReadMembers = {
  readonly of: "operation" | "event";
  readonly name: string;
  readonly pointers: readonly string[];
};

/** By name of an operation or type, its pointers. */
export type TouchedMembers = {
  readonly operations: ReadonlyMap<string, ReadonlySet<string>>;
  readonly events: ReadonlyMap<string, ReadonlySet<string>>;
};

/** Pointers of all tenants together. */
export const MAX_TOUCHED = 20_000;
/** Tenants with pointers of their own; those of the one that came first go to no tenant. */
const MAX_TENANTS = 100;
/** What no tenant is named for: of every tenant, as a reading that is set for all. */
const ALL = "";

type Kept = { operations: Map<string, Set<string>>; events: Map<string, Set<string>> };

export class Touched {
  readonly #byTenant = new Map<string, Kept>();
  #count = 0;

  /** Adds what was read. Returns how many pointers found no room. */
  add(reads: readonly ReadMembers[], tenantId = ALL): number {
    let dropped = 0;
    const kept = this.#of(tenantId);
    for (const { of, name, pointers } of reads)
      for (const pointer of pointers) if (!this.#keep(kept, of, name, maskSecrets(pointer))) dropped += 1;
    return dropped;
  }

  /** What was read by the app of one tenant, and what was told without a tenant; without `tenantId` all. */
  members(tenantId?: string): TouchedMembers {
    const wanted = [...this.#byTenant].filter(([id]) => tenantId === undefined || id === ALL || id === tenantId);
    const sum = empty();
    for (const [, kept] of wanted) addAll(kept, sum);
    return sum;
  }

  /** Forgets what was told for one tenant, or all. */
  forget(tenantId?: string): void {
    if (tenantId === undefined) this.#byTenant.clear();
    else this.#byTenant.delete(tenantId);
    this.#count = [...this.#byTenant.values()].reduce((sum, kept) => sum + sizeOf(kept), 0);
  }

  #of(tenantId: string): Kept {
    const known = this.#byTenant.get(tenantId);
    if (known !== undefined) return known;
    const made = empty();
    this.#byTenant.set(tenantId, made);
    const oldest = [...this.#byTenant.keys()].find((id) => id !== ALL);
    if (this.#byTenant.size > MAX_TENANTS && oldest !== undefined) this.#giveToAll(oldest);
    return made;
  }

  #giveToAll(tenantId: string): void {
    const given = this.#byTenant.get(tenantId);
    this.#byTenant.delete(tenantId);
    const all = this.#byTenant.get(ALL) ?? empty();
    this.#byTenant.set(ALL, all);
    if (given !== undefined) addAll(given, all);
    this.#count = [...this.#byTenant.values()].reduce((sum, kept) => sum + sizeOf(kept), 0);
  }

  #keep(kept: Kept, of: ReadMembers["of"], name: string, pointer: string): boolean {
    const pointers = setOf(of === "operation" ? kept.operations : kept.events, name);
    if (pointers.has(pointer)) return true;
    if (this.#count >= MAX_TOUCHED) return false;
    pointers.add(pointer);
    this.#count += 1;
    return true;
  }
}

const empty = (): Kept => ({ operations: new Map(), events: new Map() });

function setOf(byName: Map<string, Set<string>>, name: string): Set<string> {
  const known = byName.get(name) ?? new Set<string>();
  byName.set(name, known);
  return known;
}

function addAll(from: Kept, into: Kept): void {
  for (const kind of ["operations", "events"] as const)
    for (const [name, pointers] of from[kind]) for (const one of pointers) setOf(into[kind], name).add(one);
}

function sizeOf({ operations, events }: Kept): number {
  return [...operations.values(), ...events.values()].reduce((sum, { size }) => sum + size, 0);
}
