// Operations on wallets: created with and without an Idempotency-Key, repeated, repeated concurrently.

import type { Answer } from "../http-client.ts";
import { nextAddress } from "../model.ts";
import type { Simulation } from "../simulation.ts";
import { aChain, aTenant, type Operation } from "./operation.ts";

const DAY_MS = 86_400_000;

function addWallet(sim: Simulation, tenant: number, owner: string, answer: Answer): void {
  const { id, address, network_symbol: network } = answer.data;
  if (sim.model.wallets.some((wallet) => wallet.id === id)) return;
  sim.model.wallets.push({ tenant, id, network, address: address.toLowerCase(), owner });
  (sim.tenant(tenant).watched[network] ?? {})[address.toLowerCase()] = "user";
}

export async function createWallet(sim: Simulation, tenant: number, network: string, key?: string): Promise<void> {
  const owner = `owner-${sim.dice.upTo(4)}`;
  const body = { owner, network_symbol: network };
  const answer = await sim.ask(tenant, "POST", "/wallets", body, key === undefined ? {} : { "idempotency-key": key });
  if (answer === undefined) return;
  sim.check([201, 500].includes(answer.status), () => `POST /wallets answered ${answer.status} ${answer.text}`);
  if (answer.status !== 201) return;
  addWallet(sim, tenant, owner, answer);
  const { model } = sim;
  if (key !== undefined)
    model.idempotentRequests.push({ tenant, key, body, text: answer.text, until: model.now + DAY_MS });
}

/** The same key and body return the stored answer byte for byte; another body is 400 (H-40). */
async function repeat(sim: Simulation): Promise<void> {
  const { model, dice } = sim;
  const known = model.idempotentRequests.filter(
    ({ until, tenant }) => model.now < until && !sim.tenant(tenant).removed,
  );
  if (known.length === 0) return;
  const { tenant, key, body, text } = dice.of(known);
  const other = dice.oneIn(3);
  const sent = other ? { ...body, owner: "somebody else" } : body;
  const answer = await sim.ask(tenant, "POST", "/wallets", sent, { "idempotency-key": key });
  if (answer === undefined || answer.status === 500) return;
  if (other) sim.check(answer.status === 400, () => `the key ${key} with another body: ${answer.status}`);
  else sim.check(answer.text === text, () => `the key ${key} answered ${answer.text} after ${text}`);
}

/** Two concurrent requests with one key create one wallet and get equal answers. */
async function twiceAtOnce(sim: Simulation): Promise<void> {
  const [tenant, { symbol }, key] = [aTenant(sim), aChain(sim), `at-once-${nextAddress(sim.model).number}`];
  const body = { owner: "twin", network_symbol: symbol };
  const ask = () => sim.ask(tenant, "POST", "/wallets", body, { "idempotency-key": key });
  const answers = (await Promise.all([ask(), ask()])).filter((answer) => answer?.status === 201) as Answer[];
  sim.check(new Set(answers.map(({ text }) => text)).size <= 1, () => `the key ${key} gave two wallets`);
  for (const answer of answers) addWallet(sim, tenant, "twin", answer);
}

export const WALLET_OPERATIONS: readonly Operation[] = [
  { name: "wallet", weight: 3, always: true, run: (sim) => createWallet(sim, aTenant(sim), aChain(sim).symbol) },
  {
    name: "wallet with a key",
    weight: 2,
    run: (sim) => createWallet(sim, aTenant(sim), aChain(sim).symbol, `key-${nextAddress(sim.model).number}`),
  },
  { name: "wallet again", weight: 2, run: repeat },
  { name: "wallet twice at once", weight: 1, run: twiceAtOnce },
];
