// Findings that depend on nothing but the operation and the members that were sent: judged once, and then counted.
import type { Observation } from "../observation.ts";
import type { SentMember } from "../provenance/sent-members.ts";
import { type Judge, type Notice, type Notify, placeOf, type Rule } from "../rules/rule.ts";
import { type Findings, keyOf } from "./findings.ts";
import type { Hint, Hints } from "./hints.ts";

type Known = { readonly key: string; readonly hint: Hint; readonly notice: Omit<Notice, "place"> };
type Where = {
  readonly rule: Rule;
  readonly tenantId: string | null;
  readonly findings: Findings;
  readonly hints: Hints;
  readonly notify: Notify;
};

/** Those of one rule and tenant. */
export class ShapeFindings {
  readonly #judge: Judge;
  readonly #where: Where;
  /** By what was sent. Lists that requests share live long; those of one request are not remembered. */
  readonly #known = new WeakMap<readonly SentMember[], readonly Known[]>();

  constructor(judge: Judge, where: Where) {
    this.#judge = judge;
    this.#where = where;
  }

  request(seen: Observation, sent: readonly SentMember[]): void {
    const all = this.#known.get(sent) ?? this.#judged(seen, sent);
    if (all.length === 0) return;
    const { rule, findings, hints, notify } = this.#where;
    const place = placeOf(seen);
    for (const { key, hint, notice } of all) {
      if (findings.again(key, notice.level ?? rule.level, place)) hints.add(seen.requestId, hint);
      else notify({ ...notice, place });
    }
  }

  #judged({ operation }: Observation, sent: readonly SentMember[]): readonly Known[] {
    if (operation === undefined) return [];
    const { rule, tenantId } = this.#where;
    const notices = this.#judge.shape?.(operation, sent) ?? [];
    const known = notices.map((notice): Known => {
      return { key: keyOf(rule, tenantId, notice), hint: { rule: rule.id, text: notice.title }, notice };
    });
    if (Object.isFrozen(sent)) this.#known.set(sent, known);
    return known;
  }
}
