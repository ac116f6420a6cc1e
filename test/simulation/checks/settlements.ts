// Settlements against deposits and destinations: one for each deposit that settles, filled once, with fees that add up (I-25 … I-28).
import type { Play } from "../play.ts";
import { legsOn } from "./chain-view.ts";
import { differ } from "./lists.ts";

type Record = any;

async function settlementsOf(play: Play, tenant: number, uda: string): Promise<Record[]> {
  const found: Record[] = [];
  for (let offset = 0; ; offset += 200) {
    const answer = await play.ask(tenant, "GET", `/uda/${uda}/settlements?limit=200&offset=${offset}`);
    play.demand(answer?.status === 200, () => `settlements were answered ${answer?.status} ${answer?.text}`);
    found.push(...answer.data.items);
    if (answer.data.items.length < 200) return found;
  }
}

export async function checkSettlements(play: Play): Promise<Record[]> {
  const all: Record[] = [];
  for (const { tenant, id } of play.model.udas) {
    if (play.tenant(tenant).removed) continue;
    const settlements = await settlementsOf(play, tenant, id);
    const told = [...play.model.confirmed.values()].filter(({ uda }) => uda === id);
    const open = new Set(told.filter(({ settles }) => settles === undefined).map(({ source }) => source));
    const found = settlements.map(({ source }) =>
      [source.network_id, source.tx_hash, source.asset_address.toLowerCase(), source.amount].join(" "),
    );
    const wanted = told.filter(({ settles }) => settles === true).map(({ source }) => source);
    const differences = differ(
      wanted,
      found.filter((one) => !open.has(one)),
    );
    play.demand(differences.length === 0, () => `I-25, deposit address ${id}: ${differences.slice(0, 3).join("; ")}`);
    for (const one of settlements) checkOne(play, one);
    all.push(...settlements);
  }
  checkDestinations(play, all);
  return all;
}

function checkOne(play: Play, settlement: Record): void {
  const { status, fees, error, destination, source } = settlement;
  const what = (): string => JSON.stringify(settlement);
  const sum = BigInt(fees.platform) + BigInt(fees.provider);
  play.demand(BigInt(fees.total) === sum && fees.fee_amount === fees.total, () => `I-28: fees of ${what()}`);
  play.demand(BigInt(fees.total) <= BigInt(source.amount), () => `I-28: more fees than money: ${what()}`);
  play.demand((error !== "") === (status === "failed"), () => `an error, or none, without reason: ${what()}`);
  const told = play.model.ended.get(settlement.id);
  // Nobody asks for a failed one to be tried again here.
  play.demand(told === undefined || told === status, () => `I-23: a settlement was ${told}: ${what()}`);
  if (status === "completed" || status === "failed") play.model.ended.set(settlement.id, status);
  play.demand((status === "completed") === (destination.settled_at !== null), () => `settled, or not: ${what()}`);
}

/** Each completed one has its own transfer to its destination, and no destination got more than was completed or is under way. */
function checkDestinations(play: Play, settlements: readonly Record[]): void {
  for (const { symbol, chainId } of play.stage.chains) {
    if (play.model.rewritten.has(symbol)) continue;
    const here = settlements.filter(({ destination }) => destination.network_id === chainId);
    const addresses = new Set(here.map(({ destination }) => destination.address.toLowerCase()));
    const paid = legsOn(play, symbol).filter(({ to }) => addresses.has(to));
    const keyOf = (to: string, token: string, units: string, tx: string) => `${to} ${token} ${units} ${tx}`;
    const keys = paid.map(({ to, token, units, transaction }) => keyOf(to, token, `${units}`, transaction.hash));
    const owed = here
      .filter(({ status }) => status === "completed")
      .map(({ destination: { address, asset_address, amount, tx_hash } }) =>
        keyOf(address.toLowerCase(), asset_address.toLowerCase(), amount, tx_hash),
      );
    const missing = differ(owed, keys).filter((one) => one.startsWith("missing"));
    play.demand(missing.length === 0, () => `I-27 on ${symbol}: ${missing.join("; ")}`);
    const underWay = here.filter(({ status }) => status === "routing").length;
    play.demand(
      keys.length <= owed.length + underWay,
      () => `I-26 on ${symbol}: ${keys.length} paid, ${owed.length} completed`,
    );
  }
}
