// Sequences of requests for situations that random steps hardly ever reach; the checks after the step are the same as for any other.
import { type Hex, serializeTransaction } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { readChains } from "../checks/chain-view.ts";
import { nextAddress, type PayoutBelief } from "../model.ts";
import type { Simulation } from "../simulation.ts";
import { pendingHashes } from "./chains.ts";
import { advance } from "./clock.ts";
import { createEndpoint, replayDead } from "./endpoints.ts";
import { payToken } from "./incoming-transfers.ts";
import { aChain, type Operation, places } from "./operation.ts";
import { createPayout } from "./payouts.ts";

/** Creates a payout whose transaction stays pending: manual mining, and a vault with gas. Undefined = it is not pending. */
async function pendingPayout(
  sim: Simulation,
  cutoffMs?: number,
): Promise<{ payout: PayoutBelief; hash: string } | undefined> {
  const { symbol } = aChain(sim);
  const vault = places(sim, symbol, 0).find(({ category }) => category === "vault")?.address;
  for (const [asset, amount] of [
    ["native", "0.5"],
    ["USDC", "5"],
  ])
    await sim.admin("POST", "/faucet", { network: symbol, asset, amount, to_address: vault });
  await sim.adminOk("POST", `/networks/${symbol}/mine`, { blocks: 5 });
  await sim.adminOk("PUT", `/networks/${symbol}/mining`, { mode: "manual" });
  sim.model.modes[symbol] = "manual";
  const payout = await createPayout(sim, {
    amount: "0.5",
    network: symbol,
    ...(cutoffMs === undefined ? {} : { cutoffMs }),
  });
  const hash = (await now(sim, payout))?.tx_id ?? "";
  return hash !== "" && (await pendingHashes(sim, symbol)).includes(hash) ? { payout, hash } : undefined;
}

async function now(sim: Simulation, { tenant, id, answer }: PayoutBelief): Promise<any> {
  if (answer !== "accepted") return undefined;
  const found = await sim.ask(tenant, "GET", `/transfer/payout/${id}`);
  return found?.status === 200 ? found.data : undefined;
}

/** The signed bytes of a transaction, rebuilt from the answer of a node. */
async function bytesOf(sim: Simulation, network: string, hash: string): Promise<Hex | undefined> {
  const found = await sim.node(network, "eth_getTransactionByHash", [hash]);
  if (!found) return undefined;
  const { to, input, chainId, nonce, value, gas, maxFeePerGas, maxPriorityFeePerGas, r, s, v } = found;
  const numbers = { nonce: Number(nonce), value: BigInt(value), gas: BigInt(gas), chainId: Number(chainId) };
  const fees = { maxFeePerGas: BigInt(maxFeePerGas), maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas) };
  const signature = { r, s, yParity: Number(v) };
  return serializeTransaction({ type: "eip1559", to, data: input, ...numbers, ...fees }, signature);
}

/** Replaces the pending transactions by the original bytes, as if another node still had them, and mines. */
async function mineOriginal(sim: Simulation, network: string, bytes: Hex): Promise<void> {
  for (const hash of await pendingHashes(sim, network))
    await sim.admin("POST", `/networks/${network}/transactions/${hash}/drop`);
  await sim.node(network, "eth_sendRawTransaction", [bytes]);
  await sim.adminOk("POST", `/networks/${network}/mine`, { blocks: sim.model.targets[network]?.now ?? 1 });
}

async function oldAttemptWins(sim: Simulation): Promise<void> {
  const found = await pendingPayout(sim);
  if (found === undefined) return;
  const { payout, hash } = found;
  const bytes = await bytesOf(sim, payout.network, hash);
  await advance(sim, 61_000);
  if (bytes === undefined || (await pendingHashes(sim, payout.network)).includes(hash)) return;
  await mineOriginal(sim, payout.network, bytes);
  const ended = await now(sim, payout);
  if (ended?.tx_id === hash && ended.status === "confirmed")
    sim.recordSituation("replacement where the old attempt won");
}

