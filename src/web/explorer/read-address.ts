// Reads an address: its balances on the chain and in the ledger, its latest movements, its records.
import type { Hex } from "../../chains/chain.ts";
import { delegationTarget } from "../../chains/sweep.ts";
import { askBalance } from "../../chains/token.ts";
import type { AddressRow } from "../../domain/address/address.ts";
import { displayAddress } from "../../domain/address/evm-address.ts";
import { watchedAt } from "../../domain/address/store.ts";
import type { Balance } from "../../domain/movement/movement.ts";
import { balanceOf, type MovementRow, newestMovements } from "../../domain/movement/store.ts";
import type { Asset } from "../../domain/network/network.ts";
import { type ApiRecord, recordsOfAddress } from "../../domain/record/of-transaction.ts";
import type { Context } from "./context.ts";
import { readTransfers, type Transfer } from "./read-transfers.ts";

const MOST_MOVEMENTS = 50;

/** Base units. */
export type Holding = { asset: Asset; onChain: bigint; books: Balance };
export type Booked = { asset: Asset; row: MovementRow };

export type AddressFacts = {
  /** EIP-55. */
  shown: string;
  watched: AddressRow | undefined;
  nonce: number;
  codeBytes: number;
  /** What it delegates to; "" for nothing. */
  delegate: string;
  holdings: readonly Holding[];
  /** Undefined for an address that the ledger does not have, or whose owner may not be shown. */
  booked: readonly Booked[] | undefined;
  transfers: readonly Transfer[];
  records: readonly ApiRecord[];
};

/** `address` in lower case. */
export async function readAddress(context: Context, address: Hex): Promise<AddressFacts> {
  const { world, network, chain, showsRecords } = context;
  const watched = showsRecords ? watchedAt(world.db, network.symbol, address) : undefined;
  const [nonce, code, holdings, transfers] = await Promise.all([
    chain.request<Hex>("eth_getTransactionCount", [address, "latest"]),
    chain.request<Hex>("eth_getCode", [address, "latest"]),
    Promise.all(network.assets.map((asset) => readHolding(context, asset, address, watched))),
    watched === undefined ? readTransfers(context, address, MOST_MOVEMENTS) : [],
  ]);
  return {
    shown: displayAddress(address),
    watched,
    nonce: Number(nonce),
    codeBytes: code.length / 2 - 1,
    delegate: delegationTarget(code) ?? "",
    holdings,
    booked: watched === undefined ? undefined : bookedAt(context, watched),
    transfers,
    records: showsRecords ? recordsOfAddress(world, network.symbol, address) : [],
  };
}

async function readHolding(
  { world, chain }: Context,
  asset: Asset,
  address: Hex,
  watched: AddressRow | undefined,
): Promise<Holding> {
  const onChain = await askBalance(chain, asset.key, address, "latest");
  const books = watched === undefined ? { confirmed: 0n, held: 0n } : balanceOf(world.db, watched.id, asset.key);
  return { asset, onChain: onChain === "0x" ? 0n : BigInt(onChain), books };
}

/** Newest first, over all assets and states. */
function bookedAt({ world, network }: Context, { id: addressId }: AddressRow): Booked[] {
  const states = ["pending", "confirmed", "orphaned"] as const;
  return network.assets
    .flatMap((asset) =>
      states.flatMap((state) =>
        newestMovements(world.db, { addressId, asset: asset.key, state }, MOST_MOVEMENTS).map((row) => ({
          asset,
          row,
        })),
      ),
    )
    .toSorted((a, b) => b.row.id - a.row.id)
    .slice(0, MOST_MOVEMENTS);
}
