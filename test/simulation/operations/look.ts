// Looking: quotes with the sums worked out again, lists walked while they grow, records of somebody else.
import type { Play } from "../play.ts";
import { ZERO } from "../stage.ts";
import { aChain, anAsset, aTenant, type Operation } from "./operation.ts";
import { order } from "./payouts.ts";

/** Fifteen basis points, rounded up, and a share for the gas: what a quote keeps is their sum (H-29). */
async function quote(play: Play): Promise<void> {
  const [from, to] = [aChain(play), aChain(play)];
  const [source, target] = [anAsset(play, from), anAsset(play, to)];
  const amount = BigInt(1 + play.dice.upTo(10 ** 9)) * 10n ** BigInt(source.decimals - (play.dice.oneIn(3) ? 6 : 3));
  const query = new URLSearchParams({
    ...{ from_chain_id: String(from.chainId), from_token: source.address, amount: `${amount}` },
    ...{ to_chain_id: String(to.chainId), to_token: target.address },
  });
  const answer = await play.ask(aTenant(play), "GET", `/uda/quote?${query}`);
  if (answer === undefined || answer.status !== 200) {
    const right = answer === undefined || answer.status === 502 || answer.status === 500;
    play.demand(right, () => `a quote was answered ${answer?.status} ${answer?.text}`);
    return;
  }
  const { fees, route, to: out } = answer.data;
  const protocol = (amount * 15n + 9_999n) / 10_000n;
  const total = BigInt(fees.gas_fee) + BigInt(fees.protocol_fee);
  const right = BigInt(fees.protocol_fee) === protocol && BigInt(fees.total_fee) === total && total < amount;
  play.demand(right, () => `H-29: the fees of ${answer.text}`);
  const same = from === to && source === target;
  play.demand((route.provider === "internal") === same, () => `H-29: ${route.provider} for ${route.scenario}`);
  if (same) play.demand(BigInt(out.amount) === amount - total, () => `H-29: ${answer.text} adds up to something else`);
}

/** Whatever is written between two pages: nothing that was there before the walk is missed. */
async function walkWhileWriting(play: Play): Promise<void> {
  const tenant = aTenant(play);
  const path = play.dice.of(["/transactions", "/transfer/payout"]);
  const ask = (page: number, limit: number) =>
    play.ask(tenant, "GET", `${path}?limit=${limit}&page=${page}&sort[]=created_at:asc`);
  const before = await ask(1, 100);
  if (before?.status !== 200 || before.data.length < 4) return;
  const known: string[] = before.data.map(({ id }: { id: string }) => id);
  const seen: string[] = [];
  const limit = Math.ceil(known.length / 3);
  for (let page = 1; page <= 3; page += 1) {
    const answer = await ask(page, limit);
    if (answer?.status !== 200) return;
    seen.push(...answer.data.map(({ id }: { id: string }) => id));
    if (page < 3) await order(play);
  }
  const missed = known.filter((id) => !seen.includes(id));
  play.demand(missed.length === 0, () => `R-205: a walk of ${path} missed ${missed.join()}`);
  play.demand(new Set(seen).size === seen.length, () => `R-205: a walk of ${path} saw a record twice`);
  play.note("list walk with insert between pages");
}

/** A record of another tenant is as missing as one that never was: the same status, the same body (K-3, I-40). */
async function somebodyElses(play: Play): Promise<void> {
  const { model, dice } = play;
  const tenant = aTenant(play);
  const foreign = dice.of<[string, { tenant: number; id: string }[]]>([
    ["/transfer/payout/", model.payouts.filter(({ answer }) => answer === "kept")],
    ["/wallets/", model.wallets],
    ["/uda/", model.udas],
    ["/transactions/", model.transfers],
  ]);
  const known = foreign[1].filter((one) => one.tenant !== tenant);
  if (known.length === 0) return;
  const asked = [dice.of(known).id, "019b0000-0000-7000-8000-000000000000"];
  const answers = await Promise.all(asked.map((id) => play.ask(tenant, "GET", `${foreign[0]}${id}`)));
  if (answers.some((answer) => answer === undefined || answer.status === 500)) return;
  const right = answers[0]?.status === 404 && answers[0].text === answers[1]?.text;
  play.demand(right, () => `I-40: a record of another tenant was answered ${answers[0]?.status} ${answers[0]?.text}`);
}

const LISTS = [
  "/wallets",
  "/deposits",
  "/transactions",
  "/uda",
  "/vault",
  "/transfer/payout",
  "/networks",
  "/networks/list",
];

async function lists(play: Play): Promise<void> {
  const answer = await play.ask(aTenant(play), "GET", play.dice.of(LISTS));
  play.demand([undefined, 200, 500].includes(answer?.status), () => `a list was answered ${answer?.status}`);
}

/** What nobody can have meant is refused, and says so in the envelope (I-41). */
async function nonsense(play: Play): Promise<void> {
  const [path, status] = play.dice.of<[string, number]>([
    ["/nothing-there", 404],
    ["/deposits?limit=0", 400],
    ["/transactions?sort[]=nothing:asc", 400],
    [`/deposits/tx/${ZERO}`, 404],
    ["/uda?limit=201", 400],
    ["/transfer/payout/pending", 400],
  ]);
  const answer = await play.ask(aTenant(play), "GET", path);
  if (answer !== undefined && answer.status !== 500)
    play.demand(answer.status === status, () => `GET ${path} was answered ${answer.status} ${answer.text}`);
}

export const LOOK_OPERATIONS: readonly Operation[] = [
  { name: "quote", weight: 2, act: quote },
  { name: "walk while writing", weight: 1, act: walkWhileWriting },
  { name: "records of somebody else", weight: 2, act: somebodyElses },
  { name: "lists", weight: 1, act: lists },
  { name: "nonsense", weight: 1, act: nonsense },
];
