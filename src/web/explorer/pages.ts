// The pages of one network by the kind of what they show: transactions, addresses, blocks.
import type { Hex } from "../../chains/chain.ts";
import { recordsOfTransaction } from "../../domain/record/of-transaction.ts";
import { orphanedWith } from "../../domain/record/timeline-store.ts";
import type { Html } from "../../kernel/html.ts";
import { addressMain } from "./address-page.ts";
import { blockMain } from "./block-page.ts";
import type { Context } from "./context.ts";
import { missingMain } from "./not-found-page.ts";
import { readAddress } from "./read-address.ts";
import { readBlock } from "./read-block.ts";
import { readRemoved, removedMain } from "./removed-blocks.ts";
import { readTransaction } from "./transaction/read-transaction.ts";
import { transactionMain } from "./transaction/transaction-page.ts";

/** A page, or a redirect. */
export type Found =
  | { status: number; title: string; main: Html; here?: Context; query?: string }
  | { location: string };

const HASH = /^0x[0-9a-f]{64}$/;

/** The page of a path below a network's name; `key` in lower case. */
export const PAGES: Readonly<Record<string, (context: Context, key: string) => Promise<Found>>> = {
  async tx(context, key) {
    if (!HASH.test(key)) return missing(context, "This is not a transaction hash.", "A hash is 0x and 64 hex digits.");
    const facts = await readTransaction(context, key as Hex);
    const { world, network, showsRecords } = context;
    const records = recordsOfTransaction(world, network.symbol, key);
    const isForgotten = records.length === 0 && orphanedWith(world.db, network.symbol, key).length === 0;
    if (facts === undefined && isForgotten) {
      return missing(
        context,
        `${network.name} has no transaction ${key}.`,
        "It may have been dropped, or be on another network: the search above looks on all of them.",
      );
    }
    const main = transactionMain(context, key, facts, showsRecords ? records : []);
    return { status: 200, title: `Transaction ${key.slice(0, 10)}…`, here: context, main };
  },
  async address(context, key) {
    if (!/^0x[0-9a-f]{40}$/.test(key)) {
      return missing(context, "This is not an EVM address.", "An address is 0x and 40 hex digits.");
    }
    const main = addressMain(context, await readAddress(context, key as Hex));
    return { status: 200, title: `Address ${key.slice(0, 10)}…`, here: context, main };
  },
  async block(context, key) {
    const number = /^[0-9]{1,15}$/.test(key) ? Number(key) : undefined;
    if (number === undefined && !HASH.test(key)) {
      return missing(
        context,
        "This is neither a block number nor a hash.",
        "Use a decimal number, or 0x and 64 hex digits.",
      );
    }
    const facts = await readBlock(context, number ?? (key as Hex));
    const removed = facts === undefined && number === undefined ? await readRemoved(context, key as Hex) : undefined;
    if (removed !== undefined) {
      const main = removedMain(context, removed);
      return { status: 200, title: `Block ${removed.block.height}, removed`, here: context, main };
    }
    if (facts === undefined) {
      return missing(
        context,
        `${context.network.name} has no block ${key}.`,
        `Its head is block ${context.chain.head.number}. A block that a reorg removed opens by its hash.`,
      );
    }
    return {
      status: 200,
      title: `Block ${Number(facts.block.number)}`,
      here: context,
      main: blockMain(context, facts),
    };
  },
};

/** An answer of 404 that says where to go on. */
export function missing(context: Context, what: string, hint: string): Exclude<Found, { location: string }> {
  return { status: 404, title: "Not found", here: context, main: missingMain(what, hint) };
}
