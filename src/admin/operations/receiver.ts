// The battery for receivers over the control API: one at a time, bounded in time (C-50, C-51).
import type { ContractState } from "../../contract/contract.ts";
import type { CaseId } from "../../contract/receiver/case-table.ts";
import type { Envelope } from "../../contract/receiver/genuine.ts";
import { grade, targetFault } from "../../contract/receiver/grade.ts";
import { latestEvents } from "../../domain/outbox.ts";
import type { World } from "../../domain/world.ts";
import { Problem } from "../../kernel/problem.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { AdminHandlers } from "../handler.ts";
import { tenantOfPath } from "../resolve-names.ts";

/** Wall ms after which no further case begins: a client of HTTP waits for the answer. */
const TIME_LIMIT_MS = 120_000;
/** Events that are looked at for those of the tenant. */
const MAX_EVENTS = 2_000;

/** The processes' states with a battery under way. */
const running = new WeakSet<ContractState>();

export const receiverHandlers: Pick<AdminHandlers, "gradeReceiver"> = {
  gradeReceiver: async ({ flow: { world }, contract, wall, origin }, { body }, client) => {
    const { url, secret, cases, probe_url: probe, owner } = body;
    checkUrl("url", url);
    if (probe !== undefined) checkUrl("probe_url", probe);
    const events = body.tenant_id === undefined ? undefined : eventsOf(world, body.tenant_id);
    const optional = {
      ...(cases === undefined ? {} : { cases: cases as CaseId[] }),
      ...(probe === undefined ? {} : { probe }),
      ...(owner === undefined ? {} : { owner }),
      ...(events === undefined ? {} : { events }),
    };
    if (running.has(contract))
      throw new Problem("conflict", "another battery is under way: wait for its answer, then send this again");
    const gone = new AbortController();
    client.whenGone(() => gone.abort());
    running.add(contract);
    try {
      const ownPort = (): number => Number(new URL(origin).port);
      const input = { url, secret, timeLimitMs: TIME_LIMIT_MS, ...optional };
      const report: components["schemas"]["ReceiverReport"] = await grade(input, {
        wall,
        ownPort,
        signal: gone.signal,
      });
      return report;
    } finally {
      running.delete(contract);
    }
  },
};

/** The newest events of the tenant, newest first. @throws Problem for an unknown tenant */
function eventsOf(world: World, name: string): Envelope[] {
  const { id } = tenantOfPath(world, name);
  const own = latestEvents(world.db, MAX_EVENTS).filter((one) => one.tenant_id === id && one.body !== null);
  return own.map((one) => JSON.parse(one.body ?? "") as Envelope);
}

function checkUrl(member: string, url: string): void {
  const fault = targetFault(url);
  if (fault !== null) throw new Problem("invalidRequest", `${member}: ${fault}`);
}
