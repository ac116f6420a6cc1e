// Read operations: quotes with recomputed fees, lists paged while records are added, records of other tenants, invalid queries.
import type { Simulation } from "../simulation.ts";
import { ZERO } from "../world-setup.ts";
import { aChain, anAsset, aTenant, type Operation } from "./operation.ts";
import { createPayout } from "./payouts.ts";

/** The fees of a quote: 15 basis points, rounded up, plus a gas fee (H-29). */
async function quote(sim: Simulation): Promise<void> {
  const [from, to] = [aChain(sim), aChain(sim)];
  const [source, target] = [anAsset(sim, from), anAsset(sim, to)];
  const amount = BigInt(1 + sim.dice.upTo(10 ** 9)) * 10n ** BigInt(source.decimals - (sim.dice.oneIn(3) ? 6 : 3));
  const query = new URLSearchParams({
    ...{ from_chain_id: String(from.chainId), from_token: source.address, amount: `${amount}` },
    ...{ to_chain_id: String(to.chainId), to_token: target.address },
  });
  const answer = await sim.ask(aTenant(sim), "GET", `/uda/quote?${query}`);
  if (answer === undefined || answer.status !== 200) {
    const isRefusal = answer === undefined || answer.status === 502 || answer.status === 500;
    sim.check(isRefusal, () => `a quote was answered ${answer?.status} ${answer?.text}`);
    return;
  }
  const { fees, route, to: out } = answer.data;
  const protocol = (amount * 15n + 9_999n) / 10_000n;
  const total = BigInt(fees.gas_fee) + BigInt(fees.protocol_fee);
  const right = BigInt(fees.protocol_fee) === protocol && BigInt(fees.total_fee) === total && total < amount;
  sim.check(right, () => `H-29: the fees of ${answer.text}`);
  const same = from === to && source === target;
  sim.check((route.provider === "internal") === same, () => `H-29: ${route.provider} for ${route.scenario}`);
  if (same) sim.check(BigInt(out.amount) === amount - total, () => `H-29: ${answer.text} adds up to something else`);
}

/** Records created between two pages hide no record that existed before the first page. */
async function walkWhileWriting(sim: Simulation): Promise<void> {
  const tenant = aTenant(sim);
  const path = sim.dice.of(["/transactions", "/transfer/payout"]);
  const ask = (page: number, limit: number) =>
    sim.ask(tenant, "GET", `${path}?limit=${limit}&page=${page}&sort[]=created_at:asc`);
  const before = await ask(1, 100);
  if (before?.status !== 200 || before.data.length < 4) return;
  const known: string[] = before.data.map(({ id }: { id: string }) => id);
  const seen: string[] = [];
  const limit = Math.ceil(known.length / 3);
  for (let page = 1; page <= 3; page += 1) {
    const answer = await ask(page, limit);
    if (answer?.status !== 200) return;
    seen.push(...answer.data.map(({ id }: { id: string }) => id));
    if (page < 3) await createPayout(sim);
  }
  const missed = known.filter((id) => !seen.includes(id));
  sim.check(missed.length === 0, () => `R-205: a walk of ${path} missed ${missed.join()}`);
  sim.check(new Set(seen).size === seen.length, () => `R-205: a walk of ${path} saw a record twice`);
  sim.recordSituation("list walk with insert between pages");
}

/** A record of another tenant gets the same answer as one that does not exist: same status, same body (K-3, I-40). */
async function recordsOfOthers(sim: Simulation): Promise<void> {
  const { model, dice } = sim;
  const tenant = aTenant(sim);
  const foreign = dice.of<[string, { tenant: number; id: string }[]]>([
    ["/transfer/payout/", model.payouts.filter(({ answer }) => answer === "accepted")],
    ["/wallets/", model.wallets],
    ["/uda/", model.udas],
    ["/transactions/", model.transfers],
  ]);
  const known = foreign[1].filter((one) => one.tenant !== tenant);
  if (known.length === 0) return;
  const asked = [dice.of(known).id, "019b0000-0000-7000-8000-000000000000"];
  const answers = await Promise.all(asked.map((id) => sim.ask(tenant, "GET", `${foreign[0]}${id}`)));
  if (answers.some((answer) => answer === undefined || answer.status === 500)) return;
  const right = answers[0]?.status === 404 && answers[0].text === answers[1]?.text;
  sim.check(right, () => `I-40: a record of another tenant was answered ${answers[0]?.status} ${answers[0]?.text}`);
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

async function lists(sim: Simulation): Promise<void> {
  const answer = await sim.ask(aTenant(sim), "GET", sim.dice.of(LISTS));
  sim.check([undefined, 200, 500].includes(answer?.status), () => `a list was answered ${answer?.status}`);
}

/** Invalid requests are refused with the error envelope (I-41). */
async function invalidRequests(sim: Simulation): Promise<void> {
  const [path, status] = sim.dice.of<[string, number]>([
    ["/nothing-there", 404],
    ["/deposits?limit=0", 400],
    ["/transactions?sort[]=nothing:asc", 400],
    [`/deposits/tx/${ZERO}`, 404],
    ["/uda?limit=201", 400],
    ["/transfer/payout/pending", 400],
  ]);
  const answer = await sim.ask(aTenant(sim), "GET", path);
  if (answer !== undefined && answer.status !== 500)
    sim.check(answer.status === status, () => `GET ${path} was answered ${answer.status} ${answer.text}`);
}

export const READ_OPERATIONS: readonly Operation[] = [
  { name: "quote", weight: 2, run: quote },
  { name: "walk while writing", weight: 1, run: walkWhileWriting },
  { name: "records of somebody else", weight: 2, run: recordsOfOthers },
  { name: "lists", weight: 1, run: lists },
  { name: "nonsense", weight: 1, run: invalidRequests },
];
