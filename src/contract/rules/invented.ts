// The judge of CF-12: operations and parameters that the specification does not state.
import { type Mark, marksOf } from "../provenance/marks.ts";
import type { Judge, Level, Notice } from "./rule.ts";

const LEVEL_OF: Readonly<Record<string, Level>> = { invented: "warning", inferred: "note" };

/** CF-12. */
export function inventedUse(): Judge {
  return {
    shape(operation, sent) {
      const { id } = operation;
      return [
        ...noticeOf(id, marksOf(operation).own, { what: "operation", of: id }),
        ...sent.flatMap(({ in: where, name, mark }) => {
          const what = where === "body" ? "member" : "parameter";
          return mark === null ? [] : noticeOf(id, mark, { what, of: `${name} (${where}) of ${id}`, pointer: name });
        }),
      ];
    },
  };
}

type Part = { readonly what: string; readonly of: string; readonly pointer?: string };

/** None for what the specification states. */
function noticeOf(
  operationId: string,
  { provenance, decision }: Mark,
  { what, of, ...pointer }: Part,
): Omit<Notice, "place">[] {
  const level = LEVEL_OF[provenance];
  if (level === undefined) return [];
  const title = `an ${provenance} ${what}`;
  return [
    {
      operationId,
      ...pointer,
      level,
      title,
      evidence: `${of} is ${provenance}`,
      ...(decision === null ? {} : { decision }),
    },
  ];
}
