// Concurrent operations: whichever the sandbox executes first, the combined result is consistent (R-182).

import type { Answer } from "../http-client.ts";
import { nextAddress, type PayoutBelief } from "../model.ts";
import type { Simulation } from "../simulation.ts";
import { advance } from "./clock.ts";
import { aChain, type Operation, places } from "./operation.ts";
import { acknowledgedPayouts, aPayoutRequest, createPayout, recordPayoutAnswer } from "./payouts.ts";
import { recordTransferAnswer, send } from "./transfers.ts";
import { aUda } from "./udas.ts";

const statuses = (answers: readonly (Answer | undefined)[]): string => answers.map((one) => one?.status).join();

/** Runs both in a random order: concurrently, one after the other, or the first one a few event-loop turns later. */
async function runConcurrently<A, B>(
  { dice, plan }: Simulation,
  one: () => Promise<A>,
  other: () => Promise<B>,
): Promise<[A, B]> {
  if (dice.oneIn(2)) return Promise.all([one(), other()]);
  if (dice.oneIn(2)) {
    const second = await other();
    return [await one(), second];
  }
  const turns = plan.loose ? dice.upTo(120) : 0;
  const [second, first] = await Promise.all([other(), later(turns, one)]);
  return [first, second];
}

/** Calls `action` after a number of event-loop turns, in which pending requests proceed. */
async function later<T>(turns: number, action: () => Promise<T>): Promise<T> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return action();
}

/** One reference from several connections at once: one payout is created, the others are 409 (R-057). */
async function duplicates(sim: Simulation): Promise<void> {
  const wanted = aPayoutRequest(sim, { amount: "0.1" });
  const count = 2 + sim.dice.upTo(3);
  const ask = () => sim.ask(wanted.tenant, "POST", "/transfer/payout", wanted.body);
  const answers = await Promise.all(Array.from({ length: count }, ask));
  const taken = answers.filter((answer) => answer?.status === 201);
  sim.check(taken.length <= 1, () => `R-057: one reference was answered ${statuses(answers)}`);
  const lost = answers.includes(undefined);
  recordPayoutAnswer(sim, wanted, taken[0] ?? (lost ? undefined : answers[0]));
  if (taken.length === 1 && answers.some((answer) => answer?.status === 409))
    sim.recordSituation("duplicate reference from two connections at once");
}

/** Three concurrent payouts, each for more than half of the available balance: at most one is accepted (R-069). */
async function overdraft(sim: Simulation): Promise<void> {
  const chain = aChain(sim);
  const { vault } = sim.tenant(0);
  const answer = await sim.ask(0, "GET", `/vault/${vault}/balances?network_symbol=${chain.symbol}&asset=USDC`);
  const [entry] = answer?.status === 200 ? answer.data : [];
  const free = BigInt(entry?.available.raw ?? 0);
  if (free < 100n) return;
  const units = (free * 6n) / 10n;
  const amount = decimalOf(units, entry.decimal);
  const payouts = Array.from({ length: 3 }, () => {
    const one = aPayoutRequest(sim, { amount: "1" });
    const body = { ...one.body, vault_id: vault, asset: "USDC", network_symbol: chain.symbol, amount };
    const token = chain.tokens.find(({ symbol }) => symbol === "USDC")?.address ?? "";
    return { ...one, tenant: 0, network: chain.symbol, asset: token, units, body };
  });
  const answers = await Promise.all(payouts.map(({ body }) => sim.ask(0, "POST", "/transfer/payout", body)));
  for (const [index, one] of payouts.entries()) recordPayoutAnswer(sim, one, answers[index]);
  const taken = answers.filter((one) => one?.status === 201).length;
  sim.check(taken <= 1, () => `R-069: ${free} were free, three payouts of ${units} were answered ${statuses(answers)}`);
}

function decimalOf(units: bigint, decimals: number): string {
  const digits = `${units}`.padStart(decimals + 1, "0");
  const fraction = digits.slice(-decimals).replace(/0+$/, "");
  return `${digits.slice(0, -decimals)}${fraction === "" ? "" : `.${fraction}`}`;
}

/** Two concurrent transfers of a whole wallet balance: at most one is accepted (R-095). */
async function maxTransfers(sim: Simulation): Promise<void> {
  const wallet = sim.model.wallets.find(({ tenant }) => tenant === 0);
  if (wallet === undefined) return;
  const funds = { network: wallet.network, asset: "USDC", amount: "5", to_address: wallet.address };
  await sim.admin("POST", "/faucet", funds);
  const body = { from_address: wallet.address, asset: "USDC", network_symbol: wallet.network };
  const token = sim.setup.chain(wallet.network).tokens.find(({ symbol }) => symbol === "USDC");
  const facts = { tenant: 0, network: wallet.network, from: wallet.address, asset: token?.address ?? "" };
  const wanted = [nextAddress(sim.model).address, nextAddress(sim.model).address].map((to) => ({
    ...{ ...facts, decimals: token?.decimals ?? 0, to, kind: "external" as const, amount: undefined },
    body: { ...body, to_address: to },
  }));
  const answers = await Promise.all(wanted.map((each) => send(sim, each)));
  for (const [index, each] of wanted.entries()) recordTransferAnswer(sim, each, answers[index]);
  const taken = answers.filter((answer) => answer?.status === 201).length;
  sim.check(taken <= 1, () => `R-095: two sweeps at once were answered ${statuses(answers)}`);
  if (taken === 1 && answers.some((answer) => answer?.status === 400)) sim.recordSituation("two sweeps at once");
}

