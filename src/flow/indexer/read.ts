// Reads a block from the chain: everything that moved value in it, requested by block hash (H-02, R-002).
import type { Chain, Hex } from "../../chains/chain.ts";
import type { EngineTransaction } from "../../chains/engine/recent-blocks.ts";
import { decodeTransfer, type TokenLog, TRANSFER_TOPIC } from "../../chains/token.ts";
import { watchedAt } from "../../domain/address/store.ts";
import { attemptOf } from "../../domain/attempt/store.ts";
import type { WrongNetwork } from "../../domain/deposit/wrong-network.ts";
import { countedMovements } from "../../domain/movement/store.ts";
import { NATIVE } from "../../domain/network/network.ts";
import type { World } from "../../domain/world.ts";
import { assert } from "../../kernel/assert.ts";
import { PLAIN_TRANSFER_GAS } from "../../kernel/transaction-gas.ts";
import { astray, callsToken } from "./astray.ts";
import { type CallFrame, nativeMovements } from "./trace.ts";

/** One movement of value; addresses and asset lower-case, `ordinal` its place within the transaction. */
export type BlockLeg = { ordinal: number; asset: string; from: string; to: string; raw: bigint };

/** A transaction that concerns a watched address or a platform attempt. `gasCost` in wei, 0 when no watched address paid it. */
export type BlockTransaction = { hash: Hex; from: string; succeeded: boolean; gasCost: bigint; legs: BlockLeg[] };

export type BlockFacts = {
  network: string;
  number: number;
  hash: Hex;
  parentHash: Hex;
  /** Unix seconds. */
  timestamp: number;
  transactions: BlockTransaction[];
  /** Transfer logs that do not have the form of a fungible token's, and are ignored. */
  skippedLogs: number;
  /** Everyone who sent or received value, lower-case: an address of these may be assigned before the block is applied. */
  parties: ReadonlySet<string>;
  /** Transfers to addresses of ours in tokens that the service does not know: no deposit follows. */
  unknownTokens: UnknownTokenTransfer[];
  /** Transfers to customers whose address is not assigned on this network: no deposit follows. */
  wrongNetwork: WrongNetwork[];
  /** A transaction calls a token without arguments, as its issuer pauses it. */
  callsToken: boolean;
};

/** Token and receiver lower-case. */
export type UnknownTokenTransfer = { hash: Hex; token: Hex; to: Hex; raw: bigint };

/** Ordinals of token legs start here, after the native movements of the transaction. */
const FIRST_LOG_ORDINAL = 1_000_000;

/**
 * Where to ask for an account's code as of a block, and whether it may change inside the block. `isOneReading`: block and logs were
 * read in one crossing to the engine.
 */
type BlockPlace = { hash: Hex; codeAt: string; codeChanges: boolean; isOneReading: boolean };

type EngineBlock = {
  number: Hex;
  hash: Hex;
  parentHash: Hex;
  timestamp: Hex;
  transactions: readonly EngineTransaction[];
};
type EngineLog = TokenLog & { transactionHash: Hex; blockHash: Hex };
type EngineReceipt = { status: Hex; gasUsed: Hex; effectiveGasPrice: Hex; blockHash: Hex };

/** Reads the block with this hash. A block unknown to the engine is an error, never "no logs". */
export async function readBlock(world: World, chain: Chain, hash: Hex): Promise<BlockFacts> {
  const network = chain.definition.symbol;
  const read = chain.justMined(hash);
  const block = read?.block ?? (await chain.request<EngineBlock | null>("eth_getBlockByHash", [hash, true]));
  assert(block !== null, "the engine knows a block it has mined", { network, hash });
  const facts: BlockFacts = {
    network,
    number: Number(block.number),
    hash: block.hash,
    parentHash: block.parentHash,
    timestamp: Number(block.timestamp),
    transactions: [],
    skippedLogs: 0,
    parties: new Set(),
    unknownTokens: [],
    wrongNetwork: [],
    callsToken: false,
  };
  if (block.transactions.length === 0) return facts;
  const logs = read?.logs.filter(({ topics }) => topics[0] === TRANSFER_TOPIC);
  const { legs: tokenLegs, skipped, unknown } = await readTokenLegs(world, chain, hash, logs);
  facts.skippedLogs = skipped;
  facts.unknownTokens = unknown;
  const place = {
    ...placeOf(chain, block),
    isOneReading: read !== undefined,
    ...{ facts, parties: new Set<string>() },
  };
  facts.parties = place.parties;
  for (const transaction of block.transactions) {
    const read = await readTransaction(world, chain, transaction, tokenLegs.get(transaction.hash) ?? [], place);
    if (read !== undefined) facts.transactions.push(read);
    facts.callsToken ||= callsToken(world, network, transaction);
  }
  return facts;
}

/** Blocks of a new branch are read below its head; a type-4 transaction can set or remove an account's code inside the block. */
function placeOf(chain: Chain, { hash, number, transactions }: EngineBlock): Omit<BlockPlace, "isOneReading"> {
  const codeAt = hash === chain.head.hash ? "latest" : number;
  return { hash, codeAt, codeChanges: transactions.some(({ type }) => type === "0x4") };
}

