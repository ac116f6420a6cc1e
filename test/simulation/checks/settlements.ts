// Settlements against deposits and destinations: one for each deposit that settles, filled once, with consistent fees (I-25 … I-28).
import type { Simulation } from "../simulation.ts";
import { legsOn } from "./chain-view.ts";
import { differ } from "./lists.ts";

type Record = any;

async function settlementsOf(sim: Simulation, tenant: number, uda: string): Promise<Record[]> {
  const found: Record[] = [];
  for (let offset = 0; ; offset += 200) {
    const answer = await sim.ask(tenant, "GET", `/uda/${uda}/settlements?limit=200&offset=${offset}`);
    sim.check(answer?.status === 200, () => `settlements were answered ${answer?.status} ${answer?.text}`);
    found.push(...answer.data.items);
    if (answer.data.items.length < 200) return found;
  }
}

export async function checkSettlements(sim: Simulation): Promise<Record[]> {
  const all: Record[] = [];
  for (const { tenant, id } of sim.model.udas) {
    if (sim.tenant(tenant).removed) continue;
    const settlements = await settlementsOf(sim, tenant, id);
    const confirmed = [...sim.model.confirmed.values()].filter(({ uda }) => uda === id);
    const open = new Set(confirmed.filter(({ settles }) => settles === undefined).map(({ source }) => source));
    const found = settlements.map(({ source }) =>
      [source.network_id, source.tx_hash, source.asset_address.toLowerCase(), source.amount].join(" "),
    );
    const wanted = confirmed.filter(({ settles }) => settles === true).map(({ source }) => source);
    const differences = differ(
      wanted,
      found.filter((one) => !open.has(one)),
    );
    sim.check(differences.length === 0, () => `I-25, deposit address ${id}: ${differences.slice(0, 3).join("; ")}`);
    for (const one of settlements) checkOne(sim, one);
    all.push(...settlements);
  }
  checkDestinations(sim, all);
  return all;
}

function checkOne(sim: Simulation, settlement: Record): void {
  const { status, fees, error, destination, source } = settlement;
  const what = (): string => JSON.stringify(settlement);
  const sum = BigInt(fees.platform) + BigInt(fees.provider);
  sim.check(BigInt(fees.total) === sum && fees.fee_amount === fees.total, () => `I-28: fees of ${what()}`);
  sim.check(BigInt(fees.total) <= BigInt(source.amount), () => `I-28: more fees than money: ${what()}`);
  sim.check((error !== "") === (status === "failed"), () => `an error, or none, without reason: ${what()}`);
  const before = sim.model.ended.get(settlement.id);
  // No operation retries a failed settlement, so a final state never changes.
  sim.check(before === undefined || before === status, () => `I-23: a settlement was ${before}: ${what()}`);
  if (status === "completed" || status === "failed") sim.model.ended.set(settlement.id, status);
  sim.check((status === "completed") === (destination.settled_at !== null), () => `settled, or not: ${what()}`);
}

/** Each completed settlement has its own transfer to its destination, and there are no further transfers except of those in progress. */
function checkDestinations(sim: Simulation, settlements: readonly Record[]): void {
  for (const { symbol, chainId } of sim.setup.chains) {
    if (sim.model.rewritten.has(symbol)) continue;
    const here = settlements.filter(({ destination }) => destination.network_id === chainId);
    const addresses = new Set(here.map(({ destination }) => destination.address.toLowerCase()));
    const paid = legsOn(sim, symbol).filter(({ to }) => addresses.has(to));
    const keyOf = (to: string, token: string, units: string, tx: string) => `${to} ${token} ${units} ${tx}`;
    const keys = paid.map(({ to, token, units, transaction }) => keyOf(to, token, `${units}`, transaction.hash));
    const owed = here
      .filter(({ status }) => status === "completed")
      .map(({ destination: { address, asset_address, amount, tx_hash } }) =>
        keyOf(address.toLowerCase(), asset_address.toLowerCase(), amount, tx_hash),
      );
    const missing = differ(owed, keys).filter((one) => one.startsWith("missing"));
    sim.check(missing.length === 0, () => `I-27 on ${symbol}: ${missing.join("; ")}`);
    const underWay = here.filter(({ status }) => status === "routing").length;
    sim.check(
      keys.length <= owed.length + underWay,
      () => `I-26 on ${symbol}: ${keys.length} paid, ${owed.length} completed`,
    );
  }
}
