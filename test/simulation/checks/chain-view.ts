// The chains as a stranger reads them: blocks, receipts and traces through JSON-RPC, decoded here and nowhere else.
import type { Leg, SeenBlock, SeenTransaction } from "../model.ts";
import type { Play } from "../play.ts";
import { ZERO } from "../stage.ts";

const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const MOVING = new Set(["CALL", "CREATE", "CREATE2", "SELFDESTRUCT"]);
const UPPER_ZEROS = `0x${"0".repeat(24)}`;

const hex = (value: number): string => `0x${value.toString(16)}`;

/** The value that moved in a frame and below it, in the order it moved; nothing of frames that were undone. */
function legsOfFrame(frame: any): Leg[] {
  if (frame.error !== undefined) return [];
  const units = BigInt(frame.value ?? "0x0");
  const moves = MOVING.has(frame.type) && units > 0n && frame.to !== undefined;
  const own = moves ? [{ from: frame.from.toLowerCase(), to: frame.to.toLowerCase(), token: ZERO, units }] : [];
  return [...own, ...(frame.calls ?? []).flatMap(legsOfFrame)];
}

/** A transfer of a known token, or undefined: three topics, clean addresses, one word of data. */
function legOfLog(log: any, tokens: ReadonlySet<string>): Leg | undefined {
  const token = log.address.toLowerCase();
  const [topic, from, to] = log.topics as string[];
  if (!tokens.has(token) || topic !== TRANSFER || log.topics.length !== 3 || log.data.length !== 66) return undefined;
  if (!from?.startsWith(UPPER_ZEROS) || !to?.startsWith(UPPER_ZEROS)) return undefined;
  return { from: `0x${from.slice(26)}`, to: `0x${to.slice(26)}`, token, units: BigInt(log.data) };
}

/** The last block that both know, above which everything is read anew. */
async function forkPoint(play: Play, network: string, seen: SeenBlock[], head: number): Promise<number> {
  let at = Math.min(seen.length - 1, head);
  while (at >= 0) {
    const [block] = await play.stage.rpc(network, [{ method: "eth_getBlockByNumber", params: [hex(at), false] }]);
    if (block?.hash === seen[at]?.hash) return at;
    at -= 1;
  }
  return -1;
}

async function readBlocks(play: Play, network: string, from: number, to: number): Promise<SeenBlock[]> {
  const heights = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => hex(from + index));
  const calls = heights.flatMap((height) => [
    { method: "eth_getBlockByNumber", params: [height, true] },
    { method: "eth_getBlockReceipts", params: [height] },
  ]);
  const results = await play.stage.rpc(network, calls);
  const blocks: SeenBlock[] = [];
  for (const index of heights.keys()) {
    const [block, receipts] = [results[2 * index], results[2 * index + 1]];
    const transactions = await readTransactions(play, network, block.transactions, receipts);
    const { hash, parentHash: parent } = block;
    blocks.push({ height: from + index, hash, parent, time: Number(block.timestamp), transactions });
  }
  return blocks;
}

async function readTransactions(play: Play, network: string, transactions: any[], receipts: any[]) {
  const tokens = new Set(play.stage.chain(network).tokens.map(({ address }) => address));
  // A call of a token moves no coin, and neither does what failed.
  const traced = transactions.filter(
    (one, index) => receipts[index].status === "0x1" && !tokens.has(one.to?.toLowerCase()),
  );
  const traces = await play.stage.rpc(
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

/** Reads on from the last block that is still there; I-04, I-39: blocks are linked, their times never go back. */
export async function readChains(play: Play): Promise<void> {
  for (const network of play.plan.networks) {
    const seen = play.model.chains[network] ?? [];
    const [latest] = await play.stage.rpc(network, [{ method: "eth_getBlockByNumber", params: ["latest", false] }]);
    const head = Number(latest.number);
    const common = await forkPoint(play, network, seen, head);
    const removed = seen.splice(common + 1);
    for (const block of removed) for (const one of block.transactions) remember(play, network, block, one);
    for (const block of await readBlocks(play, network, common + 1, head)) {
      const before = seen.at(-1);
      const linked = before === undefined || (block.parent === before.hash && block.time >= before.time);
      play.demand(linked, () => `${network}: block ${block.height} does not follow the one before`);
      play.demand(block.time * 1_000 <= play.model.now + 1_000, () => `${network} is ahead of time: ${block.time}`);
      seen.push(block);
      for (const one of block.transactions) comeAgain(play, network, block, one);
    }
  }
}

function remember(
  { model }: Play,
  network: string,
  block: SeenBlock,
  { hash, index, logIndex, legs }: SeenTransaction,
) {
  if (legs.length > 0) model.places.set(`${network} ${hash}`, { index, logIndex, block: block.hash });
}

function comeAgain(play: Play, network: string, block: SeenBlock, one: SeenTransaction): void {
  const before = play.model.places.get(`${network} ${one.hash}`);
  const watched = one.legs.some(({ to }) => play.model.tenants.some((tenant) => tenant.watched[network]?.[to]));
  if (before === undefined || !watched || before.block === block.hash) return;
  if (before.logIndex !== one.logIndex || before.index !== one.index)
    play.note("deposit orphaned and returned at another leg position");
}

/** Everything that moved on a network, with its transaction, in order. */
export function legsOn({ model }: Play, network: string): (Leg & { transaction: SeenTransaction; height: number })[] {
  return (model.chains[network] ?? []).flatMap(({ transactions, height }) =>
    transactions.flatMap((transaction) => transaction.legs.map((leg) => ({ ...leg, transaction, height }))),
  );
}

/** What an address got on a network. */
export function paidTo(play: Play, network: string, to: string): (Leg & { height: number })[] {
  return legsOn(play, network).filter((leg) => leg.to === to);
}
