// What waits for a block of a network: by whom, for what, since when, and what has to happen first.
import type { Chain, Hex } from "../../chains/chain.ts";
import type { PendingTransaction } from "../../chains/transaction-pool.ts";
import { displayAddress } from "../../domain/address/evm-address.ts";
import { attemptByHash } from "../../domain/attempt/store.ts";
import { waitingHashes } from "../../domain/record/block-store.ts";
import type { FoundRecord } from "../../domain/record/family.ts";
import { type ApiRecord, recordsOfTransaction } from "../../domain/record/of-transaction.ts";
import type { World } from "../../domain/world.ts";
import { formatAmount } from "../../kernel/amount.ts";
import { isoTimeOrNull } from "../../kernel/clock.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { AdminDependencies } from "../dependencies.ts";
import { stateOf, titleOf } from "./record-title.ts";

/** A transaction in the pool, as the control API shows it. */
export type Waiting = components["schemas"]["WaitingTransaction"];

export const GWEI_DECIMALS = 9;

/** At most `limit` waiting transactions of a network, those that came first first, and how many there are. */
export async function waitingOn(
  dependencies: AdminDependencies,
  symbol: string,
  limit: number,
): Promise<{ items: Waiting[]; total: number }> {
  const { flow } = dependencies;
  const chain = flow.chains.get(symbol);
  const pending = await chain.request<PendingTransaction[]>("eth_pendingTransactions");
  // The page asks with every block: an empty pool costs nothing more.
  if (pending.length === 0) return { items: [], total: 0 };
  const byHash = new Map(pending.map((one) => [one.hash, one]));
  const nonces = await minedNonces(chain, pending);
  const arrivals = arrivalsOf(dependencies);
  const items = waitingHashes(flow.world.db, symbol, limit).flatMap((hash) => {
    const one = byHash.get(hash as Hex);
    return one === undefined ? [] : [waitingView(flow.world, chain, one, { pending, nonces, arrivals })];
  });
  return { items, total: pending.length };
}

/** What a transaction is about: without the unified transaction where the record that it belongs to is there. */
export function recordViews(world: World, network: string, hash: string): components["schemas"]["BlockRecord"][] {
  const found = recordsOfTransaction(world, network, hash);
  const sources = new Set(found.map(({ row }) => row.id));
  return found
    .filter((one) => one.kind !== "transaction" || !sources.has(one.row.source_id))
    .map(asFound)
    .map((one) => ({
      ...{ kind: one.kind, id: one.row.id, title: titleOf(world, one), state: stateOf(one), tx_id: hash },
    }));
}

/** A delegation is shown with its deposit address. */
function asFound(one: ApiRecord): FoundRecord {
  return one.kind === "delegation" ? { kind: "uda", row: one.row } : one;
}

type PoolFacts = {
  pending: readonly PendingTransaction[];
  /** The next nonce of each sender after its mined transactions. */
  nonces: ReadonlyMap<Hex, number>;
  /** When a node was asked to take a transaction, as far as the request log goes back: virtual ms by hash. */
  arrivals: ReadonlyMap<string, number>;
};

async function minedNonces(chain: Chain, pending: readonly PendingTransaction[]): Promise<ReadonlyMap<Hex, number>> {
  const senders = [...new Set(pending.map(({ from }) => from))];
  const nonces = senders.map(async (from) => {
    return [from, Number(await chain.request<Hex>("eth_getTransactionCount", [from, "latest"]))] as const;
  });
  return new Map(await Promise.all(nonces));
}

/** The newest answers of nodes that name a transaction. */
function arrivalsOf({ contract }: AdminDependencies): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const operationId of ["eth_sendRawTransaction", "eth_sendTransaction"])
    for (const { clock, reply } of contract.requests.list({ surface: "rpc", operationId }, Number.POSITIVE_INFINITY)
      .rows) {
      const hash = /"0x[0-9a-f]{64}"/.exec(reply.text ?? "")?.[0].slice(1, -1);
      if (hash !== undefined && clock !== null) found.set(hash, clock);
    }
  return found;
}

function waitingView(world: World, chain: Chain, one: PendingTransaction, facts: PoolFacts): Waiting {
  const network = chain.definition.symbol;
  const attempt = attemptByHash(world.db, network, one.hash);
  const fee = BigInt(one.maxFeePerGas ?? one.gasPrice ?? "0x0");
  return {
    hash: one.hash,
    sender: displayAddress(one.from),
    to: one.to === null ? null : displayAddress(one.to),
    nonce: Number(one.nonce),
    value: formatAmount(BigInt(one.value), chain.definition.native.decimals),
    gas_limit: Number(one.gas),
    max_fee_gwei: formatAmount(fee, GWEI_DECIMALS),
    purpose: attempt?.purpose ?? null,
    records: attempt === undefined ? [] : recordViews(world, network, one.hash),
    since: isoTimeOrNull(attempt?.sent_at ?? facts.arrivals.get(one.hash) ?? null),
    waits_for: waitsFor(chain, one, fee, facts),
  };
}

/** What has to happen before a block takes it. */
function waitsFor(
  chain: Chain,
  { from, nonce }: PendingTransaction,
  fee: bigint,
  { pending, nonces }: PoolFacts,
): Waiting["waits_for"] {
  const mined = nonces.get(from) ?? 0;
  const earlier = pending.filter((other) => other.from === from && Number(other.nonce) < Number(nonce)).length;
  if (mined + earlier < Number(nonce)) return "earlier_nonce";
  return fee < chain.baseFee ? "lower_base_fee" : "next_block";
}
