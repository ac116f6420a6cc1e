// The contract report of a sandbox for tests: what the app did wrong, as a failure of the suite.
import type { ReadingChanges } from "../../contract/readings/parse.ts";
import type { ReadingName } from "../../contract/readings/table.ts";
import type { components } from "../../spec/admin.gen.ts";
import { Control } from "../control.ts";
import { ReadsReporter } from "./report-reads.ts";

/** What the app used of the contract, what it did wrong, and what it has never met. */
export type ContractReport = components["schemas"]["ContractReport"];
type Ambiguity = components["schemas"]["Ambiguity"];
export type FindingLevel = "error" | "warning" | "note";

/** A running sandbox: its origin, its admin token if it has one, and the tenant whose report is meant (default: all). */
export type SandboxAddress = { url: string; adminToken?: string; tenantId?: string };

/** The contract of a running sandbox. @throws TypeError for a URL that is none */
export function contractOf({ url, adminToken, tenantId }: SandboxAddress): SandboxContract {
  return new SandboxContract(new Control(new URL(url).origin, adminToken), tenantId);
}

/** The later, the less it matters. */
const LEVELS: readonly FindingLevel[] = ["error", "warning", "note"];

/** The report of one tenant, or of all tenants of a sandbox that the suite has started itself. */
export class SandboxContract {
  readonly #control: Control;
  readonly #tenantId: string | undefined;
  readonly #reporters: ReadsReporter[] = [];

  /** Without `tenantId`: of all tenants. */
  constructor(control: Control, tenantId?: string) {
    this.#control = control;
    this.#tenantId = tenantId;
  }

  /** Tells this sandbox what is read: what `trackReads` uses. */
  reporter(): ReadsReporter {
    const reporter = new ReadsReporter({ control: this.#control, tenantId: this.#tenantId });
    this.#reporters.push(reporter);
    return reporter;
  }

  /** Resolves when the sandbox knows what every `trackReads` noted so far. It never rejects. */
  async flush(): Promise<void> {
    await Promise.all(this.#reporters.map((reporter) => reporter.flush()));
  }

  /** What was seen since the start, or since `reset`. */
  async report(): Promise<ContractReport> {
    await this.flush();
    return this.#control.get("/contract", { tenant_id: this.#tenantId });
  }

  /**
   * Reads the specification otherwise from now on: `await sandbox.contract.readings({ record: "top-level" })`. A reading that is not named
   * stays; `null` is its default. Resolves with what holds now, so that a call without changes only asks. After `connectSandbox` it holds
   * for the suite's own tenant.
   * @throws SandboxError for an unknown reading or value, which names the nearest
   */
  async readings(changes: ReadingChanges = {}): Promise<Record<ReadingName, string>> {
    const named = Object.values(changes).some((value) => value !== undefined);
    const { tenant_id: _, ...values } = await (named
      ? this.#control.put<Ambiguity>("/contract/ambiguity", { ...changes, tenant_id: this.#tenantId })
      : this.#control.get<Ambiguity>("/contract/ambiguity", { tenant_id: this.#tenantId }));
    return values as Record<ReadingName, string>;
  }

  /** Begins anew: what was seen before is forgotten. */
  async reset(): Promise<void> {
    await this.flush();
    const query = this.#tenantId === undefined ? "" : `?tenant_id=${encodeURIComponent(this.#tenantId)}`;
    await this.#control.delete(`/contract${query}`);
  }

  /**
   * Fails when the app did something wrong: `await sandbox.contract.expectNoFindings()` at the end of a suite.
   * `level`: the least that counts; by default `error`, and `warning` takes errors in.
   * @throws Error with each finding, its evidence and what to do
   */
  async expectNoFindings(level: FindingLevel = "error"): Promise<void> {
    const { findings } = await this.report();
    const counted = findings.filter((one) => LEVELS.indexOf(one.level as FindingLevel) <= LEVELS.indexOf(level));
    if (counted.length === 0) return;
    const lines = counted.map(({ id, level: how, title, count, evidence, what_to_do }) => {
      const often = count === 1 ? "" : ` (${count} times)`;
      return `- ${id}, ${how}: ${title}${often}\n  ${evidence}\n  ${what_to_do}`;
    });
    throw new Error([`the app breaks the contract in ${counted.length} ways:`, ...lines].join("\n"));
  }
}
