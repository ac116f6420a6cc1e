// Search: any text → the pages that show it, on one network or on all of them.
import type { Hex } from "../../chains/chain.ts";
import { askBalance } from "../../chains/token.ts";
import { depositById } from "../../domain/deposit/store.ts";
import type { Network } from "../../domain/network/network.ts";
import { payoutById } from "../../domain/payout/store.ts";
import { removedBlock } from "../../domain/record/block-store.ts";
import { recordsOfTransaction } from "../../domain/record/of-transaction.ts";
import { claimById, settlementById } from "../../domain/settlement/store.ts";
import { transactionById } from "../../domain/transaction/store.ts";
import type { World } from "../../domain/world.ts";
import { pathOf } from "./cells.ts";
import type { Context } from "./context.ts";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NUMBER = /^[0-9]{1,15}$/;
const ADDRESS = /^0x[0-9a-f]{40}$/;
const HASH = /^0x[0-9a-f]{64}$/;

/** A page of the explorer that shows what was searched. */
export type Place = { network: Network; path: string };

/**
 * The path of the best page for a text, from the pages of the first network: there if it is there, otherwise where else it is. A hash,
 * an address or a number that is nowhere leads to the first network, whose page says so. Undefined for any other text.
 */
export async function placeOf([here, ...others]: readonly [Context, ...Context[]], text: string) {
  const wanted = text.trim().toLowerCase();
  if (UUID.test(wanted)) return here.showsRecords ? recordPlace(here.world, wanted)?.path : undefined;
  if (NUMBER.test(wanted)) return `${pathOf(here)}/block/${Number(wanted)}`;
  if (!ADDRESS.test(wanted) && !HASH.test(wanted)) return undefined;
  for (const context of [here, ...others]) {
    const place = await placeOn(context, wanted);
    if (place !== undefined) return place.path;
  }
  return `${pathOf(here)}/${ADDRESS.test(wanted) ? "address" : "tx"}/${wanted}`;
}

/** Every page that shows the text, in the order of the networks. */
export async function placesOf(contexts: readonly [Context, ...Context[]], text: string): Promise<Place[]> {
  const wanted = text.trim().toLowerCase();
  const [{ world, showsRecords }] = contexts;
  const record = showsRecords && UUID.test(wanted) ? recordPlace(world, wanted) : undefined;
  if (record !== undefined) return [record];
  const places = await Promise.all(contexts.map((context) => placeOn(context, wanted)));
  return places.filter((place) => place !== undefined);
}

/** Where this network has it: a block, a transaction, or an address that was ever used or named. */
async function placeOn(context: Context, wanted: string): Promise<Place | undefined> {
  const { network, chain } = context;
  const at = (kind: string): Place => ({ network, path: `${pathOf(context)}/${kind}/${wanted}` });
  if (NUMBER.test(wanted)) return Number(wanted) <= chain.head.number ? at("block") : undefined;
  if (ADDRESS.test(wanted)) return (await isUsed(context, wanted as Hex)) ? at("address") : undefined;
  if (!HASH.test(wanted)) return undefined;
  if ((await chain.request("eth_getBlockByHash", [wanted, false])) !== null) return at("block");
  if (removedBlock(context.world.db, network.symbol, wanted) !== undefined) return at("block");
  const isKnown = (await chain.request("eth_getTransactionByHash", [wanted])) !== null;
  return isKnown || recordsOfTransaction(context.world, network.symbol, wanted).length > 0 ? at("tx") : undefined;
}

async function isUsed({ network, chain, names }: Context, address: Hex): Promise<boolean> {
  if (names(address) !== "") return true;
  const facts = await Promise.all([
    chain.request<Hex>("eth_getTransactionCount", [address, "latest"]),
    chain.request<Hex>("eth_getCode", [address, "latest"]),
    ...network.assets.map(({ key }) => askBalance(chain, key, address, "latest")),
  ]);
  return facts.some((value) => /[1-9a-f]/.test(value.slice(2)));
}

/** The transaction of a record, on any network; undefined before there is one. */
function recordPlace({ db, catalogue }: World, id: string): Place | undefined {
  const row = depositById(db, id) ?? transactionById(db, id) ?? payoutById(db, id) ?? claimById(db, id);
  const settlement = row === undefined ? settlementById(db, id) : undefined;
  const hash = row?.tx_hash ?? settlement?.source_tx_hash ?? "";
  const network = catalogue.bySymbol(row?.network ?? settlement?.source_network ?? "");
  return hash === "" || network === undefined ? undefined : { network, path: `${pathOf({ network })}/tx/${hash}` };
}
