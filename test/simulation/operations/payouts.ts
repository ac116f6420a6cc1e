// Operations on payouts: created with and without a cutoff, repeated, over balance, invalid, and rejected.

import type { Answer } from "../http-client.ts";
import { nextAddress, type PayoutBelief, unitsOf } from "../model.ts";
import type { Simulation } from "../simulation.ts";
import { aChain, anAmount, anAsset, aTenant, type Operation } from "./operation.ts";

type Options = { amount?: string; network?: string; cutoffMs?: number; reference?: string };

/** A payout request with a new reference, to an address that gets no other payment. */
export function aPayoutRequest(sim: Simulation, options: Options = {}): PayoutBelief {
  const { model, dice } = sim;
  const tenant = options.network === undefined && dice.oneIn(3) ? aTenant(sim) : 0;
  const chain = options.network === undefined ? aChain(sim) : sim.setup.chain(options.network);
  const usdc = chain.tokens.find(({ symbol }) => symbol === "USDC") ?? chain.native;
  const asset = options.network === undefined ? anAsset(sim, chain) : usdc;
  const { number, address: to } = nextAddress(model);
  const amount = options.amount ?? anAmount(sim, asset === chain.native ? 1 : 12);
  const reference = options.reference ?? `order-${number}`;
  const cutoff = options.cutoffMs === undefined ? undefined : model.now + options.cutoffMs;
  const body = {
    ...{ vault_id: sim.tenant(tenant).vault, asset: asset.symbol, network_symbol: chain.symbol, to_address: to },
    ...{ reference_id: reference, amount },
    ...(cutoff === undefined ? {} : { expired_at: new Date(cutoff).toISOString() }),
  };
  return {
    ...{ tenant, id: "", network: chain.symbol, asset: asset.address, to, units: unitsOf(amount, asset.decimals) },
    ...{ reference, body, answer: "lost", status: "", txId: "" },
    ...(cutoff === undefined ? {} : { cutoff }),
  };
}

/** Adds the payout to the model with the outcome of its request. */
export function recordPayoutAnswer({ model }: Simulation, payout: PayoutBelief, answer: Answer | undefined): void {
  if (answer?.status === 201)
    Object.assign(payout, { answer: "accepted", id: answer.data.id, status: answer.data.status });
  else if (answer !== undefined) payout.answer = "refused";
  model.payouts.push(payout);
}

export async function createPayout(sim: Simulation, options: Options = {}): Promise<PayoutBelief> {
  const payout = aPayoutRequest(sim, options);
  const answer = await sim.ask(payout.tenant, "POST", "/transfer/payout", payout.body);
  const right = answer === undefined || [201, 400, 500].includes(answer.status);
  sim.check(right, () => `a new payout was answered ${answer?.status} ${answer?.text}`);
  recordPayoutAnswer(sim, payout, answer);
  return payout;
}

export const acknowledgedPayouts = ({ model }: Simulation): PayoutBelief[] =>
  model.payouts.filter(({ answer }) => answer === "accepted");

/** The same reference is 409, whatever became of the first one, also with another body. */
async function repeatReference(sim: Simulation): Promise<void> {
  const known = acknowledgedPayouts(sim).filter(({ tenant }) => !sim.tenant(tenant).removed);
  if (known.length === 0) return;
  const { tenant, body, cutoff } = sim.dice.of(known);
  const other = sim.dice.oneIn(3) ? { ...body, remark: "changed" } : body;
  const answer = await sim.ask(tenant, "POST", "/transfer/payout", other);
  if (answer === undefined || answer.status === 500) return;
  // A cutoff in the past is refused before the reference is checked.
  const expected = cutoff !== undefined && cutoff <= sim.model.now ? 400 : 409;
  sim.check(answer.status === expected, () => `a repeated payout was answered ${answer.status} ${answer.text}`);
}

