// The contract report of a sandbox for tests: what the app did wrong, as a failure of the suite.
import type { components } from "../../spec/admin.gen.ts";
import type { Control } from "../control.ts";

/** What the app used of the contract, what it did wrong, and what it has never met. */
export type ContractReport = components["schemas"]["ContractReport"];
export type FindingLevel = "error" | "warning" | "note";

/** The later, the less it matters. */
const LEVELS: readonly FindingLevel[] = ["error", "warning", "note"];

/** The report of one tenant, or of all tenants of a sandbox that the suite has started itself. */
export class SandboxContract {
  readonly #control: Control;
  readonly #tenantId: string | undefined;

  /** Without `tenantId`: of all tenants. */
  constructor(control: Control, tenantId?: string) {
    this.#control = control;
    this.#tenantId = tenantId;
  }

  /** What was seen since the start, or since `reset`. */
  report(): Promise<ContractReport> {
    return this.#control.get("/contract", { tenant_id: this.#tenantId });
  }

  /** Begins anew: what was seen before is forgotten. */
  async reset(): Promise<void> {
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
