// The judge of CF-12: operations and parameters that the specification does not state.
import { type Mark, marksOf } from "../provenance/marks.ts";
import { type Judge, type Level, type Notice, type Notify, placeOf } from "./rule.ts";

const LEVEL_OF: Readonly<Record<string, Level>> = { invented: "warning", inferred: "note" };

/** CF-12. */
export function inventedUse(): Judge {
  return {
    request(seen, notify, sent) {
      const { operation, operationId } = seen;
      if (operation === undefined) return;
      const place = placeOf(seen);
      notifyMark(notify, marksOf(operation).own, { operationId, place, what: "operation", of: `${operationId}` });
      for (const { in: where, name, mark } of sent) {
        const what = where === "body" ? "member" : "parameter";
        if (mark !== null)
          notifyMark(notify, mark, {
            operationId,
            place,
            what,
            of: `${name} (${where}) of ${operationId}`,
            pointer: name,
          });
      }
    },
  };
}

type Part = Pick<Notice, "operationId" | "place" | "pointer"> & { what: string; of: string };

function notifyMark(notify: Notify, { provenance, decision }: Mark, { what, of, ...at }: Part): void {
  const level = LEVEL_OF[provenance];
  if (level === undefined) return;
  const title = `an ${provenance} ${what}`;
  notify({ ...at, level, title, evidence: `${of} is ${provenance}`, ...(decision === null ? {} : { decision }) });
}
