// Writes what a sandbox knows of its client into the folder of `--contract-dir`, once: when it stops, or when its process ends without that.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Config } from "../config/options.ts";
import type { ContractState } from "../contract/contract.ts";
import { redactBody, redactTarget } from "../contract/requests/redact.ts";
import { BODIES_FILE, type LastRequest, MAX_BODY_TEXT, MAX_LAST_REQUESTS } from "../contract/run/last-requests.ts";
import { type SandboxSummary, summaryName } from "../contract/run/sandbox-summary.ts";
import { Problem } from "../kernel/problem.ts";

/** Sandboxes of one process that can write into a folder. */
const MAX_NUMBER = 100_000;

/** @throws Problem invalidRequest for a folder of `--contract-dir` that cannot be made */
export function makeSummaryFolder({ contractDir }: Pick<Config, "contractDir">): void {
  if (contractDir === null) return;
  try {
    mkdirSync(contractDir, { recursive: true });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    const next = "check the path and its permissions";
    throw new Problem("invalidRequest", `--contract-dir ${contractDir} cannot be made${code}: ${next}`);
  }
}

/**
 * The function that writes the file, at its first call; one that does nothing without the option. `pid` is the process that asked for
 * the sandbox.
 */
export function summaryWriter(
  { contractDir }: Pick<Config, "contractDir">,
  pid: number,
  contract: ContractState,
): () => void {
  if (contractDir === null) return () => {};
  // The process may go to another folder meanwhile.
  const folder = resolve(contractDir);
  let isWritten = false;
  return () => {
    if (isWritten) return;
    isWritten = true;
    const bodies = existsSync(join(folder, BODIES_FILE)) ? { last_requests: lastRequests(contract) } : {};
    writeSummary(folder, pid, { ...summaryOf(contract), ...bodies });
  };
}

/** Writes under the next free number: several sandboxes of a process, and processes of the same number, do not meet. */
export function writeSummary(folder: string, pid: number, summary: SandboxSummary): void {
  const text = `${JSON.stringify(summary)}\n`;
  for (let number = 1; number <= MAX_NUMBER; number += 1) {
    try {
      writeFileSync(join(folder, summaryName(pid, number)), text, { flag: "wx" });
      return;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
}

/** A suite that resets the report in its middle has called the sandbox all the same (C-30). */
function summaryOf({ readings, recorder }: ContractState): SandboxSummary {
  return { version: 1, ...recorder.totals, met: readings.metSinceStart() };
}

/** The last requests of the client, oldest first; none when no request log is kept. */
function lastRequests({ requests }: ContractState): LastRequest[] {
  const { secrets } = requests;
  const { rows } = requests.list({ surface: "v1", isClients: true }, MAX_LAST_REQUESTS);
  return rows.toReversed().map(({ requestId, method, target, status, request, operationId }) => ({
    ...{ request_id: requestId, method, target: redactTarget(target, secrets), status },
    body: request.text === undefined ? null : redactBody(request.text, operationId, secrets).slice(0, MAX_BODY_TEXT),
  }));
}