/** A deposit address is retired while its deposit confirms: a settlement exists only if the deposit was first (R-102). */
async function retireAgainstConfirm(sim: Simulation): Promise<void> {
  const uda = aUda(sim);
  if (uda === undefined || !uda.active) return;
  const { symbol, tokens } = aChain(sim);
  await sim.adminOk("PUT", `/networks/${symbol}/mining`, { mode: "manual" });
  sim.model.modes[symbol] = "manual";
  const deposit = { network: symbol, asset: tokens[0]?.symbol, amount: "20", to_address: uda.address };
  await sim.admin("POST", "/deposits", deposit);
  const blocks = sim.model.targets[symbol]?.now ?? 1;
  const count = async (): Promise<number | undefined> => {
    const answer = await sim.ask(uda.tenant, "GET", `/uda/${uda.id}/settlements?limit=200`);
    return answer?.data?.count;
  };
  const before = await count();
  sim.racing = true;
  await runConcurrently(
    sim,
    () => sim.ask(uda.tenant, "DELETE", `/uda/${uda.id}`),
    () => sim.adminOk("POST", `/networks/${symbol}/mine`, { blocks }),
  );
  const answer = await sim.ask(uda.tenant, "GET", `/uda/${uda.id}`);
  if (answer?.status !== 200) uda.uncertain = true;
  else uda.active = answer.data.status === "active";
  const after = await count();
  if (before === undefined || after === undefined || uda.active) return;
  sim.recordSituation(after > before ? "confirm before retire" : "retire before confirm");
}

/** A queued payout, or a new one that waits for gas because mining is manual. */
async function payoutWaitingForGas(sim: Simulation): Promise<PayoutBelief | undefined> {
  const open = acknowledgedPayouts(sim).filter(
    ({ status, tenant }) => status === "queued" && !sim.tenant(tenant).removed,
  );
  if (open.length > 0) return sim.dice.of(open);
  const { symbol } = aChain(sim);
  await sim.adminOk("PUT", `/networks/${symbol}/mining`, { mode: "manual" });
  sim.model.modes[symbol] = "manual";
  const payout = await createPayout(sim, { amount: "0.1", network: symbol });
  return payout.answer === "accepted" ? payout : undefined;
}

/** A payout that waits for gas is rejected while the block with its gas is mined (R-086). */
async function rejectAgainstClaim(sim: Simulation): Promise<void> {
  const payout = await payoutWaitingForGas(sim);
  if (payout === undefined) return;
  const before = await sim.ask(payout.tenant, "GET", `/transfer/payout/${payout.id}`);
  if (before?.data?.status !== "queued") return;
  const [answer] = await runConcurrently(
    sim,
    () => sim.ask(payout.tenant, "POST", `/transfer/payout/${payout.id}/reject`),
    () =>
      sim.dice.oneIn(3) ? advance(sim, 60_000) : sim.adminOk("POST", `/networks/${payout.network}/mine`, { blocks: 2 }),
  );
  if (answer === undefined || answer.status === 500) return;
  sim.check([200, 400].includes(answer.status), () => `a rejection was answered ${answer.status} ${answer.text}`);
  const now = await sim.ask(payout.tenant, "GET", `/transfer/payout/${payout.id}`);
  if (now?.status !== 200) return;
  const right = (answer.status === 200) === (now.data.status === "expired") || payout.cutoff !== undefined;
  sim.check(right, () => `rejected with ${answer.status}, and ${now.data.status}`);
  sim.recordSituation(answer.status === 200 ? "reject before the claim" : "claim before the reject");
}

/** Two concurrent requests for the same deposit address create one record (R-107). */
async function udaTwice(sim: Simulation): Promise<void> {
  const chain = aChain(sim);
  const to = places(sim, chain.symbol, 0).find(({ category }) => category === "vault")?.address;
  const body = { owner: `both-${sim.step}`, destination: { address: to, asset_symbol: "USDC", network_id: chain.id } };
  const answers = await Promise.all([sim.ask(1, "POST", "/uda", body), sim.ask(1, "POST", "/uda", body)]);
  const found = answers.filter((answer) => answer !== undefined && answer.status < 300);
  const ids = new Set(found.map((answer) => answer?.data.id));
  sim.check(ids.size <= 1, () => `R-107: two deposit addresses of one owner: ${[...ids].join()}`);
  sim.check(found.filter((answer) => answer?.status === 201).length <= 1, () => `R-107: ${statuses(answers)}`);
}

export const RACE_OPERATIONS: readonly Operation[] = [
  { name: "duplicates at once", weight: 2, run: duplicates },
  { name: "a bank at once", weight: 1, run: overdraft },
  { name: "two sweeps at once", weight: 1, run: maxTransfers },
  { name: "retire against confirm", weight: 1, run: retireAgainstConfirm },
  { name: "reject against claim", weight: 2, run: rejectAgainstClaim },
  { name: "deposit address twice at once", weight: 1, run: udaTwice },
];
