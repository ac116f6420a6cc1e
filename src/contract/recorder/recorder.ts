// The recorder: counts and findings of what the client's app did since the start, or since it was told to begin anew (C-10).
import type { AnnouncedEvent, DeliverySeen } from "../delivery-seen.ts";
import { isPreflight, type Observation } from "../observation.ts";
import { sentMembers } from "../provenance/sent-members.ts";
import type { Rule, RuleContext } from "../rules/rule.ts";
import { Counts } from "./counts.ts";
import { type Finding, Findings } from "./findings.ts";
import { type Hint, Hints } from "./hints.ts";
import { judgedTenant, type Tenant } from "./tenant.ts";
import { Touched } from "./touched.ts";

/** Tenants with counts and judges of their own; what the one used longest ago did is added to `older`. */
export const MAX_TENANTS = 100;

/** What stands for a request whose tenant is not known. */
const NOBODY = "";

export class Recorder {
  /** Since the start, of all tenants; no `forget` begins them anew. */
  readonly #totals = { requests: 0, webhooks: 0 };
  readonly #rules: readonly Rule[];
  readonly #context: RuleContext;
  /** In the order in which they were used last. */
  readonly #tenants = new Map<string, Tenant>();
  #older = new Counts();
  /** What the app read, where it told. */
  readonly touched = new Touched();
  readonly #findings = new Findings();
  readonly #hints = new Hints();
  #current: Tenant | undefined;
  #since: number;
  /** Wall ms of what was seen last. */
  #last: number;

  /** `since`: wall ms of the start. */
  constructor(rules: readonly Rule[], context: RuleContext, since: number) {
    this.#rules = rules;
    this.#context = context;
    this.#since = since;
    this.#last = since;
  }

  /** Wall ms since which everything is counted. */
  get since(): number {
    return this.#since;
  }

  /** Requests of the client, and webhooks that were taken, since the start: what `contract run` judges a run by (C-30). */
  get totals(): Readonly<{ requests: number; webhooks: number }> {
    return this.#totals;
  }

  get findingsDropped(): number {
    return this.#findings.dropped;
  }

  /** Counts and judges a request of the client to the service; calls of our own clients and of other surfaces are not its. */
  request(seen: Observation): void {
    if (seen.surface !== "v1" || seen.ownClient !== null) return;
    if (isPreflight({ method: seen.method, headers: seen.requestHeaders })) return;
    this.#last = seen.at;
    this.#totals.requests += 1;
    const tenant = this.#tenantOf(seen.tenantId ?? NOBODY);
    const sent = seen.sent ?? sentMembers(seen);
    tenant.counts.request(seen, sent);
    for (const { request, notify } of tenant.requests) request(seen, notify, sent);
    for (const shapes of tenant.shapes) shapes.request(seen, sent);
  }

  announced(event: AnnouncedEvent): void {
    this.#tenantOf(event.tenantId).counts.announced(event);
  }

  delivery(seen: DeliverySeen): void {
    this.#last = seen.at;
    if (seen.outcome === "delivered") this.#totals.webhooks += 1;
    const tenant = this.#tenantOf(seen.tenantId);
    tenant.counts.delivery(seen);
    for (const { judge, notify } of tenant.judges) judge.delivery?.(seen, notify);
  }

  /** What was found in one request. */
  hintsOf(requestId: string): readonly Hint[] {
    return this.#hints.of(requestId);
  }

  /** The counts of one tenant, or of all together. */
  counts(tenantId?: string): Counts {
    const sum = new Counts();
    if (tenantId !== undefined) {
      const own = this.#tenants.get(tenantId);
      if (own !== undefined) sum.add(own.counts);
      return sum;
    }
    sum.add(this.#older);
    for (const { counts } of this.#tenants.values()) sum.add(counts);
    return sum;
  }

  /** Every finding, those that only a report can know included. `at`: wall ms. */
  findings(at: number, tenantId?: string): readonly Finding[] {
    const notice = new Findings();
    for (const tenant of this.#tenants.values())
      for (const { rule, judge } of tenant.judges)
        judge.atReport?.(at, (one) => notice.add(rule, tenant.id || null, one));
    const all = [...this.#findings.all, ...notice.all];
    return tenantId === undefined ? all : all.filter((finding) => finding.tenantId === tenantId);
  }

  /** The rules that could say nothing of what was seen, with the reason. */
  notJudged(tenantId?: string): { rule: string; why: string }[] {
    const tenants = [...this.#tenants.values()].filter(({ id }) => tenantId === undefined || id === tenantId);
    return this.#rules.flatMap((rule) => {
      const judges = tenants.flatMap(({ judges: all }) =>
        all.filter((one) => one.rule === rule).map(({ judge }) => judge),
      );
      const reasons = (judges.length === 0 ? [rule.judge(this.#context)] : judges).map((judge) => judge.notJudged?.());
      const [why] = reasons;
      return why === undefined || reasons.includes(undefined) ? [] : [{ rule: rule.id, why }];
    });
  }

  /** Begins anew: for one tenant, or for all. `at`: wall ms. */
  forget(at: number, tenantId?: string): void {
    this.#findings.forget(tenantId);
    this.touched.forget(tenantId);
    this.#current = undefined;
    if (tenantId !== undefined) {
      this.#tenants.delete(tenantId);
      return;
    }
    this.#tenants.clear();
    this.#older = new Counts();
    this.#hints.clear();
    this.#since = at;
  }

  /** Another world takes the place of the present one: counts and findings go on, and what is open is told. `at`: wall ms. */
  worldEnded(at: number): void {
    for (const { judges } of this.#tenants.values())
      for (const { judge, notify } of judges) judge.worldEnded?.(at, notify);
  }

  #tenantOf(id: string): Tenant {
    if (this.#current?.id === id) return this.#current;
    const [context, findings, hints] = [this.#context, this.#findings, this.#hints];
    const tenant = this.#tenants.get(id) ?? judgedTenant(id, this.#rules, { context, findings, hints });
    this.#tenants.delete(id);
    this.#tenants.set(id, tenant);
    this.#current = tenant;
    if (this.#tenants.size > MAX_TENANTS) this.#evictOldest();
    return tenant;
  }

  /** What its judges would have said in a report is reported now. */
  #evictOldest(): void {
    const [oldest] = this.#tenants.values();
    if (oldest === undefined) return;
    this.#tenants.delete(oldest.id);
    this.#older.add(oldest.counts);
    for (const { rule, judge } of oldest.judges)
      judge.atReport?.(this.#last, (notice) => this.#findings.add(rule, oldest.id || null, notice));
  }
}
