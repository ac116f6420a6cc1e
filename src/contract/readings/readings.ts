// The readings that hold now, for all tenants and by tenant, and which of them an answer or webhook really carried. They belong to the process.
import { BoundedMap } from "../../kernel/bounded-map.ts";
import { type ReadingChanges, withoutNulls } from "./parse.ts";
import {
  type Choices,
  defaultOf,
  READING_NAMES,
  type ReadingName,
  type ReadingValue,
  rowOf,
  valuesOf,
} from "./table.ts";

/** At most so many tenants have choices, counts or turns of their own; beyond, the oldest begins anew. */
const MAX_TENANTS = 1_000;
/** Webhooks that were written and not sent yet, and keys that came once; of those beyond, what they carry is not counted. */
const MAX_WRITTEN = 10_000;

/** Which value a reading has, and how often it was met. */
export type MetReading = { readonly name: ReadingName; readonly value: string; readonly met: number };

type Counts = Map<string, number>;

/** Texts stand for tenants by id; undefined and "" for a caller without a tenant, who has what holds for all. */
export class Readings {
  #all: Choices;
  readonly #own = new BoundedMap<string, Choices>(MAX_TENANTS);
  /** What holds by tenant where it differs from the defaults; computed when something is set, so that a look costs one look-up. */
  #allDiffer: Choices = {};
  readonly #differ = new BoundedMap<string, Choices>(MAX_TENANTS);
  readonly #met = new BoundedMap<string, Counts>(MAX_TENANTS);
  readonly #everMet = new Map<string, number>();
  /** What a webhook carries that was written and not sent yet, by the id of its event: tenant, and each `name=value`. */
  readonly #written = new BoundedMap<string, { tenantId: string; values: Set<string> }>(MAX_WRITTEN);
  /** What came once already, for values that show only in repeats. */
  readonly #repeats = new BoundedMap<string, true>(MAX_WRITTEN);
  readonly #turns = new BoundedMap<string, Counts>(MAX_TENANTS);
  #quiet = true;

  constructor(all: Choices = {}) {
    this.#all = all;
    this.#compute();
  }

  /** True when every reading has its default for this tenant: then nothing has to be done (C-02). */
  isDefault(tenantId?: string): boolean {
    return this.#quiet || isEmpty(this.#choicesOf(tenantId));
  }

  /** True when every reading has its default for every tenant. */
  get areDefault(): boolean {
    return this.#quiet;
  }

