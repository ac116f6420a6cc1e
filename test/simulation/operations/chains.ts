// What chains do: blocks on request, reorgs of every kind, mining modes, confirmation targets, fees, transactions that are forgotten.

import { readChains } from "../checks/chain-view.ts";
import type { Play } from "../play.ts";
import { aChain, type Operation } from "./operation.ts";

async function mine(play: Play): Promise<void> {
  await play.must("POST", `/networks/${aChain(play).symbol}/mine`, {
    blocks: 1 + play.dice.upTo(play.dice.oneIn(4) ? 8 : 2),
  });
}

async function reorg(play: Play): Promise<void> {
  const { dice } = play;
  const network = aChain(play).symbol;
  const force = dice.oneIn(3);
  // What it takes out must be known before.
  if (force) await readChains(play);
  const order = {
    depth: 1 + dice.upTo(dice.oneIn(3) ? 6 : 2),
    transactions: dice.of(["keep", "drop", "delay"]),
    force,
  };
  const answer = await play.admin("POST", `/networks/${network}/reorg`, order);
  play.demand([200, 400].includes(answer.status), () => `a reorg was answered ${answer.status} ${answer.text}`);
  if (answer.status !== 200) return;
  const { removed, added } = answer.data as { removed: string[]; added: string[] };
  play.demand(removed.length === order.depth, () => `a reorg of ${order.depth} removed ${removed.length}`);
  play.demand(!added.some((hash) => removed.includes(hash)), () => "a reorg brought back a hash that it had removed");
  if (force) forget(play, network, new Set(removed));
}

/** What a forced reorg takes out was told, and stays told until it is mined again. */
function forget({ model }: Play, network: string, removed: ReadonlySet<string>): void {
  for (const { hash, transactions } of model.chains[network] ?? [])
    if (removed.has(hash)) for (const one of transactions) model.forced.add(`${network} ${one.hash}`);
  model.rewritten.add(network);
}

async function mode(play: Play): Promise<void> {
  const network = aChain(play).symbol;
  const value = play.dice.of(["instant", "instant", "interval", "manual"]);
  await play.must("PUT", `/networks/${network}/mining`, { mode: value });
  play.model.modes[network] = value;
}

async function confirmations(play: Play): Promise<void> {
  const network = aChain(play).symbol;
  const blocks = 1 + play.dice.upTo(4);
  await play.must("PUT", `/networks/${network}/confirmations`, { blocks });
  const { least = blocks, most = blocks } = play.model.targets[network] ?? {};
  play.model.targets[network] = { now: blocks, least: Math.min(least, blocks), most: Math.max(most, blocks) };
}

async function baseFee(play: Play): Promise<void> {
  await play.must("PUT", `/networks/${aChain(play).symbol}/base-fee`, {
    gwei: play.dice.of(["0.01", "1", "5", "30", "80"]),
  });
}

/** Hashes that wait in a pool now, oldest first. */
export async function waiting(play: Play, network: string): Promise<string[]> {
  const answer = await play.admin("POST", `/networks/${network}/transactions/0x00/drop`);
  return (answer.json.details?.waiting ?? []).map(({ hash }: { hash: string }) => hash);
}

async function drop(play: Play): Promise<void> {
  const network = aChain(play).symbol;
  const hashes = await waiting(play, network);
  if (hashes.length === 0) return;
  await play.admin("POST", `/networks/${network}/transactions/${play.dice.of(hashes)}/drop`);
}

async function tokenAct(play: Play): Promise<void> {
  const chain = aChain(play);
  const act = play.dice.of(["pause", "unpause", "unpause"]);
  const answer = await play.admin(
    "POST",
    `/networks/${chain.symbol}/tokens/${play.dice.of(chain.tokens).symbol}/${act}`,
  );
  play.demand([200, 400].includes(answer.status), () => `${act} was answered ${answer.status} ${answer.text}`);
}

export const CHAIN_OPERATIONS: readonly Operation[] = [
  { name: "mine", weight: 6, always: true, act: mine },
  { name: "reorg", weight: 4, act: reorg },
  { name: "mining mode", weight: 2, act: mode },
  { name: "confirmation target", weight: 1, act: confirmations },
  { name: "base fee", weight: 1, act: baseFee },
  { name: "drop a transaction", weight: 2, act: drop },
  { name: "pause a token", weight: 1, act: tokenAct },
];