async function cancelRace(sim: Simulation): Promise<void> {
  const found = await pendingPayout(sim, 30_000);
  if (found === undefined) return;
  const { payout, hash } = found;
  const { network } = payout;
  const bytes = await bytesOf(sim, network, hash);
  await advance(sim, 30_000 + sim.dice.upTo(2));
  if (bytes === undefined || (await pendingHashes(sim, network)).includes(hash)) return;
  if (sim.dice.oneIn(2)) await mineOriginal(sim, network, bytes);
  else await sim.adminOk("POST", `/networks/${network}/mine`, { blocks: sim.model.targets[network]?.now ?? 1 });
  const ended = await now(sim, payout);
  if (ended?.status === "confirmed") sim.recordSituation("cancel lost against the payment");
  if (ended?.status === "expired") sim.recordSituation("cancel won");
}

/** The gas of a payout arrives 1 ms before its cutoff, or at it. */
async function lastMillisecond(sim: Simulation): Promise<void> {
  const { symbol } = aChain(sim);
  await sim.adminOk("PUT", `/networks/${symbol}/mining`, { mode: "manual" });
  sim.model.modes[symbol] = "manual";
  const payout = await createPayout(sim, { amount: "0.1", network: symbol, cutoffMs: 30_000 });
  if ((await now(sim, payout))?.status !== "queued") return;
  await advance(sim, 30_000 - sim.dice.upTo(2));
  await sim.adminOk("POST", `/networks/${symbol}/mine`, { blocks: sim.model.targets[symbol]?.now ?? 1 });
  const { status } = (await now(sim, payout)) ?? {};
  if (status !== undefined && status !== "queued") sim.recordSituation("expiry within 1 ms of the claim");
}

/** A reorg of one block, above the confirmation depth, while a payout of the vault is pending or mined. */
async function reorgUnderPayout(sim: Simulation): Promise<void> {
  const found = await pendingPayout(sim);
  if (found === undefined) return;
  const { network } = found.payout;
  await sim.adminOk("POST", `/networks/${network}/mine`, { blocks: 1 });
  const before = await now(sim, found.payout);
  const transactions = sim.dice.of(["keep", "drop", "delay"]);
  const answer = await sim.admin("POST", `/networks/${network}/reorg`, { depth: 1, transactions });
  if (answer.status === 200 && before?.status === "processing")
    sim.recordSituation("reorg while a payout of that vault is processing");
}

/** A deposit that a reorg removes and that is never mined again. */
async function orphanedForGood(sim: Simulation): Promise<void> {
  const { symbol, tokens } = aChain(sim);
  const to = places(sim, symbol)[0]?.address;
  const target = sim.model.targets[symbol]?.now ?? 1;
  if (target < 2) return;
  await sim.adminOk("PUT", `/networks/${symbol}/mining`, { mode: "manual" });
  sim.model.modes[symbol] = "manual";
  await sim.adminOk("POST", `/networks/${symbol}/mine`);
  const input = { network: symbol, asset: tokens[0]?.symbol, amount: "3", to_address: to };
  const { data, status } = await sim.admin("POST", "/deposits", input);
  if (status !== 201) return;
  await sim.adminOk("POST", `/networks/${symbol}/mine`);
  const answer = await sim.admin("POST", `/networks/${symbol}/reorg`, { depth: 1, transactions: "drop" });
  const { items } = await sim.adminOk("GET", "/deposits?state=orphaned&limit=1000");
  const orphaned = items.some(({ tx_id }: { tx_id: string }) => tx_id === data.tx_id);
  if (answer.status === 200 && orphaned) sim.recordSituation("deposit orphaned for ever");
}

