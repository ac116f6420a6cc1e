// Payouts and transfers against the chains: each acknowledged one exists and is paid at most once, as its status says (I-19 … I-22).
import { type PayoutBelief, type TransferBelief, unitsOf } from "../model.ts";
import type { Simulation } from "../simulation.ts";
import { legsOn, paidTo } from "./chain-view.ts";

type Record = any;
const FINAL = new Set(["confirmed", "failed", "expired", "rejected"]);
export const isFinal = (status: string): boolean => FINAL.has(status);

/** The payouts of a tenant are exactly the acknowledged ones (I-22, R-182). */
export function checkPayouts(sim: Simulation, tenant: number, records: readonly Record[]): void {
  const mine = sim.model.payouts.filter((one) => one.tenant === tenant);
  const byId = new Map(records.map((record) => [record.id, record]));
  for (const payout of mine) {
    if (payout.answer === "lost") resolveLostAnswer(sim, payout, mine, records);
    if (payout.answer === "accepted") checkPayout(sim, payout, byId.get(payout.id));
    else checkUnpaid(sim, payout);
  }
  const known = new Set(mine.map(({ id }) => id));
  const unknown = records.find(({ id }) => !known.has(id));
  sim.check(unknown === undefined, () => `I-22: a payout that was never requested: ${JSON.stringify(unknown)}`);
}

/** The answer was lost: looks for a payout with the reference of the request. */
function resolveLostAnswer(
  sim: Simulation,
  payout: PayoutBelief,
  mine: readonly PayoutBelief[],
  records: readonly Record[],
): void {
  const found = records.find(({ reference_id }) => reference_id === payout.reference);
  if (found === undefined || mine.some(({ id }) => id === found.id)) payout.answer = "refused";
  else {
    const { native, tokens } = sim.setup.chain(payout.network);
    const { decimals = 0 } = [native, ...tokens].find(({ address }) => address === payout.asset) ?? {};
    // The lost answer had the amount of a payout that was requested in dollars.
    const units = unitsOf(found.amount, decimals);
    Object.assign(payout, { answer: "accepted", id: found.id, status: found.status, units });
  }
}

function checkPayout(sim: Simulation, payout: PayoutBelief, record: Record): void {
  const { reference, status: before, body, to, units, asset, network } = payout;
  const what = (): string => `payout ${reference} (${payout.id}), was ${before}: ${JSON.stringify(record)}`;
  sim.check(record !== undefined, () => `I-22: acknowledged and gone, ${what()}`);
  const same = record.reference_id === reference && record.to_address.toLowerCase() === to;
  sim.check(same && (body["amount"] === undefined || record.amount === body["amount"]), what);
  sim.check(!isFinal(before) || record.status === before, () => `I-23: left a final state, ${what()}`);
  sim.check(
    (record.error !== "") === (record.status === "failed"),
    () => `an error, or none, without reason: ${what()}`,
  );
  Object.assign(payout, { status: record.status, txId: record.tx_id });
  const paid = paidTo(sim, network, to);
  sim.check(paid.length <= 1, () => `I-19: paid ${paid.length} times, ${what()}`);
  sim.check(
    paid.every((leg) => leg.units === units && leg.token === asset),
    () => `I-20: paid otherwise, ${what()}`,
  );
  if (sim.model.rewritten.has(network)) return;
  if (record.status === "confirmed") sim.check(paid.length === 1, () => `I-20: confirmed and not paid, ${what()}`);
  else if (record.status !== "processing") sim.check(paid.length === 0, () => `I-21: paid all the same, ${what()}`);
}

function checkUnpaid(sim: Simulation, { network, to, reference }: PayoutBelief): void {
  sim.check(paidTo(sim, network, to).length === 0, () => `I-22: the refused payout ${reference} was paid`);
}

/** Checks the transfers of a tenant; returns `network hash` of its transactions that are internal transfers or refills. */
export function checkTransfers(sim: Simulation, tenant: number, records: readonly Record[]): Set<string> {
  const byId = new Map(records.map((record) => [record.id, record]));
  for (const transfer of sim.model.transfers.filter((one) => one.tenant === tenant))
    checkTransfer(sim, transfer, byId.get(transfer.id));
  const inside = records.filter(({ type }) => type === "internal_transfer" || type === "refill");
  return new Set(inside.map(({ network, tx_id }) => `${network.network_symbol} ${tx_id}`));
}

function checkTransfer(sim: Simulation, transfer: TransferBelief, record: Record): void {
  const { network, to, from, asset, status: before, kind } = transfer;
  const what = (): string => `${kind} transfer, was ${before}: ${JSON.stringify(record)}`;
  sim.check(record !== undefined, () => `I-22: acknowledged and gone, ${what()}`);
  sim.check(!isFinal(before) || record.status === before, () => `I-23: left a final state, ${what()}`);
  transfer.status = record.status;
  // The amount of a send-max transfer is set when it is submitted, and again when it is retried.
  if (transfer.sendsMax) transfer.units = BigInt(record.amount.raw);
  if (sim.model.rewritten.has(network)) return;
  const legs = legsOn(sim, network).filter((leg) => leg.transaction.hash === record.tx_id && leg.to === to);
  const right = legs.filter((leg) => leg.from === from && leg.token === asset && leg.units === transfer.units);
  if (record.status === "confirmed") sim.check(right.length === 1, () => `not on the chain, ${what()}`);
  else if (isFinal(record.status)) sim.check(legs.length === 0, () => `I-21: on the chain all the same, ${what()}`);
}
