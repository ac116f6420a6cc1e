// Scenes for what chance alone hardly ever brings about: each puts the world there, and then looks like any other step.
import { type Hex, serializeTransaction } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { readChains } from "../checks/chain-view.ts";
import { next, type PayoutBelief } from "../model.ts";
import type { Play } from "../play.ts";
import { waiting } from "./chains.ts";
import { advance } from "./clock.ts";
import { createEndpoint, replayDead } from "./endpoints.ts";
import { payToken } from "./money-in.ts";
import { aChain, type Operation, places } from "./operation.ts";
import { order } from "./payouts.ts";

/** Blocks on request only, in a vault that has its own gas: a payout then stands in the pool. Undefined = it does not. */
async function inThePool(play: Play, cutoffMs?: number): Promise<{ payout: PayoutBelief; hash: string } | undefined> {
  const { symbol } = aChain(play);
  const vault = places(play, symbol, 0).find(({ category }) => category === "vault")?.address;
  for (const [asset, amount] of [
    ["native", "0.5"],
    ["USDC", "5"],
  ])
    await play.admin("POST", "/faucet", { network: symbol, asset, amount, to_address: vault });
  await play.must("POST", `/networks/${symbol}/mine`, { blocks: 5 });
  await play.must("PUT", `/networks/${symbol}/mining`, { mode: "manual" });
  play.model.modes[symbol] = "manual";
  const payout = await order(play, { amount: "0.5", network: symbol, ...(cutoffMs === undefined ? {} : { cutoffMs }) });
  const hash = (await now(play, payout))?.tx_id ?? "";
  return hash !== "" && (await waiting(play, symbol)).includes(hash) ? { payout, hash } : undefined;
}

async function now(play: Play, { tenant, id, answer }: PayoutBelief): Promise<any> {
  if (answer !== "kept") return undefined;
  const found = await play.ask(tenant, "GET", `/transfer/payout/${id}`);
  return found?.status === 200 ? found.data : undefined;
}

/** The signed bytes of a transaction, put together from what a node tells of it. */
async function bytesOf(play: Play, network: string, hash: string): Promise<Hex | undefined> {
  const found = await play.node(network, "eth_getTransactionByHash", [hash]);
  if (!found) return undefined;
  const { to, input, chainId, nonce, value, gas, maxFeePerGas, maxPriorityFeePerGas, r, s, v } = found;
  const numbers = { nonce: Number(nonce), value: BigInt(value), gas: BigInt(gas), chainId: Number(chainId) };
  const fees = { maxFeePerGas: BigInt(maxFeePerGas), maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas) };
  const signature = { r, s, yParity: Number(v) };
  return serializeTransaction({ type: "eip1559", to, data: input, ...numbers, ...fees }, signature);
}

/** Another node still had the first bytes: they come back in the place of what is in the pool now. */
async function comesBack(play: Play, network: string, bytes: Hex): Promise<void> {
  for (const hash of await waiting(play, network))
    await play.admin("POST", `/networks/${network}/transactions/${hash}/drop`);
  await play.node(network, "eth_sendRawTransaction", [bytes]);
  await play.must("POST", `/networks/${network}/mine`, { blocks: play.model.targets[network]?.now ?? 1 });
}

async function oldAttemptWins(play: Play): Promise<void> {
  const found = await inThePool(play);
  if (found === undefined) return;
  const { payout, hash } = found;
  const bytes = await bytesOf(play, payout.network, hash);
  await advance(play, 61_000);
  if (bytes === undefined || (await waiting(play, payout.network)).includes(hash)) return;
  await comesBack(play, payout.network, bytes);
  const ended = await now(play, payout);
  if (ended?.tx_id === hash && ended.status === "confirmed") play.note("replacement where the old attempt won");
}

async function cancelRace(play: Play): Promise<void> {
  const found = await inThePool(play, 30_000);
  if (found === undefined) return;
  const { payout, hash } = found;
  const { network } = payout;
  const bytes = await bytesOf(play, network, hash);
  await advance(play, 30_000 + play.dice.upTo(2));
  if (bytes === undefined || (await waiting(play, network)).includes(hash)) return;
  if (play.dice.oneIn(2)) await comesBack(play, network, bytes);
  else await play.must("POST", `/networks/${network}/mine`, { blocks: play.model.targets[network]?.now ?? 1 });
  const ended = await now(play, payout);
  if (ended?.status === "confirmed") play.note("cancel lost against the payment");
  if (ended?.status === "expired") play.note("cancel won");
}

/** The gas of a payout comes in the last millisecond before its cutoff, or in the first after it. */
async function lastMillisecond(play: Play): Promise<void> {
  const { symbol } = aChain(play);
  await play.must("PUT", `/networks/${symbol}/mining`, { mode: "manual" });
  play.model.modes[symbol] = "manual";
  const payout = await order(play, { amount: "0.1", network: symbol, cutoffMs: 30_000 });
  if ((await now(play, payout))?.status !== "queued") return;
  await advance(play, 30_000 - play.dice.upTo(2));
  await play.must("POST", `/networks/${symbol}/mine`, { blocks: play.model.targets[symbol]?.now ?? 1 });
  const { status } = (await now(play, payout)) ?? {};
  if (status !== undefined && status !== "queued") play.note("expiry within 1 ms of the claim");
}

