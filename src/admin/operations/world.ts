// Operations on the sandbox as one: status, run until idle, reset.
import { agendaCounts } from "../../domain/agenda.ts";
import { type IncidentRow, newestIncidents } from "../../domain/incident.ts";
import { nextUnprocessed } from "../../domain/outbox.ts";
import { openCounts } from "../../domain/record/open-counts.ts";
import type { PendingWork } from "../../flow/loop/time-travel.ts";
import { isoTime } from "../../kernel/clock.ts";
import { durationMs } from "../../kernel/duration.ts";
import type { components } from "../../spec/admin.gen.ts";
import { blockersOf } from "../blockers.ts";
import { type AdminDependencies, inWorldOf } from "../dependencies.ts";
import type { AdminHandlers } from "../handler.ts";
import { countFromNow } from "../travel-summary.ts";
import { clockView, dueView, MAX_JUMP_MS } from "./clock.ts";
import { faultViews } from "./faults.ts";
import { breachViews } from "./invariants.ts";
import { networkViews } from "./networks.ts";
import { tenantViews } from "./tenants.ts";
import { payerAddresses } from "./transfers.ts";

/** Time limit of run-until-idle by default. */
const USUAL_LIMIT_MS = 3_600_000;

/** Number of incidents in the status. */
const MOST_INCIDENTS = 100;

export function statusView(dependencies: AdminDependencies): components["schemas"]["Status"] {
  const { db } = dependencies.flow.world;
  const [networks, faults] = [networkViews(dependencies), faultViews(dependencies)];
  return {
    version: dependencies.version,
    seed: dependencies.seed,
    environment: dependencies.environment,
    clock: clockView(dependencies),
    networks,
    tenants: tenantViews(dependencies),
    payers: payerAddresses(dependencies.flow.world),
    pending: {
      planned: Object.fromEntries(agendaCounts(db).map(({ job, count }) => [job, count])),
      waiting_transactions: dependencies.flow.chains.all.reduce((sum, chain) => sum + chain.waiting, 0),
      events_to_announce: nextUnprocessed(db) !== undefined,
      held_back: blockersOf(dependencies, { networks, faults }),
    },
    faults,
    breaches: breachViews(dependencies),
    incidents: newestIncidents(db, MOST_INCIDENTS).map(incidentView),
    counts: countsView(dependencies),
  };
}

function countsView({ flow, contract, wall }: AdminDependencies): components["schemas"]["Counts"] {
  const { requests, recorder } = contract;
  return { ...openCounts(flow.world.db), requests: requests.length, findings: recorder.findings(wall.now()).length };
}

function incidentView({ kind, network, ref, detail, at }: IncidentRow): components["schemas"]["Incident"] {
  return { kind, network, ref, detail, at: isoTime(at) };
}

/** Requests on their way arrive first; those that the app sent because of what happened then make more work. */
async function untilIdle(
  { flow, held }: AdminDependencies,
  { advance, limitMs }: { advance: boolean; limitMs: number },
): Promise<{ steps: number; pending: PendingWork[] }> {
  const waiting = held.wait();
  await waiting.answered();
  const { clock } = flow.world;
  const end = clock.peek() + limitMs;
  let result = await flow.runUntilIdle({ advance, limitMs });
  while (await waiting.answered()) {
    const more = await flow.runUntilIdle({ advance, limitMs: Math.max(0, end - clock.peek()) });
    result = { steps: result.steps + more.steps, pending: more.pending };
  }
  return result;
}

export const worldHandlers: Pick<AdminHandlers, "getStatus" | "runUntilIdle" | "resetWorld"> = {
  getStatus: statusView,
  runUntilIdle: async (dependencies, { body }) => {
    const limitMs = body?.limit === undefined ? USUAL_LIMIT_MS : durationMs("limit", body.limit, MAX_JUMP_MS);
    const summary = countFromNow(dependencies);
    const { steps, pending } = await untilIdle(dependencies, { advance: body?.advance ?? false, limitMs });
    return { clock: clockView(dependencies), steps, pending: pending.map(dueView), summary: summary() };
  },
  resetWorld: async (dependencies) => statusView(inWorldOf(await dependencies.worlds.reset(), dependencies)),
};
