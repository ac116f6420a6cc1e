// Payouts and transfers against the chains: what was acknowledged is there, paid once or not at all, and says so (I-19 … I-22).
import type { PayoutBelief, TransferBelief } from "../model.ts";
import type { Play } from "../play.ts";
import { legsOn, paidTo } from "./chain-view.ts";

type Record = any;
const FINAL = new Set(["confirmed", "failed", "expired", "rejected"]);
export const isFinal = (status: string): boolean => FINAL.has(status);

/** The list of a tenant's payouts is what was acknowledged, no more and no less (I-22, R-182). */
export function checkPayouts(play: Play, tenant: number, records: readonly Record[]): void {
  const mine = play.model.payouts.filter((one) => one.tenant === tenant);
  const byId = new Map(records.map((record) => [record.id, record]));
  for (const payout of mine) {
    if (payout.answer === "lost") adopt(payout, mine, records);
    if (payout.answer === "kept") checkPayout(play, payout, byId.get(payout.id));
    else checkUnpaid(play, payout);
  }
  const known = new Set(mine.map(({ id }) => id));
  const stranger = records.find(({ id }) => !known.has(id));
  play.demand(stranger === undefined, () => `I-22: nobody ordered the payout ${JSON.stringify(stranger)}`);
}

/** The answer was lost: by its reference the order is found, or it was never taken. */
function adopt(payout: PayoutBelief, mine: readonly PayoutBelief[], records: readonly Record[]): void {
  const found = records.find(({ reference_id }) => reference_id === payout.reference);
  if (found === undefined || mine.some(({ id }) => id === found.id)) payout.answer = "refused";
  else Object.assign(payout, { answer: "kept", id: found.id, status: found.status });
}

function checkPayout(play: Play, payout: PayoutBelief, record: Record): void {
  const { reference, status: before, body, to, units, asset, network } = payout;
  const what = (): string => `payout ${reference} (${payout.id}), was ${before}: ${JSON.stringify(record)}`;
  play.demand(record !== undefined, () => `I-22: acknowledged and gone, ${what()}`);
  const same = record.reference_id === reference && record.to_address.toLowerCase() === to;
  play.demand(same && (body["amount"] === undefined || record.amount === body["amount"]), what);
  play.demand(!isFinal(before) || record.status === before, () => `I-23: left a final state, ${what()}`);
  play.demand(
    (record.error !== "") === (record.status === "failed"),
    () => `an error, or none, without reason: ${what()}`,
  );
  Object.assign(payout, { status: record.status, txId: record.tx_id });
  const paid = paidTo(play, network, to);
  play.demand(paid.length <= 1, () => `I-19: paid ${paid.length} times, ${what()}`);
  play.demand(
    paid.every((leg) => leg.units === units && leg.token === asset),
    () => `I-20: paid otherwise, ${what()}`,
  );
  if (play.model.rewritten.has(network)) return;
  if (record.status === "confirmed") play.demand(paid.length === 1, () => `I-20: confirmed and not paid, ${what()}`);
  else if (record.status !== "processing") play.demand(paid.length === 0, () => `I-21: paid all the same, ${what()}`);
}

function checkUnpaid(play: Play, { network, to, reference }: PayoutBelief): void {
  play.demand(paidTo(play, network, to).length === 0, () => `I-22: the refused order ${reference} was paid`);
}

/** Transfers by the unified records of a tenant; answers the transactions that moved value inside of it. */
export function checkTransfers(play: Play, tenant: number, records: readonly Record[]): Set<string> {
  const byId = new Map(records.map((record) => [record.id, record]));
  for (const transfer of play.model.transfers.filter((one) => one.tenant === tenant))
    checkTransfer(play, transfer, byId.get(transfer.id));
  const inside = records.filter(({ type }) => type === "internal_transfer" || type === "refill");
  return new Set(inside.map(({ network, tx_id }) => `${network.network_symbol} ${tx_id}`));
}

function checkTransfer(play: Play, transfer: TransferBelief, record: Record): void {
  const { network, to, from, asset, status: before, kind } = transfer;
  const what = (): string => `${kind} transfer, was ${before}: ${JSON.stringify(record)}`;
  play.demand(record !== undefined, () => `I-22: acknowledged and gone, ${what()}`);
  play.demand(!isFinal(before) || record.status === before, () => `I-23: left a final state, ${what()}`);
  transfer.status = record.status;
  // All there is becomes an amount when it is taken up, and another one when that is tried again.
  if (transfer.whole) transfer.units = BigInt(record.amount.raw);
  if (play.model.rewritten.has(network)) return;
  const legs = legsOn(play, network).filter((leg) => leg.transaction.hash === record.tx_id && leg.to === to);
  const right = legs.filter((leg) => leg.from === from && leg.token === asset && leg.units === transfer.units);
  if (record.status === "confirmed") play.demand(right.length === 1, () => `not on the chain, ${what()}`);
  else if (isFinal(record.status)) play.demand(legs.length === 0, () => `I-21: on the chain all the same, ${what()}`);
}
