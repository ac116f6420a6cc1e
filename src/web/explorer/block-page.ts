// The page of a block, and the page of a network with its latest blocks, those that reorgs removed, and the size of its pool.

import { type Html, html } from "../../kernel/html.ts";
import { chip, tableSection } from "../looks/page-elements.ts";
import * as cells from "./cells.ts";
import { type Context, confirmationsOf } from "./context.ts";
import type { EngineBlock } from "./engine-shapes.ts";
import { type BlockFacts, type BlockTransaction, type ChainFacts, MAX_TRANSACTIONS } from "./read-block.ts";
import { removedBetween, removedSection } from "./removed-blocks.ts";

export function blockMain(context: Context, { block, transactions }: BlockFacts): Html {
  const height = Number(block.number);
  const all = block.transactions.length;
  const { number: head } = context.chain.head;
  const title = all > transactions.length ? `Transactions (the first ${MAX_TRANSACTIONS} of ${all})` : "Transactions";
  const heads = ["Transaction", "Status", "From", "To", "Moved"];
  return html`<h1 class="title">Block ${height} <code>${block.hash}</code></h1>
${cells.factSection("Facts", [
  ["Status", cells.confirmationChip(confirmationsOf(context, height))],
  ["Confirmations", cells.confirmationText(context, height)],
  ["Time", cells.secondsText(Number(block.timestamp))],
  ["Transactions", all],
  ["Gas used", `${BigInt(block.gasUsed)} of ${BigInt(block.gasLimit)}`],
  ["Base fee", cells.gasPriceText(BigInt(block.baseFeePerGas))],
  [
    "Parent",
    height === 0 ? "" : html`${cells.blockLink(context, height - 1)} <code class="faint">${block.parentHash}</code>`,
  ],
  ["Next", height >= head ? "" : cells.blockLink(context, height + 1)],
])}
${removedSection(context, removedBetween(context, height, height))}
${tableSection(
  title,
  heads,
  transactions.map((one) => transactionRow(context, one)),
  "None.",
)}`;
}

function transactionRow(context: Context, { sent, succeeded, moved }: BlockTransaction): Html {
  const status = succeeded ? chip("succeeded", "good") : chip("reverted", "bad");
  const to = sent.to === null ? html`<span class="faint">new contract</span>` : cells.addressLink(context, sent.to);
  const amounts = moved.map(
    (one) =>
      html`<div>${cells.amountOf(context, one)} <span class="faint">to</span> ${cells.addressLink(context, one.to)}</div>`,
  );
  return html`<tr><td>${cells.transactionLink(context, sent.hash)}</td><td>${status}</td>
<td>${cells.addressLink(context, sent.from)}</td><td>${to}</td><td>${amounts.length === 0 ? "nothing" : amounts}</td></tr>`;
}

export function chainMain(context: Context, { blocks, waiting }: ChainFacts): Html {
  const { network, chain } = context;
  const heads = ["Block", "Hash", "Time", "Transactions", "Gas used"];
  const last = Number(blocks.at(-1)?.number ?? 0);
  const newest = Number(blocks[0]?.number ?? 0) < chain.head.number;
  return html`<h1 class="title">Latest blocks <span class="faint">${network.symbol}, EIP-155 id ${network.chainId}, head ${chain.head.number}</span></h1>
<nav class="pages" aria-label="More"><a href="${cells.pathOf(context)}/pool">Pool: ${waiting} waiting</a></nav>
${tableSection(
  "Blocks",
  heads,
  blocks.map((block) => blockRow(context, block)),
  "None.",
)}
${removedSection(context, removedBetween(context, last, Number(blocks[0]?.number ?? 0)))}
<nav class="pages" aria-label="Pages of blocks">${newest ? html`<a href="${cells.pathOf(context)}">Latest blocks</a>` : ""}${last > 0 ? html`<a href="${cells.pathOf(context)}?from=${last - 1}">Older blocks</a>` : ""}</nav>`;
}

function blockRow(context: Context, block: EngineBlock): Html {
  return html`<tr><td class="number">${cells.blockLink(context, Number(block.number))}</td><td><code title="${block.hash}">${block.hash.slice(0, 18)}…</code></td>
<td>${cells.secondsText(Number(block.timestamp))}</td><td class="number">${block.transactions.length}</td><td class="number">${Number(block.gasUsed).toLocaleString("en-US")}</td></tr>`;
}
