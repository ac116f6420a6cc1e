// Operations on chains: mining, reorgs, mining modes, confirmation targets, base fee, dropped transactions, paused tokens.
import { readChains } from "../checks/chain-view.ts";
import type { Simulation } from "../simulation.ts";
import { aChain, type Operation } from "./operation.ts";

async function mine(sim: Simulation): Promise<void> {
  await sim.adminOk("POST", `/networks/${aChain(sim).symbol}/mine`, {
    blocks: 1 + sim.dice.upTo(sim.dice.oneIn(4) ? 8 : 2),
  });
}

async function reorg(sim: Simulation): Promise<void> {
  const { dice } = sim;
  const network = aChain(sim).symbol;
  const force = dice.oneIn(12);
  // Read the blocks that the reorg will remove while they are still there.
  if (force) await readChains(sim);
  const input = {
    depth: 1 + dice.upTo(dice.oneIn(3) ? 6 : 2),
    transactions: dice.of(["keep", "drop", "delay"]),
    force,
  };
  const answer = await sim.admin("POST", `/networks/${network}/reorg`, input);
  sim.check([200, 400].includes(answer.status), () => `a reorg was answered ${answer.status} ${answer.text}`);
  if (answer.status !== 200) return;
  const { removed, added } = answer.data as { removed: string[]; added: string[] };
  sim.check(removed.length === input.depth, () => `a reorg of ${input.depth} removed ${removed.length}`);
  sim.check(!added.some((hash) => removed.includes(hash)), () => "a reorg brought back a hash that it had removed");
  if (force) recordForcedRemoval(sim, network, new Set(removed));
}

/** Transactions that a forced reorg removes were announced, and their records stay until they are mined again. */
function recordForcedRemoval({ model }: Simulation, network: string, removed: ReadonlySet<string>): void {
  for (const { hash, transactions } of model.chains[network] ?? [])
    if (removed.has(hash)) for (const one of transactions) model.removedByForce.add(`${network} ${one.hash}`);
  model.rewritten.add(network);
}

async function mode(sim: Simulation): Promise<void> {
  const network = aChain(sim).symbol;
  const value = sim.dice.of(["instant", "instant", "interval", "manual"]);
  await sim.adminOk("PUT", `/networks/${network}/mining`, { mode: value });
  sim.model.modes[network] = value;
}

async function confirmations(sim: Simulation): Promise<void> {
  const network = aChain(sim).symbol;
  const blocks = 1 + sim.dice.upTo(4);
  await sim.adminOk("PUT", `/networks/${network}/confirmations`, { blocks });
  const { least = blocks, most = blocks } = sim.model.targets[network] ?? {};
  sim.model.targets[network] = { now: blocks, least: Math.min(least, blocks), most: Math.max(most, blocks) };
}

async function baseFee(sim: Simulation): Promise<void> {
  await sim.adminOk("PUT", `/networks/${aChain(sim).symbol}/base-fee`, {
    gwei: sim.dice.of(["0.01", "1", "5", "30", "80"]),
  });
}

/** Hashes of the transactions that are pending now, oldest first. */
export async function pendingHashes(sim: Simulation, network: string): Promise<string[]> {
  const answer = await sim.admin("POST", `/networks/${network}/transactions/0x00/drop`);
  return (answer.json.details?.waiting ?? []).map(({ hash }: { hash: string }) => hash);
}

async function drop(sim: Simulation): Promise<void> {
  const network = aChain(sim).symbol;
  const hashes = await pendingHashes(sim, network);
  if (hashes.length === 0) return;
  await sim.admin("POST", `/networks/${network}/transactions/${sim.dice.of(hashes)}/drop`);
}

async function pauseToken(sim: Simulation): Promise<void> {
  const chain = aChain(sim);
  const action = sim.dice.of(["pause", "unpause", "unpause"]);
  const answer = await sim.admin(
    "POST",
    `/networks/${chain.symbol}/tokens/${sim.dice.of(chain.tokens).symbol}/${action}`,
  );
  sim.check([200, 400].includes(answer.status), () => `${action} was answered ${answer.status} ${answer.text}`);
}

export const CHAIN_OPERATIONS: readonly Operation[] = [
  { name: "mine", weight: 6, always: true, run: mine },
  { name: "reorg", weight: 4, run: reorg },
  { name: "mining mode", weight: 2, run: mode },
  { name: "confirmation target", weight: 1, run: confirmations },
  { name: "base fee", weight: 1, run: baseFee },
  { name: "drop a transaction", weight: 2, run: drop },
  { name: "pause a token", weight: 1, run: pauseToken },
];
