// Payouts: ordered with and without a cutoff, again, over balance, wrongly, and rejected.
import { next, type PayoutBelief, unitsOf } from "../model.ts";
import type { Play } from "../play.ts";
import type { Answer } from "../wire.ts";
import { aChain, anAmount, anAsset, aTenant, type Operation } from "./operation.ts";

type Wish = { amount?: string; network?: string; cutoffMs?: number; reference?: string };

/** An order that nobody has placed yet, to an address that nobody else is paid at. */
export function anOrder(play: Play, wish: Wish = {}): PayoutBelief {
  const { model, dice } = play;
  const tenant = wish.network === undefined && dice.oneIn(3) ? aTenant(play) : 0;
  const chain = wish.network === undefined ? aChain(play) : play.stage.chain(wish.network);
  const usdc = chain.tokens.find(({ symbol }) => symbol === "USDC") ?? chain.native;
  const asset = wish.network === undefined ? anAsset(play, chain) : usdc;
  const { number, address: to } = next(model);
  const amount = wish.amount ?? anAmount(play, asset === chain.native ? 1 : 12);
  const reference = wish.reference ?? `order-${number}`;
  const cutoff = wish.cutoffMs === undefined ? undefined : model.now + wish.cutoffMs;
  const body = {
    ...{ vault_id: play.tenant(tenant).vault, asset: asset.symbol, network_symbol: chain.symbol, to_address: to },
    ...{ reference_id: reference, amount },
    ...(cutoff === undefined ? {} : { expired_at: new Date(cutoff).toISOString() }),
  };
  return {
    ...{ tenant, id: "", network: chain.symbol, asset: asset.address, to, units: unitsOf(amount, asset.decimals) },
    ...{ reference, body, answer: "lost", status: "", txId: "" },
    ...(cutoff === undefined ? {} : { cutoff }),
  };
}

/** Writes down what was answered. */
export function learnOrder({ model }: Play, order: PayoutBelief, answer: Answer | undefined): void {
  if (answer?.status === 201) Object.assign(order, { answer: "kept", id: answer.data.id, status: answer.data.status });
  else if (answer !== undefined) order.answer = "refused";
  model.payouts.push(order);
}

export async function order(play: Play, wish: Wish = {}): Promise<PayoutBelief> {
  const wanted = anOrder(play, wish);
  const answer = await play.ask(wanted.tenant, "POST", "/transfer/payout", wanted.body);
  const right = answer === undefined || [201, 400, 500].includes(answer.status);
  play.demand(right, () => `a new payout was answered ${answer?.status} ${answer?.text}`);
  learnOrder(play, wanted, answer);
  return wanted;
}

export const kept = ({ model }: Play): PayoutBelief[] => model.payouts.filter(({ answer }) => answer === "kept");

/** The same reference is 409, whatever became of the first one, also with another body. */
async function again(play: Play): Promise<void> {
  const known = kept(play).filter(({ tenant }) => !play.tenant(tenant).removed);
  if (known.length === 0) return;
  const { tenant, body, cutoff } = play.dice.of(known);
  const other = play.dice.oneIn(3) ? { ...body, remark: "changed" } : body;
  const answer = await play.ask(tenant, "POST", "/transfer/payout", other);
  if (answer === undefined || answer.status === 500) return;
  // A cutoff that has passed meanwhile is noticed before the reference.
  const wanted = cutoff !== undefined && cutoff <= play.model.now ? 400 : 409;
  play.demand(answer.status === wanted, () => `a repeated payout was answered ${answer.status} ${answer.text}`);
}

async function overBalance(play: Play): Promise<void> {
  const wanted = anOrder(play, { amount: "123456789" });
  const answer = await play.ask(wanted.tenant, "POST", "/transfer/payout", wanted.body);
  if (answer === undefined || answer.status === 500) return;
  play.demand(answer.status === 400, () => `more than there is was answered ${answer.status} ${answer.text}`);
  // The reference is not used up: the same one may come again.
  if (play.dice.oneIn(2)) await order(play, { reference: wanted.reference });
}

async function byDollars(play: Play): Promise<void> {
  const { tenant, body } = anOrder(play);
  const { amount: _, ...rest } = body;
  const sent = { ...rest, usd_amount: anAmount(play, 5) };
  const [reference, to] = [String(body["reference_id"]), String(body["to_address"])];
  const answer = await play.ask(tenant, "POST", play.dice.of(["/transfer/payout", "/transfer/payout/usd"]), sent);
  const chain = play.stage.chain(String(body["network_symbol"]));
  const asset = [chain.native, ...chain.tokens].find(({ symbol }) => symbol === body["asset"]) ?? chain.native;
  const units = answer?.status === 201 ? unitsOf(answer.data.amount, asset.decimals) : 0n;
  const facts = { tenant, id: "", network: chain.symbol, asset: asset.address, to, units, reference, body: sent };
  if (answer !== undefined) learnOrder(play, { ...facts, answer: "lost", status: "", txId: "" }, answer);
}

async function wrong(play: Play): Promise<void> {
  const { tenant, body } = anOrder(play);
  const mistake = play.dice.of<[Record<string, unknown>, number]>([
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
  const answer = await play.ask(tenant, "POST", "/transfer/payout", { ...body, ...mistake[0] });
  const right = answer === undefined || answer.status === mistake[1] || answer.status === 500;
  play.demand(right, () => `${JSON.stringify(mistake[0])} was answered ${answer?.status} ${answer?.text}`);
}

async function reject(play: Play): Promise<void> {
  const known = kept(play).filter(({ tenant }) => !play.tenant(tenant).removed);
  const open = known.filter(({ status }) => status === "queued");
  if (known.length === 0) return;
  const payout = play.dice.of(open.length > 0 && !play.dice.oneIn(4) ? open : known);
  const answer = await play.ask(payout.tenant, "POST", `/transfer/payout/${payout.id}/reject`, { reason: "too late" });
  if (answer === undefined || answer.status === 500) return;
  play.demand([200, 400].includes(answer.status), () => `a rejection was answered ${answer.status} ${answer.text}`);
  if (answer.status === 200) play.demand(answer.data.status === "expired", () => `rejected, and ${answer.data.status}`);
}

export const PAYOUT_OPERATIONS: readonly Operation[] = [
  { name: "payout", weight: 8, always: true, act: (play) => order(play) },
  {
    name: "payout with a cutoff",
    weight: 3,
    act: (play) =>
      order(play, { cutoffMs: play.dice.oneIn(3) ? 1 + play.dice.upTo(3) : 1_000 + play.dice.upTo(90_000) }),
  },
  { name: "payout again", weight: 2, act: again },
  { name: "payout over balance", weight: 1, act: overBalance },
  { name: "payout by dollars", weight: 1, act: byDollars },
  { name: "wrong payout", weight: 1, act: wrong },
  { name: "reject", weight: 2, act: reject },
];
