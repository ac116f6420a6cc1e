// `X-Sandbox-Provenance`: how sure the parts of the contract are that a call used (C-03).
import type { Operation } from "../../spec/operations.ts";
import { weakestInAnswer } from "./answer-marks.ts";
import { type Mark, marksOf, weaker } from "./marks.ts";
import type { SentMember } from "./sent-members.ts";

export const PROVENANCE_HEADER = "X-Sandbox-Provenance";

/**
 * The weakest of the operation, the parameters and members that were sent, and the members of the answer; of equally weak ones the
 * first. `answer` is the envelope as an object, or undefined for an error, whose three members are documented.
 */
export function provenanceOf(
  operation: Operation,
  sent: readonly SentMember[],
  status: number,
  answer: unknown,
): string {
  let weakest = marksOf(operation).own;
  for (const { mark } of sent) if (mark !== null) weakest = weaker(weakest, mark);
  return headerOf(weakestInAnswer(operation, status, answer, weakest));
}

/** `documented`, or `invented; decision=H-51`. */
function headerOf({ provenance, decision }: Mark): string {
  return provenance === "documented" || decision === null ? provenance : `${provenance}; decision=${decision}`;
}
