// Findings: each rule, operation and pointer of a tenant once, with its first and last place and a count; a bounded number.
import { maskSecrets } from "../outputs/mask.ts";
import type { Level, Notice, Place, Rule } from "../rules/rule.ts";
import { LEVELS } from "../rules/rule.ts";

export const MAX_FINDINGS = 500;
const MAX_POINTER = 64;
const MAX_TITLE = 120;
const MAX_EVIDENCE = 500;

export type Finding = {
  /** `CF-07:createPayout`, and the pointer where there is one: stable from run to run. */
  readonly id: string;
  readonly rule: string;
  readonly tenantId: string | null;
  level: Level;
  title: string;
  readonly operationId: string | null;
  readonly pointer: string;
  count: number;
  readonly first: Place;
  last: Place;
  evidence: string;
  whatToDo: string;
  readonly decision: string | null;
};

export class Findings {
  readonly #byKey = new Map<string, Finding>();
  #dropped = 0;

  /** In the order in which each was first seen. */
  get all(): readonly Finding[] {
    return [...this.#byKey.values()];
  }

  /** How many found no room: findings of at least the same level filled it. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Adds what a judge reported, or counts it where it is known. The more severe report of one finding stays. Returns the finding. */
  add(rule: Rule, tenantId: string | null, notice: Notice): Finding | undefined {
    const key = keyOf(rule, tenantId, notice);
    const known = this.#byKey.get(key);
    if (known === undefined) return this.#insert(key, findingOf(rule, tenantId, notice));
    known.count += 1;
    known.last = notice.place;
    // Most are counted only: the texts of a finding are made once, and again when it is worse than before.
    if (severity(notice.level ?? rule.level) < severity(known.level)) {
      const { level, title, evidence, whatToDo } = findingOf(rule, tenantId, notice);
      Object.assign(known, { level, title, evidence, whatToDo });
    }
    return known;
  }

  /** Counts a known finding once more; false when there is none with this key, or when this one is worse. */
  again(key: string, level: Level, place: Place): boolean {
    const known = this.#byKey.get(key);
    if (known === undefined || severity(level) < severity(known.level)) return false;
    known.count += 1;
    known.last = place;
    return true;
  }

  /** Forgets those of one tenant, or all. */
  forget(tenantId?: string): void {
    for (const [key, finding] of this.#byKey)
      if (tenantId === undefined || finding.tenantId === tenantId) this.#byKey.delete(key);
    if (tenantId === undefined) this.#dropped = 0;
  }

  /** A full list gives up its newest finding of the least severe level for one that is more severe. */
  #insert(key: string, made: Finding): Finding | undefined {
    if (this.#byKey.size >= MAX_FINDINGS) {
      this.#dropped += 1;
      const least = this.#leastSevere();
      if (least === undefined || severity(least[1].level) <= severity(made.level)) return undefined;
      this.#byKey.delete(least[0]);
    }
    this.#byKey.set(key, made);
    return made;
  }

  #leastSevere(): [string, Finding] | undefined {
    let found: [string, Finding] | undefined;
    for (const entry of this.#byKey)
      if (found === undefined || severity(entry[1].level) >= severity(found[1].level)) found = entry;
    return found;
  }
}

/** 0 for an error. */
export function severity(level: Level): number {
  return LEVELS.indexOf(level);
}

/** The finding that a judge's words make, with its texts cut. */
export function findingOf(rule: Rule, tenantId: string | null, notice: Notice): Finding {
  const pointer = pointerOf(notice);
  return {
    id: idOf(rule, notice),
    rule: rule.id,
    tenantId,
    level: notice.level ?? rule.level,
    title: cut(notice.title, MAX_TITLE),
    operationId: notice.operationId,
    pointer,
    count: 1,
    first: notice.place,
    last: notice.place,
    evidence: cut(maskSecrets(notice.evidence), MAX_EVIDENCE),
    whatToDo: notice.whatToDo ?? rule.mend,
    decision: notice.decision ?? rule.decision ?? null,
  };
}

/** Equal for findings that are one: `notice` without its place is enough. */
export function keyOf(rule: Rule, tenantId: string | null, notice: Named): string {
  return `${tenantId ?? ""} ${idOf(rule, notice)}`;
}

type Named = Pick<Notice, "operationId" | "pointer">;

function idOf({ id }: Rule, notice: Named): string {
  const pointer = pointerOf(notice);
  const operation = notice.operationId === null ? "" : `:${notice.operationId}`;
  return `${id}${operation}${pointer === "" ? "" : `:${pointer}`}`;
}

/** Names are short and hold no secret; what a client made up may do both. */
function pointerOf({ pointer = "" }: Named): string {
  return PLAIN.test(pointer) ? pointer : cut(maskSecrets(pointer), MAX_POINTER);
}

const PLAIN = /^[a-z.[\]]{0,40}$/i;

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}
