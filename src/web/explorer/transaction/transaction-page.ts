// The page of a transaction: its status, what it transferred, and the API records that belong to it.

import type { ApiRecord } from "../../../domain/record/of-transaction.ts";
import { orphanedWith } from "../../../domain/record/timeline-store.ts";
import { type Html, html } from "../../../kernel/html.ts";
import { chip, tableSection } from "../../looks/page-elements.ts";
import * as cells from "../cells.ts";
import { type Context, confirmationsOf } from "../context.ts";
import { recordSection } from "../record-table.ts";
import { removedLink } from "../removed-blocks.ts";
import type { Moved } from "../value-transfers.ts";
import { callSection } from "./call-tree.ts";
import { contractAt, decodeCall } from "./known-contracts.ts";
import { logSection } from "./log-section.ts";
import type { Inclusion, TransactionFacts } from "./read-transaction.ts";

const NO_RECORDS = "None: no tenant's address takes part in it.";
const LONGEST_INPUT = 2_000;

/** `facts` is undefined for a transaction that the chain has lost but records still refer to. */
export function transactionMain(
  context: Context,
  hash: string,
  facts: TransactionFacts | undefined,
  records: readonly ApiRecord[],
): Html {
  const about = facts === undefined ? lostSection(context, hash) : factsOf(context, facts);
  return html`<h1 class="title">Transaction <code>${hash}</code></h1>
${about}
${facts === undefined ? "" : movedSection(context, facts)}
${recordSection(context, records, NO_RECORDS)}
${logSection(context, facts?.inclusion?.logs ?? [])}
${callSection(context, facts?.calls)}`;
}

/** The blocks that held it before a reorg removed them (D-52). */
function removedFrom(context: Context, hash: string): Html | "" {
  const { world, network } = context;
  const blocks = orphanedWith(world.db, network.symbol, hash);
  if (blocks.length === 0) return "";
  return html`${blocks.map((block) => html`<div>${removedLink(context, block)} ${chip("removed by a reorg", "bad")}</div>`)}`;
}

function lostSection(context: Context, hash: string): Html {
  return cells.factSection("Facts", [
    ["Status", chip("not on the chain", "bad")],
    ["Meaning", "No block and no pool holds it now: a reorg removed it, or it was dropped or replaced by another one."],
    ["Was in block", removedFrom(context, hash)],
  ]);
}

function factsOf(context: Context, { sent, inclusion, nowhere }: TransactionFacts): Html {
  const gasLimit = BigInt(sent.gas);
  const contract = contractAt(context, (sent.to ?? "").toLowerCase());
  const call = (contract === undefined ? undefined : decodeCall(contract, sent.input)?.name) ?? sent.input.slice(0, 10);
  const target: [string, Html] =
    sent.to === null
      ? ["Makes", cells.addressLink(context, inclusion?.created ?? "", true)]
      : ["To", cells.addressLink(context, sent.to, true)];
  return cells.factSection("Facts", [
    ...(inclusion === undefined ? waitingFacts(context) : minedFacts(context, inclusion)),
    ["Was in block", removedFrom(context, sent.hash)],
    ["Note", nowhere === "" ? "" : chip(nowhere, "warn")],
    ["From", cells.addressLink(context, sent.from, true)],
    target,
    ["Value", cells.nativeText(context, BigInt(sent.value))],
    ...feeFacts(context, inclusion, BigInt(sent.maxFeePerGas ?? sent.gasPrice ?? "0x0")),
    ["Gas", inclusion === undefined ? `limit ${gasLimit}` : `${inclusion.gasUsed} of ${gasLimit}`],
    ["Nonce", Number(sent.nonce)],
    ["Type", Number(sent.type)],
    [
      "Call",
      sent.input === "0x"
        ? ""
        : html`<details><summary>${call}</summary><code>${inputText(sent.input)}</code></details>`,
    ],
  ]);
}

type Facts = (readonly [string, string | number | Html])[];

function minedFacts(context: Context, inclusion: Inclusion): Facts {
  const { succeeded, height, timestamp, index, blockHash, reason, logs } = inclusion;
  const final = cells.confirmationChip(confirmationsOf(context, height));
  return [
    ["Status", succeeded ? html`${chip("succeeded", "good")} ${final}` : html`${chip("reverted", "bad")} ${final}`],
    ["Reason", succeeded ? "" : reason],
    ["Confirmations", cells.confirmationText(context, height)],
    [
      "Block",
      html`${cells.blockLink(context, height)} <span class="faint">place ${index}, <code>${blockHash}</code></span>`,
    ],
    ["Time", cells.secondsText(timestamp)],
    ["Logs", logs.length],
  ];
}

function waitingFacts(context: Context): Facts {
  const { number } = context.chain.head;
  return [
    ["Status", chip("waiting in the pool", "warn")],
    ["Confirmations", html`0 <span class="faint">(the head is block ${cells.blockLink(context, number)})</span>`],
  ];
}

function feeFacts(context: Context, inclusion: Inclusion | undefined, most: bigint): Facts {
  if (inclusion === undefined) return [["Gas price", `at most ${cells.gasPriceText(most)}`]];
  const fee = cells.nativeText(context, inclusion.gasUsed * inclusion.gasPrice);
  return [["Fee", html`${fee} <span class="faint">at ${cells.gasPriceText(inclusion.gasPrice)}</span>`]];
}

function inputText(input: string): string {
  return input.length > LONGEST_INPUT ? `${input.slice(0, LONGEST_INPUT)}… (${input.length / 2 - 1} bytes)` : input;
}

const KINDS: Readonly<Record<Moved["kind"], string>> = {
  native: "value",
  internal: "value, inside a contract",
  token: "token",
  intended: "asked for",
};

function movedSection(context: Context, { moved, inclusion }: TransactionFacts): Html {
  const rows = moved.map(
    (one) => html`<tr><td>${KINDS[one.kind]}</td><td>${cells.addressLink(context, one.from)}</td>
<td>${cells.addressLink(context, one.to)}</td><td class="amount">${cells.amountOf(context, one)}</td></tr>`,
  );
  const nothing = inclusion?.succeeded === false ? "Nothing: it reverted." : "Nothing.";
  const title = inclusion === undefined ? "What it asks for" : "What moved";
  return tableSection(title, ["Kind", "From", "To", "Amount"], rows, nothing);
}
