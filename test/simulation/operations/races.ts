// Two things at once: whichever is first, what comes of both together is right (R-182).
import { next, type PayoutBelief } from "../model.ts";
import type { Play } from "../play.ts";
import type { Answer } from "../wire.ts";
import { advance } from "./clock.ts";
import { aChain, type Operation, places } from "./operation.ts";
import { anOrder, kept, learnOrder, order } from "./payouts.ts";
import { learnTransfer, send } from "./transfers.ts";
import { aUda } from "./udas.ts";

const statuses = (answers: readonly (Answer | undefined)[]): string => answers.map((one) => one?.status).join();

/** The two in an order of the dice: both on their way before one is answered, or the second one a moment later. */
async function bothAtOnce<A, B>({ dice, plan }: Play, one: () => Promise<A>, other: () => Promise<B>): Promise<[A, B]> {
  if (dice.oneIn(2)) return Promise.all([one(), other()]);
  if (dice.oneIn(2)) {
    const second = await other();
    return [await one(), second];
  }
  const turns = plan.loose ? dice.upTo(120) : 0;
  const [second, first] = await Promise.all([other(), later(turns, one)]);
  return [first, second];
}

/** After so many turns of the event loop, in which what is under way goes on. */
async function later<T>(turns: number, act: () => Promise<T>): Promise<T> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return act();
}

/** One reference from several connections at once: one order is taken, the others are 409 (R-057). */
async function duplicates(play: Play): Promise<void> {
  const wanted = anOrder(play, { amount: "0.1" });
  const count = 2 + play.dice.upTo(3);
  const ask = () => play.ask(wanted.tenant, "POST", "/transfer/payout", wanted.body);
  const answers = await Promise.all(Array.from({ length: count }, ask));
  const taken = answers.filter((answer) => answer?.status === 201);
  play.demand(taken.length <= 1, () => `R-057: one reference was answered ${statuses(answers)}`);
  const lost = answers.includes(undefined);
  learnOrder(play, wanted, taken[0] ?? (lost ? undefined : answers[0]));
  if (taken.length === 1 && answers.some((answer) => answer?.status === 409))
    play.note("duplicate reference from two connections at once");
}

/** Three orders at once for more than half of what is free, each: the bank never lends (R-069). */
async function bank(play: Play): Promise<void> {
  const chain = aChain(play);
  const { vault } = play.tenant(0);
  const answer = await play.ask(0, "GET", `/vault/${vault}/balances?network_symbol=${chain.symbol}&asset=USDC`);
  const [entry] = answer?.status === 200 ? answer.data : [];
  const free = BigInt(entry?.available.raw ?? 0);
  if (free < 100n) return;
  const units = (free * 6n) / 10n;
  const amount = decimalOf(units, entry.decimal);
  const orders = Array.from({ length: 3 }, () => {
    const one = anOrder(play, { amount: "1" });
    const body = { ...one.body, vault_id: vault, asset: "USDC", network_symbol: chain.symbol, amount };
    const token = chain.tokens.find(({ symbol }) => symbol === "USDC")?.address ?? "";
    return { ...one, tenant: 0, network: chain.symbol, asset: token, units, body };
  });
  const answers = await Promise.all(orders.map(({ body }) => play.ask(0, "POST", "/transfer/payout", body)));
  for (const [index, one] of orders.entries()) learnOrder(play, one, answers[index]);
  const taken = answers.filter((one) => one?.status === 201).length;
  play.demand(
    taken <= 1,
    () => `R-069: ${free} were free, three orders of ${units} were answered ${statuses(answers)}`,
  );
}

function decimalOf(units: bigint, decimals: number): string {
  const digits = `${units}`.padStart(decimals + 1, "0");
  const fraction = digits.slice(-decimals).replace(/0+$/, "");
  return `${digits.slice(0, -decimals)}${fraction === "" ? "" : `.${fraction}`}`;
}

/** Everything out of one wallet, twice at once: one finds it, the other nothing (R-095). */
async function sweeps(play: Play): Promise<void> {
  const wallet = play.model.wallets.find(({ tenant }) => tenant === 0);
  if (wallet === undefined) return;
  const funds = { network: wallet.network, asset: "USDC", amount: "5", to_address: wallet.address };
  await play.admin("POST", "/faucet", funds);
  const body = { from_address: wallet.address, asset: "USDC", network_symbol: wallet.network };
  const token = play.stage.chain(wallet.network).tokens.find(({ symbol }) => symbol === "USDC");
  const facts = { tenant: 0, network: wallet.network, from: wallet.address, asset: token?.address ?? "" };
  const wanted = [next(play.model).address, next(play.model).address].map((to) => ({
    ...{ ...facts, decimals: token?.decimals ?? 0, to, kind: "external" as const, amount: undefined },
    body: { ...body, to_address: to },
  }));
  const answers = await Promise.all(wanted.map((each) => send(play, each)));
  for (const [index, each] of wanted.entries()) learnTransfer(play, each, answers[index]);
  const taken = answers.filter((answer) => answer?.status === 201).length;
  play.demand(taken <= 1, () => `R-095: two sweeps at once were answered ${statuses(answers)}`);
  if (taken === 1 && answers.some((answer) => answer?.status === 400)) play.note("two sweeps at once");
}

