// The chains as a stranger reads them through JSON-RPC: parent links, nonces of every sender, token transfers by receiver.
import { createPublicClient, type Hex, http, type PublicClient, parseAbiItem } from "viem";
import { recoverAuthorizationAddress } from "viem/utils";
import { type Book, NETWORKS, type Network } from "./book.ts";
import type { Client } from "./client.ts";

const TRANSFER = parseAbiItem("event Transfer(address indexed from, address indexed to, uint256 value)");

/** What was read of one chain so far; later reads go on from its end. */
type Read = { hashes: string[]; nonces: Map<string, Set<number>>; paid: Map<string, bigint[]> };
export type Ledger = Map<Network, Read>;

export function emptyLedger(): Ledger {
  return new Map(NETWORKS.map((network) => [network, { hashes: [], nonces: new Map(), paid: new Map() }]));
}

/** Reads on, and says what is not as it must be: hashes that changed, blocks that are gone, nonces with a gap. */
export async function readChains(client: Client, ledger: Ledger, book: Book): Promise<string[]> {
  const wrong: string[] = [];
  for (const network of NETWORKS) {
    const read = ledger.get(network);
    const url = client.ready.rpc[network];
    if (read === undefined || url === undefined) throw new Error(`no chain ${network}`);
    const chain = createPublicClient({ transport: http(url, { retryCount: 0 }), cacheTime: 0 });
    wrong.push(...(await readOn(chain, network, read)));
    for (const { height, hash } of book.blocks.filter((block) => block.network === network)) {
      const now = read.hashes[height];
      if (now !== hash) wrong.push(`${network}: block ${height} was ${hash} and is ${now ?? "gone"}`);
    }
    for (const { hash } of book.deposits.filter((deposit) => deposit.network === network)) {
      const found = await chain.getTransaction({ hash: hash as Hex }).catch(() => undefined);
      if (found === undefined) wrong.push(`${network}: the acknowledged deposit ${hash} is gone`);
    }
  }
  // A block links to its parent: what was right once stays right as long as the end of the chain is the same.
  book.blocks = [];
  book.deposits = book.deposits.slice(-20);
  return wrong;
}

async function readOn(chain: PublicClient, network: Network, read: Read): Promise<string[]> {
  const from = read.hashes.length;
  const head = Number(await chain.getBlockNumber());
  if (head < from - 1) return [`${network}: ends at block ${head}, and had ${from - 1}`];
  if (from > 0) {
    const { hash } = await chain.getBlock({ blockNumber: BigInt(from - 1) });
    if (hash !== read.hashes[from - 1]) return [`${network}: block ${from - 1} has another hash than before`];
  }
  const wrong: string[] = [];
  for (let height = from; height <= head; height += 1) wrong.push(...(await readBlock(chain, network, read, height)));
  if (head >= from) await readTransfers(chain, read, from, head);
  for (const [sender, nonces] of read.nonces) {
    const highest = Math.max(...nonces);
    if (nonces.size !== highest + 1) wrong.push(`${network}: ${sender} has ${nonces.size} nonces up to ${highest}`);
  }
  return wrong;
}

async function readBlock(chain: PublicClient, network: Network, read: Read, height: number): Promise<string[]> {
  const block = await chain.getBlock({ blockNumber: BigInt(height), includeTransactions: true });
  const linked = height === 0 || block.parentHash === read.hashes[height - 1];
  read.hashes.push(block.hash);
  for (const { from: sender, nonce, authorizationList } of block.transactions) {
    note(read, sender, nonce);
    // An account that delegates uses up a nonce without sending anything.
    for (const authorization of authorizationList ?? [])
      note(read, await recoverAuthorizationAddress({ authorization }), authorization.nonce);
  }
  return linked ? [] : [`${network}: block ${height} does not follow the one before`];
}

async function readTransfers(chain: PublicClient, read: Read, from: number, head: number): Promise<void> {
  const logs = await chain.getLogs({ event: TRANSFER, fromBlock: BigInt(from), toBlock: BigInt(head), strict: true });
  for (const { args } of logs) {
    const to = args.to.toLowerCase();
    read.paid.set(to, [...(read.paid.get(to) ?? []), args.value]);
  }
}

function note(read: Read, sender: string, nonce: number): void {
  const key = sender.toLowerCase();
  const nonces = read.nonces.get(key) ?? new Set();
  read.nonces.set(key, nonces.add(nonce));
}

/** The amounts that a receiver got on a chain, in base units, one for each transfer. */
export function paidTo(ledger: Ledger, network: Network, to: string): bigint[] {
  return ledger.get(network)?.paid.get(to.toLowerCase()) ?? [];
}