/** A reorg, of any depth that takes nothing back that was told, while the vault's payout is in a block or on its way. */
async function reorgUnderPayout(play: Play): Promise<void> {
  const found = await inThePool(play);
  if (found === undefined) return;
  const { network } = found.payout;
  await play.must("POST", `/networks/${network}/mine`, { blocks: 1 });
  const before = await now(play, found.payout);
  const transactions = play.dice.of(["keep", "drop", "delay"]);
  const answer = await play.admin("POST", `/networks/${network}/reorg`, { depth: 1, transactions });
  if (answer.status === 200 && before?.status === "processing")
    play.note("reorg while a payout of that vault is processing");
}

/** Seen, taken out by a reorg, and never mined again. */
async function goneForEver(play: Play): Promise<void> {
  const { symbol, tokens } = aChain(play);
  const to = places(play, symbol)[0]?.address;
  const target = play.model.targets[symbol]?.now ?? 1;
  if (target < 2) return;
  await play.must("PUT", `/networks/${symbol}/mining`, { mode: "manual" });
  play.model.modes[symbol] = "manual";
  await play.must("POST", `/networks/${symbol}/mine`);
  const order = { network: symbol, asset: tokens[0]?.symbol, amount: "3", to_address: to };
  const { data, status } = await play.admin("POST", "/deposits", order);
  if (status !== 201) return;
  await play.must("POST", `/networks/${symbol}/mine`);
  const answer = await play.admin("POST", `/networks/${symbol}/reorg`, { depth: 1, transactions: "drop" });
  const { items } = await play.must("GET", "/deposits?state=orphaned&limit=1000");
  const orphaned = items.some(({ tx_id }: { tx_id: string }) => tx_id === data.tx_id);
  if (answer.status === 200 && orphaned) play.note("deposit orphaned for ever");
}

/** Two in one block, undone; the first is forgotten, and the second comes again in its place. */
async function anotherPlace(play: Play): Promise<void> {
  const { symbol } = aChain(play);
  const to = places(play, symbol)[0]?.address;
  if (to === undefined || (play.model.targets[symbol]?.now ?? 1) < 2) return;
  await play.must("PUT", `/networks/${symbol}/mining`, { mode: "manual" });
  play.model.modes[symbol] = "manual";
  await play.must("POST", `/networks/${symbol}/mine`);
  const [first, second] = play.stage.ready.accounts;
  const hash = await payToken(play, symbol, to, 7n, first?.address);
  await payToken(play, symbol, to, 8n, second?.address);
  await play.must("POST", `/networks/${symbol}/mine`);
  await readChains(play);
  const answer = await play.admin("POST", `/networks/${symbol}/reorg`, { depth: 1, transactions: "delay" });
  if (answer.status !== 200) return;
  await play.admin("POST", `/networks/${symbol}/transactions/${hash}/drop`);
  await play.must("POST", `/networks/${symbol}/mine`);
  await readChains(play);
}

/** Signed without a chain id, as in the days before replay protection, and sent to two chains. */
async function onTwoChains(play: Play): Promise<void> {
  const [one, other] = play.stage.chains;
  const uda = play.model.udas.find(({ tenant }) => !play.tenant(tenant).removed);
  if (one === undefined || other === undefined || uda === undefined) return;
  const { number } = next(play.model);
  const account = privateKeyToAccount(`0x${(0xabc_0000 + number).toString(16).padStart(64, "0")}`);
  for (const { symbol } of [one, other]) {
    await play.admin("POST", "/faucet", { network: symbol, asset: "native", amount: "1", to_address: account.address });
    if (play.model.modes[symbol] !== "instant") await play.must("POST", `/networks/${symbol}/mine`);
  }
  const gas = { gas: 60_000n, gasPrice: 200_000_000_000n };
  const raw = await account.signTransaction({ type: "legacy", to: uda.address as Hex, value: 11n, nonce: 0, ...gas });
  const hashes = [];
  for (const { symbol } of [one, other]) hashes.push(await play.node(symbol, "eth_sendRawTransaction", [raw]));
  if (hashes[0] !== undefined && hashes[0] === hashes[1]) play.note("same transaction hash on two chains");
}

/** So many receivers that fail, so many events for each: an hour then has more than a thousand things to do. */
async function aThousandJobs(play: Play): Promise<void> {
  // Once in a while only: it takes as long as all the rest of a run.
  if (!play.dice.oneIn(12)) return;
  for (let count = 0; count < 12; count += 1) await createEndpoint(play, 0, "never", ["*"]);
  const { symbol } = aChain(play);
  const to = places(play, symbol, 0)[0]?.address;
  for (let count = 0; count < 8; count += 1)
    await play.admin("POST", "/deposits", { network: symbol, asset: "USDC", amount: "1", to_address: to });
  await play.must("POST", `/networks/${symbol}/mine`, { blocks: 5 });
  await advance(play, 3_600_000);
  await replayDead(play, 5);
  // What is on its way to a receiver still arrives when its endpoint goes.
  await play.must("POST", "/run-until-idle");
  for (const endpoint of play.model.endpoints.slice(-12)) {
    await play.must("DELETE", `/tenants/${play.tenant(0).id}/webhook-endpoints/${endpoint.id}`);
    endpoint.deleted = true;
  }
}

export const SCENE_OPERATIONS: readonly Operation[] = [
  { name: "the old attempt wins", weight: 1, act: oldAttemptWins },
  { name: "cancel against payment", weight: 1, act: cancelRace },
  { name: "the last millisecond", weight: 1, act: lastMillisecond },
  { name: "reorg under a payout", weight: 1, act: reorgUnderPayout },
  { name: "gone for ever", weight: 1, act: goneForEver },
  { name: "another place", weight: 1, act: anotherPlace },
  { name: "on two chains", weight: 1, act: onTwoChains },
  { name: "a thousand jobs", weight: 1, act: aThousandJobs },
];
