// Blocks that a reorg removed, and where their transactions are now (D-52).
import type { Hex } from "../../chains/chain.ts";
import { type ListedBlock, removedBlock, removedBlocks } from "../../domain/record/block-store.ts";
import { formatAmount } from "../../kernel/amount.ts";
import { type Html, html } from "../../kernel/html.ts";
import { chip, tableSection } from "../looks/page-elements.ts";
import * as cells from "./cells.ts";
import type { Context } from "./context.ts";
import type { EngineTransaction } from "./engine-shapes.ts";

/** Transactions of a page, and removed blocks of a list. */
const MAX_TRANSACTIONS = 100;
const MAX_REMOVED = 50;

type Place = { hash: string; now: "block" | "pool" | "gone"; height: number };
/** `places`: of its first 100 transactions. */
export type RemovedFacts = {
  block: ListedBlock;
  all: number;
  places: readonly Place[];
  others: readonly ListedBlock[];
};

/** By its lower-case hash; undefined when no reorg removed such a block. */
export async function readRemoved({ world, network, chain }: Context, hash: Hex): Promise<RemovedFacts | undefined> {
  const block = removedBlock(world.db, network.symbol, hash);
  if (block === undefined) return undefined;
  const hashes = JSON.parse(block.transactions) as string[];
  const places = hashes.slice(0, MAX_TRANSACTIONS).map(async (one): Promise<Place> => {
    const found = await chain.request<(EngineTransaction & { blockNumber: Hex | null }) | null>(
      "eth_getTransactionByHash",
      [one],
    );
    if (found === null) return { hash: one, now: "gone", height: 0 };
    return { hash: one, now: found.blockNumber === null ? "pool" : "block", height: Number(found.blockNumber ?? 0) };
  });
  const others = removedBetween({ world, network }, block.height, block.height).filter((one) => one.hash !== hash);
  return { block, all: hashes.length, places: await Promise.all(places), others };
}

/** The removed blocks between two heights, the newest 50. */
export function removedBetween(
  { world, network }: Pick<Context, "world" | "network">,
  from: number,
  to: number,
): ListedBlock[] {
  return removedBlocks(world.db, { network: network.symbol, from, to, limit: MAX_REMOVED });
}

/** The page of a removed block. */
export function removedMain(context: Context, { block, all, places, others }: RemovedFacts): Html {
  const { height, hash, parent_hash, timestamp, base_fee } = block;
  const isShort = context.chain.head.number < height;
  return html`<h1 class="title">Block ${height} <code>${hash}</code></h1>
${cells.factSection("Facts", [
  ["Status", chip("✕ removed by a reorg", "bad")],
  ["In its place", isShort ? "no block yet" : cells.blockLink(context, height)],
  [
    "Removed too",
    others.length === 0 ? "" : html`${others.map((one) => html`<div>${removedLink(context, one)}</div>`)}`,
  ],
  ["Time", cells.secondsText(timestamp)],
  ["Transactions", all],
  ["Base fee", `${formatAmount(BigInt(base_fee), 9)} gwei`],
  ["Parent", html`<code class="faint">${parent_hash}</code>`],
])}
${tableSection(
  all > places.length
    ? `Where its transactions are now (the first ${places.length} of ${all})`
    : "Where its transactions are now",
  ["Transaction", "Now"],
  places.map(
    (one) =>
      html`<tr><td>${cells.transactionLink(context, one.hash)}</td><td class="grow">${placeText(context, one)}</td></tr>`,
  ),
  "It had none.",
)}`;
}

function placeText(context: Context, { now, height }: Place): Html {
  if (now === "block") return html`${chip("mined again", "good")} in block ${cells.blockLink(context, height)}`;
  if (now === "pool") return html`${chip("waiting", "warn")} in the <a href="${cells.pathOf(context)}/pool">pool</a>`;
  return html`${chip("gone", "bad")} no block and no pool holds it: the reorg dropped it, or another one took its nonce`;
}

/** A link to the page of a removed block: its hash names it, since another block has its number. */
export function removedLink(
  context: Pick<Context, "network">,
  { height, hash }: Pick<ListedBlock, "height" | "hash">,
): Html {
  return html`<a href="${cells.pathOf(context)}/block/${hash}" title="${hash}">${height} <code>${hash.slice(0, 18)}…</code></a>`;
}

/** The removed blocks of a list; nothing where there are none. */
export function removedSection(context: Context, blocks: readonly ListedBlock[]): Html | "" {
  if (blocks.length === 0) return "";
  const rows = blocks.map(
    (block) =>
      html`<tr><td>${removedLink(context, block)}</td><td>${cells.secondsText(block.timestamp)}</td><td class="number">${(JSON.parse(block.transactions) as string[]).length}</td></tr>`,
  );
  return tableSection("Removed by reorgs", ["Removed block", "Time", "Transactions"], rows, "");
}
