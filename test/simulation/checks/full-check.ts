// The full comparison, when nothing is due: the records of every tenant against the chains, and the invariants of the sandbox.
import type { Simulation } from "../simulation.ts";
import { checkBalances } from "./balances.ts";
import { readChains } from "./chain-view.ts";
import { checkDeposits } from "./deposits.ts";
import { checkEventCounts } from "./event-counts.ts";
import { BROKEN_BY_FORCED_REORG } from "./forced-reorg.ts";
import { checkExactAmount, walk } from "./lists.ts";
import { checkPayouts, checkTransfers } from "./payments.ts";
import { checkSettlements } from "./settlements.ts";

/** Removes the faults that would change answers: these requests come from the checks, not from the client. */
async function withoutApiFaults(sim: Simulation): Promise<void> {
  const { items } = await sim.adminOk("GET", "/faults");
  for (const { id, gate } of items)
    if (gate === "api.request" || gate === "rpc.request") await sim.adminOk("DELETE", `/faults/${id}`);
  sim.model.armed["api.request"] = 0;
}

export async function checkEverything(sim: Simulation): Promise<any[]> {
  sim.observing = true;
  const settlements = await compareAll(sim);
  sim.observing = false;
  return settlements;
}

async function compareAll(sim: Simulation): Promise<any[]> {
  await withoutApiFaults(sim);
  await readChains(sim);
  const ids = new Map<string, number>();
  const all: any[] = [];
  for (const [tenant, { removed }] of sim.model.tenants.entries()) {
    if (removed) continue;
    const transactions = await walk(sim, tenant, "/transactions");
    for (const { amount, network } of transactions) checkExactAmount(sim, amount, network.decimal);
    all.push(...transactions);
    const payouts = await walk(sim, tenant, "/transfer/payout");
    const deposits = await walk(sim, tenant, "/deposits");
    checkPayouts(sim, tenant, payouts);
    checkDeposits(sim, tenant, deposits, checkTransfers(sim, tenant, transactions));
    for (const { id } of [...transactions, ...payouts, ...deposits]) {
      const other = ids.get(id);
      sim.check(other === undefined, () => `I-40: ${id} belongs to tenants ${other} and ${tenant}`);
      ids.set(id, tenant);
    }
  }
  const settlements = await checkSettlements(sim);
  checkEventCounts(sim, all, settlements);
  await checkBalances(sim);
  await demandInvariants(sim);
  return settlements;
}

async function demandInvariants(sim: Simulation): Promise<void> {
  const answer = await sim.setup.http.ask(`${sim.setup.ready.admin_url}/invariants`, "GET");
  const excused = sim.model.rewritten.size === 0 ? [] : BROKEN_BY_FORCED_REORG;
  const broken = (answer?.data.invariants ?? []).filter(
    ({ ok, id }: { ok: boolean; id: string }) => !ok && !excused.includes(id),
  );
  const said = broken.map(({ id, breach }: { id: string; breach: string }) => `${id}: ${breach}`);
  sim.check(answer?.status === 200 && broken.length === 0, () => `invariants ${answer?.status}: ${said.join("; ")}`);
}
