// An independent reader of the chains: blocks, receipts and traces through JSON-RPC, decoded without code of the product.
import type { Leg, SeenBlock, SeenTransaction } from "../model.ts";
import type { Simulation } from "../simulation.ts";
import { ZERO } from "../world-setup.ts";

const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const MOVING = new Set(["CALL", "CREATE", "CREATE2", "SELFDESTRUCT"]);
const UPPER_ZEROS = `0x${"0".repeat(24)}`;

const hex = (value: number): string => `0x${value.toString(16)}`;

/** The native transfers of a call frame and its sub-calls in execution order, without reverted frames. */
function legsOfFrame(frame: any): Leg[] {
  if (frame.error !== undefined) return [];
  const units = BigInt(frame.value ?? "0x0");
  const moves = MOVING.has(frame.type) && units > 0n && frame.to !== undefined;
  const own = moves ? [{ from: frame.from.toLowerCase(), to: frame.to.toLowerCase(), token: ZERO, units }] : [];
  return [...own, ...(frame.calls ?? []).flatMap(legsOfFrame)];
}

/** The ERC-20 transfer in a log of a known token; undefined unless it has three topics, valid addresses and one word of data. */
function legOfLog(log: any, tokens: ReadonlySet<string>): Leg | undefined {
  const token = log.address.toLowerCase();
  const [topic, from, to] = log.topics as string[];
  if (!tokens.has(token) || topic !== TRANSFER || log.topics.length !== 3 || log.data.length !== 66) return undefined;
  if (!from?.startsWith(UPPER_ZEROS) || !to?.startsWith(UPPER_ZEROS)) return undefined;
  return { from: `0x${from.slice(26)}`, to: `0x${to.slice(26)}`, token, units: BigInt(log.data) };
}

/** Height of the last block that the model and the chain have in common, or -1. */
async function forkPoint(sim: Simulation, network: string, seen: SeenBlock[], head: number): Promise<number> {
  let at = Math.min(seen.length - 1, head);
  while (at >= 0) {
    const [block] = await sim.setup.rpc(network, [{ method: "eth_getBlockByNumber", params: [hex(at), false] }]);
    if (block?.hash === seen[at]?.hash) return at;
    at -= 1;
  }
  return -1;
}

async function readBlocks(sim: Simulation, network: string, from: number, to: number): Promise<SeenBlock[]> {
  const heights = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => hex(from + index));
  const calls = heights.flatMap((height) => [
    { method: "eth_getBlockByNumber", params: [height, true] },
    { method: "eth_getBlockReceipts", params: [height] },
  ]);
  const results = await sim.setup.rpc(network, calls);
  const blocks: SeenBlock[] = [];
  for (const index of heights.keys()) {
    const [block, receipts] = [results[2 * index], results[2 * index + 1]];
    const transactions = await readTransactions(sim, network, block.transactions, receipts);
    const { hash, parentHash: parent } = block;
    blocks.push({ height: from + index, hash, parent, time: Number(block.timestamp), transactions });
  }
  return blocks;
}

async function readTransactions(sim: Simulation, network: string, transactions: any[], receipts: any[]) {
  const tokens = new Set(sim.setup.chain(network).tokens.map(({ address }) => address));
  // Token calls and failed transactions move no native coin: no trace is needed.
  const traced = transactions.filter(
    (one, index) => receipts[index].status === "0x1" && !tokens.has(one.to?.toLowerCase()),
  );
  const traces = await sim.setup.rpc(
    network,
    traced.map(({ hash }) => ({ method: "debug_traceTransaction", params: [hash, { tracer: "callTracer" }] })),
  );
  return transactions.map((one, index): SeenTransaction => {
    const receipt = receipts[index];
    const frame = traces[traced.indexOf(one)];
    const coin = frame === undefined ? [] : legsOfFrame(frame);
    const logs: any[] = receipt.logs;
    const known = logs.flatMap((log) => legOfLog(log, tokens) ?? []);
    return {
      ...{ hash: one.hash, index, logIndex: logs.length === 0 ? -1 : Number(logs[0].logIndex) },
      ...{ sender: one.from.toLowerCase(), nonce: Number(one.nonce), failed: receipt.status !== "0x1" },
      fee: BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice),
      legs: [...coin, ...known].filter(({ units }) => units > 0n),
    };
  });
}

/** Updates the model from the last common block on; I-04, I-39: blocks are linked, and their timestamps never decrease. */
export async function readChains(sim: Simulation): Promise<void> {
  for (const network of sim.plan.networks) {
    const seen = sim.model.chains[network] ?? [];
    const [latest] = await sim.setup.rpc(network, [{ method: "eth_getBlockByNumber", params: ["latest", false] }]);
    const head = Number(latest.number);
    const common = await forkPoint(sim, network, seen, head);
    const removed = seen.splice(common + 1);
    for (const block of removed) for (const one of block.transactions) rememberPosition(sim, network, block, one);
    for (const block of await readBlocks(sim, network, common + 1, head)) {
      const before = seen.at(-1);
      const linked = before === undefined || (block.parent === before.hash && block.time >= before.time);
      sim.check(linked, () => `${network}: block ${block.height} does not follow the one before`);
      sim.check(block.time * 1_000 <= sim.model.now + 1_000, () => `${network} is ahead of the clock: ${block.time}`);
      seen.push(block);
      for (const one of block.transactions) checkPosition(sim, network, block, one);
    }
  }
}

function rememberPosition(
  { model }: Simulation,
  network: string,
  block: SeenBlock,
  { hash, index, logIndex, legs }: SeenTransaction,
) {
  if (legs.length > 0) model.places.set(`${network} ${hash}`, { index, logIndex, block: block.hash });
}

function checkPosition(sim: Simulation, network: string, block: SeenBlock, one: SeenTransaction): void {
  const before = sim.model.places.get(`${network} ${one.hash}`);
  const watched = one.legs.some(({ to }) => sim.model.tenants.some((tenant) => tenant.watched[network]?.[to]));
  if (before === undefined || !watched || before.block === block.hash) return;
  if (before.logIndex !== one.logIndex || before.index !== one.index)
    sim.recordSituation("deposit orphaned and returned at another leg position");
}

/** All transfers on a network with their transactions, in order. */
export function legsOn(
  { model }: Simulation,
  network: string,
): (Leg & { transaction: SeenTransaction; height: number })[] {
  return (model.chains[network] ?? []).flatMap(({ transactions, height }) =>
    transactions.flatMap((transaction) => transaction.legs.map((leg) => ({ ...leg, transaction, height }))),
  );
}

/** The transfers to an address on a network. */
export function paidTo(sim: Simulation, network: string, to: string): (Leg & { height: number })[] {
  return legsOn(sim, network).filter((leg) => leg.to === to);
}
