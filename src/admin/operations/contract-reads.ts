// What the app read of answers and webhooks, as the test library's `trackReads` tells it: the `touched` of the contract report (C-10).
import type { ReadMembers } from "../../contract/recorder/touched.ts";
import { EVENT_TYPES } from "../../domain/outbox.ts";
import { editDistance } from "../../kernel/edit-distance.ts";
import { Problem } from "../../kernel/problem.ts";
import type { operations } from "../../spec/admin.gen.ts";
import { serviceDocument } from "../../spec/document.ts";
import { operationsOf } from "../../spec/operations.ts";
import type { AdminHandlers } from "../handler.ts";
import { tenantOfPath } from "../resolve-names.ts";

type Entry = operations["noteReads"]["requestBody"]["content"]["application/json"]["reads"][number];

/** So many mistakes may be in a name whose nearest is told. */
const MAX_MISTAKES = 6;

/** @throws Problem invalidRequest for an entry that names not exactly one thing, or one that does not exist */
function membersOf({ operation_id: operation, event_type: event, pointers }: Entry, index: number): ReadMembers {
  const at = `reads[${index}]`;
  if (operation !== undefined && event === undefined)
    return { of: "operation", name: known(`${at}.operation_id`, operation, operationIds()), pointers };
  if (event !== undefined && operation === undefined)
    return { of: "event", name: known(`${at}.event_type`, event, EVENT_TYPES), pointers };
  throw new Problem("invalidRequest", `${at}: name operation_id or event_type, and not both`);
}

function operationIds(): string[] {
  return [...operationsOf(serviceDocument).keys()];
}

function known(member: string, given: string, names: readonly string[]): string {
  if (names.includes(given)) return given;
  const [nearest] = names
    .map((name) => ({ name, mistakes: editDistance(name.toLowerCase(), given.toLowerCase(), MAX_MISTAKES) }))
    .toSorted((a, b) => a.mistakes - b.mistakes);
  const hint =
    nearest === undefined || nearest.mistakes > MAX_MISTAKES ? "" : `: did you mean ${JSON.stringify(nearest.name)}?`;
  throw new Problem("invalidRequest", `${member}: there is no ${JSON.stringify(given)}${hint}`);
}

export const contractReadsHandlers: Pick<AdminHandlers, "noteReads"> = {
  noteReads: ({ contract, flow }, { body: { tenant_id: name, reads } }) => {
    const tenantId = name === undefined || name === null ? undefined : tenantOfPath(flow.world, name).id;
    const members = reads.map(membersOf);
    return { dropped: contract.recorder.touched.add(members, tenantId) };
  },
};
