// Wallets: assigned with and without an Idempotency-Key, asked for again, asked for twice at once.
import { next } from "../model.ts";
import type { Play } from "../play.ts";
import type { Answer } from "../wire.ts";
import { aChain, aTenant, type Operation } from "./operation.ts";

const DAY_MS = 86_400_000;

function learn(play: Play, tenant: number, owner: string, answer: Answer): void {
  const { id, address, network_symbol: network } = answer.data;
  if (play.model.wallets.some((wallet) => wallet.id === id)) return;
  play.model.wallets.push({ tenant, id, network, address: address.toLowerCase(), owner });
  (play.tenant(tenant).watched[network] ?? {})[address.toLowerCase()] = "user";
}

export async function createWallet(play: Play, tenant: number, network: string, key?: string): Promise<void> {
  const owner = `owner-${play.dice.upTo(4)}`;
  const body = { owner, network_symbol: network };
  const answer = await play.ask(tenant, "POST", "/wallets", body, key === undefined ? {} : { "idempotency-key": key });
  if (answer === undefined) return;
  play.demand([201, 500].includes(answer.status), () => `POST /wallets answered ${answer.status} ${answer.text}`);
  if (answer.status !== 201) return;
  learn(play, tenant, owner, answer);
  const { model } = play;
  if (key !== undefined) model.keyed.push({ tenant, key, body, text: answer.text, until: model.now + DAY_MS });
}

/** The same key and body: the stored answer byte for byte; another body: 400 (H-40). */
async function repeat(play: Play): Promise<void> {
  const { model, dice } = play;
  const known = model.keyed.filter(({ until, tenant }) => model.now < until && !play.tenant(tenant).removed);
  if (known.length === 0) return;
  const { tenant, key, body, text } = dice.of(known);
  const other = dice.oneIn(3);
  const sent = other ? { ...body, owner: "somebody else" } : body;
  const answer = await play.ask(tenant, "POST", "/wallets", sent, { "idempotency-key": key });
  if (answer === undefined || answer.status === 500) return;
  if (other) play.demand(answer.status === 400, () => `the key ${key} with another body: ${answer.status}`);
  else play.demand(answer.text === text, () => `the key ${key} answered ${answer.text} after ${text}`);
}

/** Two at once with one key are one wallet, and their answers are equal. */
async function twiceAtOnce(play: Play): Promise<void> {
  const [tenant, { symbol }, key] = [aTenant(play), aChain(play), `at-once-${next(play.model).number}`];
  const body = { owner: "twin", network_symbol: symbol };
  const ask = () => play.ask(tenant, "POST", "/wallets", body, { "idempotency-key": key });
  const answers = (await Promise.all([ask(), ask()])).filter((answer) => answer?.status === 201) as Answer[];
  play.demand(new Set(answers.map(({ text }) => text)).size <= 1, () => `the key ${key} gave two wallets`);
  for (const answer of answers) learn(play, tenant, "twin", answer);
}

export const WALLET_OPERATIONS: readonly Operation[] = [
  { name: "wallet", weight: 3, always: true, act: (play) => createWallet(play, aTenant(play), aChain(play).symbol) },
  {
    name: "wallet with a key",
    weight: 2,
    act: (play) => createWallet(play, aTenant(play), aChain(play).symbol, `key-${next(play.model).number}`),
  },
  { name: "wallet again", weight: 2, act: repeat },
  { name: "wallet twice at once", weight: 1, act: twiceAtOnce },
];
