// Strict mode answers operations that the specification does not show with 501 (C-40).
import { refusalText, type Strictness } from "../../contract/strict/strictness.ts";
import { required } from "../../kernel/assert.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Stage } from "../request-context.ts";

/** Refuses the operation before anything is looked at, as a service would that does not have it. */
export function refuseOperation(strictness: Pick<Strictness, "refusal"> | undefined): Stage {
  return ({ operation, caller }) => {
    const { id } = required(operation, "the operation of a routed request");
    const part = strictness?.refusal(caller?.tenant.id ?? null, id);
    if (part !== undefined) throw new Problem("notImplemented", refusalText(part));
  };
}