/** By transaction; `skipped` counts malformed Transfer logs. `given`: the Transfer logs of the block, if they were read already. */
async function readTokenLegs(
  world: World,
  chain: Chain,
  blockHash: Hex,
  given: readonly EngineLog[] | undefined,
): Promise<{ legs: Map<string, BlockLeg[]>; skipped: number; unknown: UnknownTokenTransfer[] }> {
  const network = chain.definition.symbol;
  const logs = given ?? (await chain.request<EngineLog[]>("eth_getLogs", [{ blockHash, topics: [TRANSFER_TOPIC] }]));
  const byTransaction = new Map<string, BlockLeg[]>();
  const positions = new Map<string, number>();
  const unknown: UnknownTokenTransfer[] = [];
  let skipped = 0;
  for (const log of logs) {
    assert(log.blockHash === blockHash, "a log belongs to the block that was asked for", { network, blockHash });
    const position = positions.get(log.transactionHash) ?? 0;
    positions.set(log.transactionHash, position + 1);
    const transfer = decodeTransfer(log);
    if (transfer === undefined) skipped += 1;
    if (transfer === undefined || transfer.value === 0n) continue;
    const { token: asset, from, to, value: raw } = transfer;
    if (asset === NATIVE || world.catalogue.findAsset(network, asset) === undefined) {
      if (watchedAt(world.db, network, to) !== undefined)
        unknown.push({ hash: log.transactionHash, token: asset, to, raw });
      continue;
    }
    const legs = byTransaction.get(log.transactionHash) ?? [];
    byTransaction.set(log.transactionHash, legs);
    legs.push({ ordinal: FIRST_LOG_ORDINAL + position, asset, from, to, raw });
  }
  return { legs: byTransaction, skipped, unknown };
}

async function readTransaction(
  world: World,
  chain: Chain,
  transaction: EngineTransaction,
  tokenLegs: BlockLeg[],
  place: BlockPlace & { parties: Set<string>; facts: BlockFacts },
): Promise<BlockTransaction | undefined> {
  const network = chain.definition.symbol;
  const from = transaction.from.toLowerCase();
  const ours =
    watchedAt(world.db, network, from) !== undefined ||
    attemptOf(world.db, network, { hash: transaction.hash, from }) !== undefined;
  // After a forced reorg it may be mined again and move nothing: its movements have to be compared.
  const counted = () => countedMovements(world.db, network, transaction.hash).length > 0;
  const native = await readNativeLegs(world, chain, transaction, place);
  const all = [...native, ...tokenLegs];
  for (const party of [from, ...all.flatMap((leg) => [leg.from, leg.to])]) place.parties.add(party);
  const legs = all.filter((leg) => leg.from !== leg.to && isWatched(world, network, leg));
  place.facts.wrongNetwork.push(
    ...astray(world, { network, height: place.facts.number, txHash: transaction.hash }, all),
  );
  if (!ours && legs.length === 0 && !counted()) return undefined;
  // A log exists only if its transaction succeeded, and nobody here paid its gas. Asked later, the log could be of another block.
  if (place.isOneReading && !ours && legs.some(({ ordinal }) => ordinal >= FIRST_LOG_ORDINAL))
    return { hash: transaction.hash, from, succeeded: true, gasCost: 0n, legs };
  const receipt = await chain.request<EngineReceipt | null>("eth_getTransactionReceipt", [transaction.hash]);
  assert(receipt?.blockHash === place.hash, "a receipt belongs to the block that was asked for", { network, ...place });
  const succeeded = receipt.status === "0x1";
  const gasCost = ours ? BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice) : 0n;
  return { hash: transaction.hash, from, succeeded, gasCost, legs: succeeded ? legs : [] };
}

function isWatched(world: World, network: string, leg: BlockLeg): boolean {
  return watchedAt(world.db, network, leg.to) !== undefined || watchedAt(world.db, network, leg.from) !== undefined;
}

/** The top-level value, and what contracts moved inside; traced only where a contract could have moved native coin. */
async function readNativeLegs(
  world: World,
  chain: Chain,
  transaction: EngineTransaction,
  { codeAt, codeChanges }: BlockPlace,
): Promise<BlockLeg[]> {
  const to = transaction.to?.toLowerCase();
  const value = BigInt(transaction.value);
  const network = chain.definition.symbol;
  if (to !== undefined && value === 0n && world.catalogue.findAsset(network, to) !== undefined) return [];
  const isPlain = async (receiver: string): Promise<boolean> =>
    // Code that is called with so little fails before it has done anything, and its receipt says so.
    BigInt(transaction.gas) <= PLAIN_TRANSFER_GAS ||
    (!codeChanges && (await chain.request<Hex>("eth_getCode", [receiver, codeAt])) === "0x");
  if (to !== undefined && (await isPlain(to)))
    return value === 0n ? [] : [{ ordinal: 0, asset: NATIVE, from: transaction.from.toLowerCase(), to, raw: value }];
  const frame = await chain.request<CallFrame>("debug_traceTransaction", [transaction.hash, { tracer: "callTracer" }]);
  return nativeMovements(frame).map((movement, ordinal) => ({ ordinal, asset: NATIVE, ...movement }));
}