  /** The value that holds for a tenant. */
  valueOf<Name extends ReadingName>(name: Name, tenantId?: string): ReadingValue<Name> {
    if (this.#quiet) return defaultOf(name);
    return (this.#choicesOf(tenantId)[name] as ReadingValue<Name> | undefined) ?? defaultOf(name);
  }

  /** What holds for a tenant where it is not the default. */
  chosen(tenantId?: string): Choices {
    return this.#choicesOf(tenantId);
  }

  /** What holds for a tenant, every reading. */
  current(tenantId?: string): Record<ReadingName, string> {
    const values = READING_NAMES.map((name) => [name, this.valueOf(name, tenantId)]);
    return Object.fromEntries(values) as Record<ReadingName, string>;
  }

  /** Sets some readings, for all tenants or for one; null takes a choice back. What is not named stays. */
  set(changes: ReadingChanges, tenantId?: string): void {
    if (tenantId === undefined) this.#all = withoutNulls({ ...this.#all, ...changes });
    else {
      const own = withoutNulls({ ...this.#own.get(tenantId), ...changes });
      this.#own.delete(tenantId);
      if (!isEmpty(own)) this.#own.set(tenantId, own);
    }
    this.#compute();
  }

  /** Takes all choices back: those of one tenant, or all of all. */
  clear(tenantId?: string): void {
    if (tenantId === undefined) {
      this.#all = {};
      this.#own.clear();
    } else this.#own.delete(tenantId);
    this.#compute();
  }

  /** Notes that an answer or webhook of the tenant really carried the value that now holds; a default is not counted. */
  noteMet(name: ReadingName, tenantId = ""): void {
    const value = this.valueOf(name, tenantId);
    if (value === defaultOf(name)) return;
    this.#count(tenantId, `${name}=${value}`);
  }

  /** How often each value was met since the start, by `name=value`; no `forgetMet` begins it anew. */
  metSinceStart(): Record<string, number> {
    return Object.fromEntries(this.#everMet);
  }

  /** Notes that the webhook of an event carries the values that now hold. It counts when it is sent: many events have no receiver. */
  noteWritten(eventId: string, names: Iterable<ReadingName>, tenantId = ""): void {
    const values = [...names].map((name) => [name, this.valueOf(name, tenantId)] as const);
    const changes = values.filter(([name, value]) => value !== defaultOf(name));
    if (changes.length === 0) return;
    const written = this.#written.getOrMake(eventId, () => ({ tenantId, values: new Set() }));
    for (const [name, value] of changes) written.values.add(`${name}=${value}`);
  }

  /** Counts what the webhook of an event carries, at its first sending only: a webhook is one, however often and wherever it is sent. */
  noteSent(eventId: string): void {
    const written = this.#written.get(eventId);
    if (written === undefined) return;
    this.#written.delete(eventId);
    for (const value of written.values) this.#count(written.tenantId, value);
  }

  #count(tenantId: string, value: string): void {
    add(this.#met, tenantId, value);
    this.#everMet.set(value, (this.#everMet.get(value) ?? 0) + 1);
  }

  /** Notes a value that shows only in repeats: met from the second time on that the same key comes from a tenant. */
  noteRepeated(name: ReadingName, key: string, tenantId = ""): void {
    const place = `${tenantId} ${name} ${key}`;
    if (this.#repeats.has(place)) this.noteMet(name, tenantId);
    else this.#repeats.set(place, true);
  }

  /** Every value that was met, with how often, since the start or since `forgetMet`; of one tenant, or of all together. */
  met(tenantId?: string): MetReading[] {
    const counts = tenantId === undefined ? [...this.#met.values()] : [this.#met.get(tenantId) ?? new Map()];
    return READING_NAMES.flatMap((name) =>
      valuesOf(name)
        .slice(1)
        .map((value) => ({ name, value, met: sum(counts, `${name}=${value}`) }))
        .filter(({ met }) => met > 0),
    );
  }

  /** Begins to count anew, for one tenant or for all. */
  forgetMet(tenantId?: string): void {
    if (tenantId === undefined) this.#met.clear();
    else this.#met.delete(tenantId);
  }

  /** How often this was called before for the same tenant, reading and key: 0, 1, 2 … For values that take turns. */
  turn(name: ReadingName, tenantId = "", key = ""): number {
    return add(this.#turns, tenantId, `${name} ${key}`) - 1;
  }

  #choicesOf(tenantId: string | undefined): Choices {
    return (tenantId === undefined ? undefined : this.#differ.get(tenantId)) ?? this.#allDiffer;
  }

  #compute(): void {
    this.#allDiffer = differing(this.#all);
    this.#differ.clear();
    for (const [tenantId, own] of this.#own) this.#differ.set(tenantId, differing({ ...this.#all, ...own }));
    this.#quiet = isEmpty(this.#allDiffer) && [...this.#differ.values()].every(isEmpty);
  }
}

/** The choices that are not the default. */
function differing(choices: Choices): Choices {
  const entries = Object.entries(choices) as [ReadingName, string][];
  return Object.fromEntries(entries.filter(([name, value]) => value !== rowOf(name).values[0]?.[0])) as Choices;
}

function isEmpty(choices: Choices): boolean {
  for (const _ in choices) return false;
  return true;
}

/** Adds one to a count and returns it. At most a few hundred keys stand by tenant: names, values and ids of operations. */
function add(table: BoundedMap<string, Counts>, tenantId: string, key: string): number {
  const counts = table.getOrMake(tenantId, () => new Map());
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

function sum(counts: readonly Counts[], key: string): number {
  return counts.reduce((total, one) => total + (one.get(key) ?? 0), 0);
}
