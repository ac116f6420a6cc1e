// What the recorder has of one tenant: its counts, and a judge for each rule.
import type { Judge, Notify, Rule, RuleContext } from "../rules/rule.ts";
import { Counts } from "./counts.ts";
import type { Findings } from "./findings.ts";
import type { Hints } from "./hints.ts";
import { ShapeFindings } from "./shape-findings.ts";

/** `notify` is made once: most requests of a busy client are found guilty of nothing, or of the same as the last one. */
type Judging = { readonly rule: Rule; readonly judge: Judge; readonly notify: Notify };
type OfRequests = { readonly request: NonNullable<Judge["request"]>; readonly notify: Notify };

/** `requests`, `shapes`: those of `judges` that look at requests, each in the way that costs a request least. */
export type Tenant = {
  readonly id: string;
  readonly counts: Counts;
  readonly judges: readonly Judging[];
  readonly requests: readonly OfRequests[];
  readonly shapes: readonly ShapeFindings[];
};

/** What the judges of all tenants write into, and what they may know. */
type Shared = { readonly context: RuleContext; readonly findings: Findings; readonly hints: Hints };

/** A tenant that was not seen before. `id`: "" for requests whose tenant is not known. */
export function judgedTenant(id: string, rules: readonly Rule[], shared: Shared): Tenant {
  const judges = rules.map((rule): Judging => {
    return { rule, judge: rule.judge(shared.context), notify: notifier(rule, id, shared) };
  });
  const where = { tenantId: id || null, findings: shared.findings, hints: shared.hints };
  return {
    ...{ id, counts: new Counts(), judges },
    requests: judges.flatMap(({ judge: { request }, notify }) => (request === undefined ? [] : [{ request, notify }])),
    shapes: judges.flatMap(({ rule, judge, notify }) =>
      judge.shape === undefined ? [] : [new ShapeFindings(judge, { ...where, rule, notify })],
    ),
  };
}

function notifier(rule: Rule, tenantId: string, { findings, hints }: Shared): Notify {
  return (notice) => {
    const finding = findings.add(rule, tenantId || null, notice);
    const { requestId } = notice.place;
    if (finding !== undefined && requestId !== undefined) hints.add(requestId, { rule: rule.id, text: notice.title });
  };
}