/** A reorg removes two deposits of one block; the first is dropped, and the second is mined again at another index. */
async function anotherPosition(sim: Simulation): Promise<void> {
  const { symbol } = aChain(sim);
  const to = places(sim, symbol)[0]?.address;
  if (to === undefined || (sim.model.targets[symbol]?.now ?? 1) < 2) return;
  await sim.adminOk("PUT", `/networks/${symbol}/mining`, { mode: "manual" });
  sim.model.modes[symbol] = "manual";
  await sim.adminOk("POST", `/networks/${symbol}/mine`);
  const [first, second] = sim.setup.ready.accounts;
  const hash = await payToken(sim, symbol, to, 7n, first?.address);
  await payToken(sim, symbol, to, 8n, second?.address);
  await sim.adminOk("POST", `/networks/${symbol}/mine`);
  await readChains(sim);
  const answer = await sim.admin("POST", `/networks/${symbol}/reorg`, { depth: 1, transactions: "delay" });
  if (answer.status !== 200) return;
  await sim.admin("POST", `/networks/${symbol}/transactions/${hash}/drop`);
  await sim.adminOk("POST", `/networks/${symbol}/mine`);
  await readChains(sim);
}

/** One transaction signed without a chain id (no replay protection), sent to two chains. */
async function onTwoChains(sim: Simulation): Promise<void> {
  const [one, other] = sim.setup.chains;
  const uda = sim.model.udas.find(({ tenant }) => !sim.tenant(tenant).removed);
  if (one === undefined || other === undefined || uda === undefined) return;
  const { number } = nextAddress(sim.model);
  const account = privateKeyToAccount(`0x${(0xabc_0000 + number).toString(16).padStart(64, "0")}`);
  for (const { symbol } of [one, other]) {
    await sim.admin("POST", "/faucet", { network: symbol, asset: "native", amount: "1", to_address: account.address });
    if (sim.model.modes[symbol] !== "instant") await sim.adminOk("POST", `/networks/${symbol}/mine`);
  }
  const gas = { gas: 60_000n, gasPrice: 200_000_000_000n };
  const raw = await account.signTransaction({ type: "legacy", to: uda.address as Hex, value: 11n, nonce: 0, ...gas });
  const hashes = [];
  for (const { symbol } of [one, other]) hashes.push(await sim.node(symbol, "eth_sendRawTransaction", [raw]));
  if (hashes[0] !== undefined && hashes[0] === hashes[1]) sim.recordSituation("same transaction hash on two chains");
}

/** Many failing receivers with many events each: an advance of an hour then runs more than a thousand jobs. */
async function aThousandJobs(sim: Simulation): Promise<void> {
  // Rarely: it takes as long as the rest of a run.
  if (!sim.dice.oneIn(12)) return;
  for (let count = 0; count < 12; count += 1) await createEndpoint(sim, 0, "never", ["*"]);
  const { symbol } = aChain(sim);
  const to = places(sim, symbol, 0)[0]?.address;
  for (let count = 0; count < 8; count += 1)
    await sim.admin("POST", "/deposits", { network: symbol, asset: "USDC", amount: "1", to_address: to });
  await sim.adminOk("POST", `/networks/${symbol}/mine`, { blocks: 5 });
  await advance(sim, 3_600_000);
  await replayDead(sim, 5);
  // Requests in flight still arrive after their endpoint is deleted: finish them first.
  await sim.adminOk("POST", "/run-until-idle");
  for (const endpoint of sim.model.endpoints.slice(-12)) {
    await sim.adminOk("DELETE", `/tenants/${sim.tenant(0).id}/webhook-endpoints/${endpoint.id}`);
    endpoint.deleted = true;
  }
}

export const RARE_SEQUENCES: readonly Operation[] = [
  { name: "the old attempt wins", weight: 1, run: oldAttemptWins },
  { name: "cancel against payment", weight: 1, run: cancelRace },
  { name: "the last millisecond", weight: 1, run: lastMillisecond },
  { name: "reorg under a payout", weight: 1, run: reorgUnderPayout },
  { name: "gone for ever", weight: 1, run: orphanedForGood },
  { name: "another place", weight: 1, run: anotherPosition },
  { name: "on two chains", weight: 1, run: onTwoChains },
  { name: "a thousand jobs", weight: 1, run: aThousandJobs },
];
