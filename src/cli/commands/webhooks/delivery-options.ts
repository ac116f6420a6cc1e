// What `deliveries` and `redeliver` share: the filters, and a delivery as a row of a table.
import type { CliOption } from "../../command.ts";
import type { Query } from "../../http-client.ts";
import { EVENT_TYPES } from "../../names.gen.ts";
import { type Column, paintState } from "../../output.ts";

export type DeliveryRow = Record<string, unknown>;
export type DeliveryFilters = { state?: string; type?: string; endpoint?: string; tenantId?: string; limit?: number };

/** `states`: those that can be asked for. */
export function deliveryOptions(states: readonly string[]): readonly CliOption[] {
  return [
    { flags: "--state <STATE>", about: "only in this state", choices: states },
    { flags: "--type <TYPE>", about: "only of events of this type", suggests: () => EVENT_TYPES },
    { flags: "--endpoint <ID>", about: "only to this endpoint" },
    { flags: "--tenant-id <ID>", about: "only of this tenant" },
  ];
}

export function deliveryFilter({ state, type, endpoint, tenantId }: DeliveryFilters): Query {
  return { state, type, endpoint_id: endpoint, tenant_id: tenantId };
}

export const DELIVERY_COLUMNS: readonly Column<DeliveryRow>[] = [
  { head: "ID", cell: ({ id }) => id, right: true },
  { head: "STATE", cell: ({ state }) => state, paint: paintState },
  { head: "TYPE", cell: ({ type }) => type },
  { head: "TRIES", cell: ({ attempts }) => (Array.isArray(attempts) ? attempts.length : ""), right: true },
  { head: "LAST", cell: lastAnswer, shrinks: true },
  { head: "NEXT", cell: (row) => String(row["next_attempt_at"] ?? "").slice(0, 19) },
  { head: "TO", cell: ({ url }) => url, shrinks: true },
];

/** Status or error of the last attempt. */
function lastAnswer({ attempts, reason }: DeliveryRow): string {
  const last = Array.isArray(attempts) ? (attempts.at(-1) as Record<string, unknown> | undefined) : undefined;
  return String(last?.["status"] ?? last?.["error"] ?? reason ?? "");
}
