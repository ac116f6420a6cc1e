// The chains as a stranger reads them through JSON-RPC: parent links, nonces of every sender, token transfers by receiver.
import { createPublicClient, type Hex, http, type PublicClient, parseAbiItem } from "viem";
import { recoverAuthorizationAddress } from "viem/utils";
import { type Book, NETWORKS, type Network } from "./acknowledged.ts";
import type { Client } from "./client.ts";

const TRANSFER = parseAbiItem("event Transfer(address indexed from, address indexed to, uint256 value)");

/** A block with the nonces that it used up. */
type BlockRead = { hash: string; nonces: [sender: string, nonce: number][]; paid: [to: string, units: bigint][] };
/** What was read of one chain so far; later reads go on from its end, or from where a reorg began. */
type Read = { blocks: BlockRead[]; paid: Map<string, bigint[]> };
export type Ledger = Map<Network, Read>;

export function emptyLedger(): Ledger {
  return new Map(NETWORKS.map((network) => [network, { blocks: [], paid: new Map() }]));
}

/** Reads on, and says what is not as it must be: hashes that changed, blocks that are gone, nonces with a gap. */
export async function readChains(client: Client, ledger: Ledger, book: Book): Promise<string[]> {
  const found = await Promise.all(NETWORKS.map((network) => readChain(client, ledger, book, network)));
  // A block links to its parent: what was right once stays right as long as the end of the chain is the same.
  book.blocks = [];
  book.deposits = book.deposits.slice(-20);
  book.reorgs.clear();
  return found.flat();
}

async function readChain(client: Client, ledger: Ledger, book: Book, network: Network): Promise<string[]> {
  const read = ledger.get(network);
  const url = client.ready.rpc[network];
  if (read === undefined || url === undefined) throw new Error(`no chain ${network}`);
  const transport = http(url, { retryCount: 0, batch: { batchSize: 100 } });
  const chain = createPublicClient({ transport, cacheTime: 0 });
  const reorg = book.reorgs.get(network);
  const wrong = await readOn(chain, network, read, reorg !== undefined);
  for (const { height, hash } of book.blocks.filter((block) => block.network === network)) {
    const now = read.blocks[height]?.hash;
    if (now !== hash && reorg === undefined)
      wrong.push(`${network}: block ${height} was ${hash} and is ${now ?? "gone"}`);
  }
  if (reorg === "drop") book.deposits = book.deposits.filter((deposit) => deposit.network !== network);
  const deposits = book.deposits.filter((deposit) => deposit.network === network);
  const there = await Promise.all(
    deposits.map(({ hash }) =>
      chain.getTransaction({ hash: hash as Hex }).then(
        () => true,
        () => false,
      ),
    ),
  );
  for (const [index, { hash }] of deposits.entries())
    if (!there[index]) wrong.push(`${network}: the acknowledged deposit ${hash} is gone`);
  return wrong;
}

async function readOn(chain: PublicClient, network: Network, read: Read, mayChange: boolean): Promise<string[]> {
  const head = Number(await chain.getBlockNumber());
  const had = read.blocks.length;
  const same = await sameUpTo(chain, read, head);
  if (same < had && !mayChange) {
    if (head < had - 1) return [`${network}: ends at block ${head}, and had ${had - 1}`];
    return [`${network}: block ${same} has another hash than before`];
  }
  read.blocks.length = same;
  const heights = Array.from({ length: head - same + 1 }, (_, index) => same + index);
  const blocks = await Promise.all(heights.map((height) => readBlock(chain, height)));
  const wrong = blocks.flatMap(({ parentHash, ...block }, index) => {
    const linked = same + index === 0 || parentHash === read.blocks.at(-1)?.hash;
    read.blocks.push(block);
    return linked ? [] : [`${network}: block ${same + index} does not follow the one before`];
  });
  if (head >= same) await readTransfers(chain, read, same, head);
  return [...wrong, ...gaps(network, read)];
}

/** How many blocks, from block 0 on, still have the hash that was read. Equal hashes mean equal blocks below. */
async function sameUpTo(chain: PublicClient, { blocks }: Read, head: number): Promise<number> {
  const isSame = async (height: number): Promise<boolean> =>
    height < 0 || (await chain.getBlock({ blockNumber: BigInt(height) })).hash === blocks[height]?.hash;
  const last = Math.min(head, blocks.length - 1);
  if (await isSame(last)) return last + 1;
  let [same, other] = [-1, last];
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2);
    if (await isSame(middle)) same = middle;
    else other = middle;
  }
  return same + 1;
}

async function readBlock(chain: PublicClient, height: number): Promise<BlockRead & { parentHash: string }> {
  const block = await chain.getBlock({ blockNumber: BigInt(height), includeTransactions: true });
  const nonces: BlockRead["nonces"] = [];
  for (const { from: sender, nonce, authorizationList } of block.transactions) {
    nonces.push([sender.toLowerCase(), nonce]);
    // An account that delegates uses up a nonce without sending anything.
    for (const authorization of authorizationList ?? []) {
      const authority = await recoverAuthorizationAddress({ authorization });
      nonces.push([authority.toLowerCase(), authorization.nonce]);
    }
  }
  return { hash: block.hash, parentHash: block.parentHash, nonces, paid: [] };
}

async function readTransfers(chain: PublicClient, read: Read, from: number, head: number): Promise<void> {
  const logs = await chain.getLogs({ event: TRANSFER, fromBlock: BigInt(from), toBlock: BigInt(head), strict: true });
  for (const { args, blockNumber } of logs)
    read.blocks[Number(blockNumber)]?.paid.push([args.to.toLowerCase(), args.value]);
  read.paid = new Map();
  for (const [to, units] of read.blocks.flatMap(({ paid }) => paid))
    read.paid.set(to, [...(read.paid.get(to) ?? []), units]);
}

/** Senders whose nonces do not go 0, 1, 2 … */
function gaps(network: Network, { blocks }: Read): string[] {
  const used = new Map<string, Set<number>>();
  for (const [sender, nonce] of blocks.flatMap(({ nonces }) => nonces))
    used.set(sender, (used.get(sender) ?? new Set()).add(nonce));
  return [...used].flatMap(([sender, nonces]) => {
    const highest = Math.max(...nonces);
    return nonces.size === highest + 1 ? [] : [`${network}: ${sender} has ${nonces.size} nonces up to ${highest}`];
  });
}

/** The amounts that a receiver got on a chain, in base units, one for each transfer. */
export function paidTo(ledger: Ledger, network: Network, to: string): bigint[] {
  return ledger.get(network)?.paid.get(to.toLowerCase()) ?? [];
}
