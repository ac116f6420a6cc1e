// Strict mode of this process: what it leaves out for which tenant, and what it has left out so far (C-40).
import { BoundedMap } from "../../kernel/bounded-map.ts";
import { exactJson } from "../../kernel/exact-json.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Operation, OperationId } from "../../spec/operations.ts";
import type { Wording } from "../wording.ts";
import { eventSchema, type Part, replySchema, strictCatalogue } from "./catalogue.ts";
import { type Cut, cutOf, leaveOut } from "./leave-out.ts";
import { leftOutBy, type StrictSetting } from "./setting.ts";

/** A setting that is in force: its parts by pointer, and the cuts worked out so far. */
type InForce = {
  setting: StrictSetting;
  pointers: ReadonlySet<string>;
  refused: ReadonlyMap<string, Part>;
  cuts: Map<string, Cut | undefined>;
};

/** Settings of single tenants that are kept; a tenant is created by the control API only. */
const MAX_TENANTS = 1_000;
/** Tenants whose counts are kept: the last ones that were set or answered first. */
const MAX_COUNTED = 100;
const NO_TENANT = "";

/** Texts stand for tenants by id; null for a caller without a tenant, who has what holds for all. */
export class Strictness implements Wording {
  #forAll: InForce | null;
  /** Tenants with a setting of their own; null = switched off for this one. */
  readonly #own = new Map<string, InForce | null>();
  /** How often each part was left out or refused, by tenant and pointer. */
  readonly #met = new BoundedMap<string, Map<string, number>>(MAX_COUNTED);

  constructor(initial: StrictSetting | null = null) {
    this.#forAll = inForce(initial);
  }

  /** What holds for a tenant, or for all that have no setting of their own. Null = nothing is left out. */
  setting(tenantId: string | null = null): StrictSetting | null {
    return this.#of(tenantId)?.setting ?? null;
  }

  /** Sets it for one tenant, or (null) for all, those with a setting of their own included. @throws Problem for too many tenants */
  set(tenantId: string | null, setting: StrictSetting | null): void {
    if (tenantId === null) {
      this.#own.clear();
      this.#forAll = inForce(setting);
      return;
    }
    if (!this.#own.has(tenantId) && this.#own.size >= MAX_TENANTS)
      throw new Problem("invalidRequest", `${MAX_TENANTS} tenants have a setting of their own: set one for all first`);
    this.#own.set(tenantId, inForce(setting));
  }

  /** The part that makes the service refuse an operation, or undefined. */
  refusal(tenantId: string | null, operation: string): Part | undefined {
    const part = this.#of(tenantId)?.refused.get(operation);
    if (part !== undefined) this.#count(tenantId, part.pointer);
    return part;
  }

  /** The text of a 2xx answer without what is left out; the same text when that is nothing. */
  answer(operation: Operation, status: number, text: string, tenantId: string | null = null): string {
    const now = this.#of(tenantId);
    if (now === null) return text;
    const cut = cached(now, `${operation.id} ${status}`, () => replySchema(operation.path, operation.method, status));
    return this.#without(tenantId, cut, text);
  }

  /** The body of a webhook without what is left out. */
  webhook(type: string, body: string, tenantId: string): string {
    const now = this.#of(tenantId);
    if (now === null) return body;
    const cut = cached(now, type, () => eventSchema(type));
    return this.#without(tenantId, cut, body);
  }

  /** The parts that were left out or refused since the last `forget`, with how often; of one tenant or of all. */
  met(tenantId: string | null = null): { part: Part; count: number }[] {
    const sums = new Map<string, number>();
    for (const [of, counts] of this.#met) {
      if (tenantId !== null && of !== tenantId) continue;
      for (const [pointer, count] of counts) sums.set(pointer, (sums.get(pointer) ?? 0) + count);
    }
    return [...strictCatalogue()].flatMap(([pointer, part]) => {
      const count = sums.get(pointer);
      return count === undefined ? [] : [{ part, count }];
    });
  }

  /** Forgets the counts, of one tenant or of all; what is set stays. */
  forget(tenantId: string | null = null): void {
    if (tenantId === null) this.#met.clear();
    else this.#met.delete(tenantId);
  }

  #of(tenantId: string | null): InForce | null {
    const own = tenantId === null ? undefined : this.#own.get(tenantId);
    return own === undefined ? this.#forAll : own;
  }

  #without(tenantId: string | null, cut: Cut | undefined, text: string): string {
    if (cut === undefined) return text;
    return JSON.stringify(leaveOut(cut, exactJson(text), (pointer) => this.#count(tenantId, pointer)));
  }

  #count(tenantId: string | null, pointer: string): void {
    const counts = this.#met.getOrMake(tenantId ?? NO_TENANT, () => new Map());
    counts.set(pointer, (counts.get(pointer) ?? 0) + 1);
  }
}

function inForce(setting: StrictSetting | null): InForce | null {
  if (setting === null) return null;
  const parts = leftOutBy(setting);
  const refused = [...parts.values()].filter(({ kind }) => kind === "operation");
  return {
    setting,
    pointers: new Set(parts.keys()),
    refused: new Map(refused.map((part) => [part.operations[0] as OperationId, part])),
    cuts: new Map(),
  };
}

function cached(
  { cuts, pointers }: InForce,
  key: string,
  schemaOf: () => Parameters<typeof cutOf>[0] | undefined,
): Cut | undefined {
  if (!cuts.has(key)) {
    const schema = schemaOf();
    cuts.set(key, schema === undefined ? undefined : cutOf(schema, pointers));
  }
  return cuts.get(key);
}

/** Why an operation is refused, for `X-Sandbox-Error`. */
export function refusalText({ name, provenance, decision }: Part): string {
  const because = decision === undefined ? "" : `, decision ${decision}`;
  return `strict mode: ${name} is ${provenance}${because}; the specification does not show it. Ask the service, do without it, or switch strict mode off (PUT /admin/contract/strict)`;
}
