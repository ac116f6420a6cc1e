// What holds when nothing is due: the records of every tenant against the chains, and what the sandbox says of itself.
import type { Play } from "../play.ts";
import { AFTER_FORCE } from "./after-force.ts";
import { checkBalances } from "./balances.ts";
import { readChains } from "./chain-view.ts";
import { checkDeposits } from "./deposits.ts";
import { demandExact, walk } from "./lists.ts";
import { checkPayouts, checkTransfers } from "./payments.ts";
import { checkTold } from "./records.ts";
import { checkSettlements } from "./settlements.ts";

/** Faults that would answer instead of the service are set aside: this is the observer, not a client. */
async function withoutApiFaults(play: Play): Promise<void> {
  const { items } = await play.must("GET", "/faults");
  for (const { id, gate } of items)
    if (gate === "api.request" || gate === "rpc.request") await play.must("DELETE", `/faults/${id}`);
  play.model.armed["api.request"] = 0;
}

export async function checkQuiet(play: Play): Promise<any[]> {
  play.observing = true;
  const settlements = await compareAll(play);
  play.observing = false;
  return settlements;
}

async function compareAll(play: Play): Promise<any[]> {
  await withoutApiFaults(play);
  await readChains(play);
  const ids = new Map<string, number>();
  const all: any[] = [];
  for (const [tenant, { removed }] of play.model.tenants.entries()) {
    if (removed) continue;
    const transactions = await walk(play, tenant, "/transactions");
    for (const { amount, network } of transactions) demandExact(play, amount, network.decimal);
    all.push(...transactions);
    const payouts = await walk(play, tenant, "/transfer/payout");
    const deposits = await walk(play, tenant, "/deposits");
    checkPayouts(play, tenant, payouts);
    checkDeposits(play, tenant, deposits, checkTransfers(play, tenant, transactions));
    for (const { id } of [...transactions, ...payouts, ...deposits]) {
      const other = ids.get(id);
      play.demand(other === undefined, () => `I-40: ${id} belongs to tenants ${other} and ${tenant}`);
      ids.set(id, tenant);
    }
  }
  const settlements = await checkSettlements(play);
  checkTold(play, all, settlements);
  await checkBalances(play);
  await demandInvariants(play);
  return settlements;
}

async function demandInvariants(play: Play): Promise<void> {
  const answer = await play.stage.wire.ask(`${play.stage.ready.admin_url}/invariants`, "GET");
  const excused = play.model.rewritten.size === 0 ? [] : AFTER_FORCE;
  const broken = (answer?.data.invariants ?? []).filter(
    ({ ok, id }: { ok: boolean; id: string }) => !ok && !excused.includes(id),
  );
  const said = broken.map(({ id, breach }: { id: string; breach: string }) => `${id}: ${breach}`);
  play.demand(answer?.status === 200 && broken.length === 0, () => `invariants ${answer?.status}: ${said.join("; ")}`);
}
