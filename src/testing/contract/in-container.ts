// What contract testing needs of a sandbox in a container: strict mode by a file of the caller, and the summary, which it cannot write itself.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { SandboxSummary } from "../../contract/run/sandbox-summary.ts";
import { makeSummaryFolder, writeSummary } from "../../runtime/contract-summary.ts";
import type { Control } from "../control.ts";
import type { ContractReport } from "./sandbox-contract.ts";

/** SANDBOX_STRICT as a container can take it: a level as its variable, or the body of `PUT /admin/contract/strict` from a file. */
export type ContainerStrict = { readonly variable?: string; readonly body?: object };

/** @throws Error for a file that cannot be read or is not JSON */
export function containerStrict(strict: string): ContainerStrict {
  if (strict === "") return {};
  if (!strict.startsWith("@")) return { variable: strict };
  try {
    return { body: { enabled: true, ...JSON.parse(readFileSync(strict.slice(1), "utf8")) } };
  } catch (error) {
    throw new Error(`SANDBOX_STRICT: ${strict.slice(1)} holds no setting of strict mode: ${String(error)}`, {
      cause: error,
    });
  }
}

/**
 * Writes what the sandbox knows of the client into `folder`, as one that runs in this process does when it stops (C-31).
 * @throws SandboxError when the sandbox no longer answers; Problem for a folder that cannot be made
 */
export async function writeContainerSummary(
  control: Control,
  { folder, pid }: { folder: string; pid: number },
): Promise<void> {
  const report = await control.get<ContractReport>("/contract");
  const summary: SandboxSummary = { version: 1, ...report.since_start, report };
  makeSummaryFolder({ contractDir: resolve(folder) });
  writeSummary(resolve(folder), pid, summary);
}
