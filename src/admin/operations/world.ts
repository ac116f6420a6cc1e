// The sandbox as a whole: status, doing all that is due, and starting again.
import { agendaCounts } from "../../domain/agenda.ts";
import { type IncidentRow, newestIncidents } from "../../domain/incident.ts";
import { nextUnprocessed } from "../../domain/outbox.ts";
import { isoTime } from "../../kernel/clock.ts";
import { durationMs } from "../../kernel/duration.ts";
import type { components } from "../../spec/admin.gen.ts";
import { blockersOf } from "../blockers.ts";
import { type AdminDependencies, inWorldOf } from "../dependencies.ts";
import type { AdminHandlers } from "../handler.ts";
import { clockView, dueView, MAX_JUMP_MS } from "./clock.ts";
import { faultViews } from "./faults.ts";
import { breachViews } from "./invariants.ts";
import { networkViews } from "./networks.ts";
import { tenantViews } from "./tenants.ts";
import { payerAddresses } from "./transfers.ts";

/** How far run-until-idle goes unless told. */
const USUAL_LIMIT_MS = 3_600_000;

/** How many incidents a status lists. */
const MOST_INCIDENTS = 100;

export function statusView(parts: AdminDependencies): components["schemas"]["Status"] {
  const { db } = parts.flow.world;
  return {
    version: parts.version,
    seed: parts.seed,
    environment: parts.environment,
    clock: clockView(parts),
    networks: networkViews(parts),
    tenants: tenantViews(parts),
    payers: payerAddresses(parts.flow.world),
    pending: {
      planned: Object.fromEntries(agendaCounts(db).map(({ job, count }) => [job, count])),
      waiting_transactions: parts.flow.chains.all.reduce((sum, chain) => sum + chain.waiting, 0),
      events_to_announce: nextUnprocessed(db) !== undefined,
      held_back: blockersOf(parts),
    },
    faults: faultViews(parts),
    breaches: breachViews(parts),
    incidents: newestIncidents(db, MOST_INCIDENTS).map(incidentView),
  };
}

function incidentView({ kind, network, ref, detail, at }: IncidentRow): components["schemas"]["Incident"] {
  return { kind, network, ref, detail, at: isoTime(at) };
}

export const worldHandlers: Pick<AdminHandlers, "getStatus" | "runUntilIdle" | "resetWorld"> = {
  getStatus: statusView,
  runUntilIdle: async (parts, { body }) => {
    const limitMs = body?.limit === undefined ? USUAL_LIMIT_MS : durationMs("limit", body.limit, MAX_JUMP_MS);
    const { steps, pending } = await parts.flow.runUntilIdle({ advance: body?.advance ?? false, limitMs });
    return { clock: clockView(parts), steps, pending: pending.map(dueView) };
  },
  resetWorld: async (parts) => statusView(inWorldOf(await parts.worlds.reset(), parts)),
};