async function overBalance(sim: Simulation): Promise<void> {
  const payout = aPayoutRequest(sim, { amount: "123456789" });
  const answer = await sim.ask(payout.tenant, "POST", "/transfer/payout", payout.body);
  if (answer === undefined || answer.status === 500) return;
  sim.check(answer.status === 400, () => `more than there is was answered ${answer.status} ${answer.text}`);
  // A refused request does not use up its reference.
  if (sim.dice.oneIn(2)) await createPayout(sim, { reference: payout.reference });
}

async function inDollars(sim: Simulation): Promise<void> {
  const { tenant, body } = aPayoutRequest(sim);
  const { amount: _, ...rest } = body;
  const sent = { ...rest, usd_amount: anAmount(sim, 5) };
  const [reference, to] = [String(body["reference_id"]), String(body["to_address"])];
  const answer = await sim.ask(tenant, "POST", sim.dice.of(["/transfer/payout", "/transfer/payout/usd"]), sent);
  const chain = sim.setup.chain(String(body["network_symbol"]));
  const asset = [chain.native, ...chain.tokens].find(({ symbol }) => symbol === body["asset"]) ?? chain.native;
  const units = answer?.status === 201 ? unitsOf(answer.data.amount, asset.decimals) : 0n;
  const facts = { tenant, id: "", network: chain.symbol, asset: asset.address, to, units, reference, body: sent };
  recordPayoutAnswer(sim, { ...facts, answer: "lost", status: "", txId: "" }, answer);
}

async function invalidPayout(sim: Simulation): Promise<void> {
  const { tenant, body } = aPayoutRequest(sim);
  const mistake = sim.dice.of<[Record<string, unknown>, number]>([
    [{ amount: "0" }, 400],
    [{ amount: "1.0000000000000000001" }, 400],
    [{ amount: 5 }, 400],
    [{ usd_amount: "5" }, 400],
    [{ to_address: "0x12" }, 400],
    [{ network_symbol: "nowhere" }, 400],
    [{ vault_id: "nobody-s" }, 404],
    [{ expired_at: "2026-01-01T00:00:00Z" }, 400],
    [{ reference_id: "" }, 400],
  ]);
  const answer = await sim.ask(tenant, "POST", "/transfer/payout", { ...body, ...mistake[0] });
  const right = answer === undefined || answer.status === mistake[1] || answer.status === 500;
  sim.check(right, () => `${JSON.stringify(mistake[0])} was answered ${answer?.status} ${answer?.text}`);
}

async function reject(sim: Simulation): Promise<void> {
  const known = acknowledgedPayouts(sim).filter(({ tenant }) => !sim.tenant(tenant).removed);
  const open = known.filter(({ status }) => status === "queued");
  if (known.length === 0) return;
  const payout = sim.dice.of(open.length > 0 && !sim.dice.oneIn(4) ? open : known);
  const answer = await sim.ask(payout.tenant, "POST", `/transfer/payout/${payout.id}/reject`, { reason: "too late" });
  if (answer === undefined || answer.status === 500) return;
  sim.check([200, 400].includes(answer.status), () => `a rejection was answered ${answer.status} ${answer.text}`);
  if (answer.status === 200) sim.check(answer.data.status === "expired", () => `rejected, and ${answer.data.status}`);
}

export const PAYOUT_OPERATIONS: readonly Operation[] = [
  { name: "payout", weight: 8, always: true, run: (sim) => createPayout(sim) },
  {
    name: "payout with a cutoff",
    weight: 3,
    run: (sim) =>
      createPayout(sim, { cutoffMs: sim.dice.oneIn(3) ? 1 + sim.dice.upTo(3) : 1_000 + sim.dice.upTo(90_000) }),
  },
  { name: "payout again", weight: 2, run: repeatReference },
  { name: "payout over balance", weight: 1, run: overBalance },
  { name: "payout by dollars", weight: 1, run: inDollars },
  { name: "wrong payout", weight: 1, run: invalidPayout },
  { name: "reject", weight: 2, run: reject },
];