/** Retired while its deposit confirms: a settlement exists exactly if the deposit was first (R-102). */
async function retireAgainstConfirm(play: Play): Promise<void> {
  const uda = aUda(play);
  if (uda === undefined || !uda.active) return;
  const { symbol, tokens } = aChain(play);
  await play.must("PUT", `/networks/${symbol}/mining`, { mode: "manual" });
  play.model.modes[symbol] = "manual";
  const deposit = { network: symbol, asset: tokens[0]?.symbol, amount: "20", to_address: uda.address };
  await play.admin("POST", "/deposits", deposit);
  const blocks = play.model.targets[symbol]?.now ?? 1;
  const count = async (): Promise<number | undefined> => {
    const answer = await play.ask(uda.tenant, "GET", `/uda/${uda.id}/settlements?limit=200`);
    return answer?.data?.count;
  };
  const before = await count();
  play.racing = true;
  await bothAtOnce(
    play,
    () => play.ask(uda.tenant, "DELETE", `/uda/${uda.id}`),
    () => play.must("POST", `/networks/${symbol}/mine`, { blocks }),
  );
  const answer = await play.ask(uda.tenant, "GET", `/uda/${uda.id}`);
  if (answer?.status !== 200) uda.unsure = true;
  else uda.active = answer.data.status === "active";
  const after = await count();
  if (before === undefined || after === undefined || uda.active) return;
  play.note(after > before ? "confirm before retire" : "retire before confirm");
}

/** One that is queued already, or a new one out of a vault whose gas waits in a pool. */
async function waitingForGas(play: Play): Promise<PayoutBelief | undefined> {
  const open = kept(play).filter(({ status, tenant }) => status === "queued" && !play.tenant(tenant).removed);
  if (open.length > 0) return play.dice.of(open);
  const { symbol } = aChain(play);
  await play.must("PUT", `/networks/${symbol}/mining`, { mode: "manual" });
  play.model.modes[symbol] = "manual";
  const payout = await order(play, { amount: "0.1", network: symbol });
  return payout.answer === "kept" ? payout : undefined;
}

/** A payout that waits for gas is rejected while the block with its gas comes (R-086). */
async function rejectAgainstClaim(play: Play): Promise<void> {
  const payout = await waitingForGas(play);
  if (payout === undefined) return;
  const before = await play.ask(payout.tenant, "GET", `/transfer/payout/${payout.id}`);
  if (before?.data?.status !== "queued") return;
  const [answer] = await bothAtOnce(
    play,
    () => play.ask(payout.tenant, "POST", `/transfer/payout/${payout.id}/reject`),
    () =>
      play.dice.oneIn(3) ? advance(play, 60_000) : play.must("POST", `/networks/${payout.network}/mine`, { blocks: 2 }),
  );
  if (answer === undefined || answer.status === 500) return;
  play.demand([200, 400].includes(answer.status), () => `a rejection was answered ${answer.status} ${answer.text}`);
  const now = await play.ask(payout.tenant, "GET", `/transfer/payout/${payout.id}`);
  if (now?.status !== 200) return;
  const right = (answer.status === 200) === (now.data.status === "expired") || payout.cutoff !== undefined;
  play.demand(right, () => `rejected with ${answer.status}, and ${now.data.status}`);
  play.note(answer.status === 200 ? "reject before the claim" : "claim before the reject");
}

/** The same deposit address from two connections at once: one record (R-107). */
async function udaTwice(play: Play): Promise<void> {
  const chain = aChain(play);
  const to = places(play, chain.symbol, 0).find(({ category }) => category === "vault")?.address;
  const body = { owner: `both-${play.step}`, destination: { address: to, asset_symbol: "USDC", network_id: chain.id } };
  const answers = await Promise.all([play.ask(1, "POST", "/uda", body), play.ask(1, "POST", "/uda", body)]);
  const found = answers.filter((answer) => answer !== undefined && answer.status < 300);
  const ids = new Set(found.map((answer) => answer?.data.id));
  play.demand(ids.size <= 1, () => `R-107: two deposit addresses of one owner: ${[...ids].join()}`);
  play.demand(found.filter((answer) => answer?.status === 201).length <= 1, () => `R-107: ${statuses(answers)}`);
}

export const RACE_OPERATIONS: readonly Operation[] = [
  { name: "duplicates at once", weight: 2, act: duplicates },
  { name: "a bank at once", weight: 1, act: bank },
  { name: "two sweeps at once", weight: 1, act: sweeps },
  { name: "retire against confirm", weight: 1, act: retireAgainstConfirm },
  { name: "reject against claim", weight: 2, act: rejectAgainstClaim },
  { name: "deposit address twice at once", weight: 1, act: udaTwice },
];
