// Search: any text → the URL of the page that shows it.
import { depositById } from "../../domain/deposit/store.ts";
import { payoutById } from "../../domain/payout/store.ts";
import { claimById, settlementById } from "../../domain/settlement/store.ts";
import { transactionById } from "../../domain/transaction/store.ts";
import type { World } from "../../domain/world.ts";
import { pathOf } from "./cells.ts";
import type { Context } from "./context.ts";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A path of the explorer, or undefined when nothing matches the text. */
export async function placeOf(context: Context, text: string): Promise<string | undefined> {
  const wanted = text.trim().toLowerCase();
  const path = pathOf(context);
  if (/^[0-9]{1,15}$/.test(wanted)) return `${path}/block/${Number(wanted)}`;
  if (/^0x[0-9a-f]{40}$/.test(wanted)) return `${path}/address/${wanted}`;
  if (/^0x[0-9a-f]{64}$/.test(wanted)) {
    const block = await context.chain.request("eth_getBlockByHash", [wanted, false]);
    return `${path}/${block === null ? "tx" : "block"}/${wanted}`;
  }
  return context.showsRecords && UUID.test(wanted) ? placeOfRecord(context.world, wanted) : undefined;
}

/** The transaction of a record, on any network; undefined before there is one. */
function placeOfRecord({ db, catalogue }: World, id: string): string | undefined {
  const row = depositById(db, id) ?? transactionById(db, id) ?? payoutById(db, id) ?? claimById(db, id);
  const settlement = row === undefined ? settlementById(db, id) : undefined;
  const hash = row?.tx_hash ?? settlement?.source_tx_hash ?? "";
  const network = catalogue.bySymbol(row?.network ?? settlement?.source_network ?? "");
  return hash === "" || network === undefined ? undefined : `${pathOf({ network })}/tx/${hash}`;
}
