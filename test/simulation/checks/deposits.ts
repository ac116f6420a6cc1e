// Deposits against the chains: each transfer to a tenant is one deposit, nothing else is, and only depth confirms it (I-13, I-14, I-15, I-40).
import type { Simulation } from "../simulation.ts";
import { ZERO } from "../world-setup.ts";
import { legsOn } from "./chain-view.ts";
import { checkExactAmount, differ } from "./lists.ts";

type Record = any;

const keyOf = (network: string, tx: string, to: string, token: string, units: string): string =>
  `${network} ${tx} ${to} ${token} ${units}`;

/** The transfers that must be deposits of a tenant, and the depth of each of its transactions. */
function expectedDeposits(sim: Simulation, tenant: number, ours: ReadonlySet<string>) {
  const { model, plan } = sim;
  const keys: string[] = [];
  const depths = new Map<string, number>();
  for (const network of plan.networks) {
    const head = (model.chains[network] ?? []).length;
    for (const { to, from, token, units, transaction, height } of legsOn(sim, network)) {
      const place = `${network} ${transaction.hash}`;
      if (sim.tenant(tenant).watched[network]?.[to] === undefined || from === to) continue;
      depths.set(place, head - height);
      if (!ours.has(place) && !model.removedByForce.has(place))
        keys.push(keyOf(network, transaction.hash, to, token, `${units}`));
    }
  }
  return { keys, depths };
}

/** Number of deposit.new events of a tenant by deposit id, and by `network hash`. */
function newDepositEvents({ model }: Simulation, tenant: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const event of model.events.values()) {
    if (event.type !== "deposit.new" || event.tenant !== tenant) continue;
    for (const about of [event.resource, event.about]) counts.set(about, (counts.get(about) ?? 0) + 1);
  }
  return counts;
}

/** A transfer that is mined again after a reorg stays the same deposit: no second deposit.new. */
function checkAnnouncedOnce(sim: Simulation, announced: ReadonlyMap<string, number>, keys: readonly string[]): void {
  const legs = new Map<string, number>();
  for (const key of keys) {
    const place = key.split(" ").slice(0, 2).join(" ");
    legs.set(place, (legs.get(place) ?? 0) + 1);
  }
  for (const [place, count] of legs) {
    const times = announced.get(place) ?? 0;
    sim.check(times === count, () => `R-013: ${count} deposits of ${place}, and ${times} deposit.new events`);
  }
}

/** `ours`: `network hash` of transactions between addresses of one tenant, which are no deposits. */
export function checkDeposits(
  sim: Simulation,
  tenant: number,
  deposits: readonly Record[],
  ours: ReadonlySet<string>,
): void {
  const { keys, depths } = expectedDeposits(sim, tenant, ours);
  const announced = newDepositEvents(sim, sim.tenant(tenant).id);
  checkAnnouncedOnce(sim, announced, keys);
  const found = deposits.flatMap((row) => {
    const place = `${row.network_symbol} ${row.tx_id}`;
    if (sim.model.removedByForce.has(place)) return [];
    checkExactAmount(sim, row.balance, row.decimal);
    const token = row.contract_address === "" ? ZERO : row.contract_address.toLowerCase();
    checkConfirmed(sim, row, depths.get(place));
    sim.check(
      announced.get(row.id) === 1,
      () => `I-30: deposit.new came ${announced.get(row.id) ?? 0} times for ${row.id}`,
    );
    return [keyOf(row.network_symbol, row.tx_id, row.to_address.toLowerCase(), token, row.balance.raw)];
  });
  const differences = differ(keys, found);
  sim.check(
    differences.length === 0,
    () => `I-13, deposits of tenant ${tenant}: ${differences.slice(0, 3).join("; ")}`,
  );
}

function checkConfirmed(sim: Simulation, row: Record, depth: number | undefined): void {
  if (depth === undefined) return;
  const { model } = sim;
  const { least = 1, most = 1 } = model.targets[row.network_symbol] ?? {};
  const confirmed = model.confirmed.has(row.id);
  const right = confirmed ? depth >= least : depth < most;
  sim.check(
    right,
    () => `I-15: deposit ${row.id} is ${confirmed ? "" : "not "}confirmed ${depth} blocks deep (${least} to ${most})`,
  );
}
