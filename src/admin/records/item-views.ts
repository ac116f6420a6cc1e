// A row of any kind as one item of a list over all tenants: the same members for all kinds, null where a kind has none.
import type { AddressRow } from "../../domain/address/address.ts";
import { displayAddress } from "../../domain/address/evm-address.ts";
import { lastMoveAt } from "../../domain/apply-transition.ts";
import { balanceOf } from "../../domain/movement/store.ts";
import type { PayoutRow } from "../../domain/payout/payout.ts";
import type { SettlementRow } from "../../domain/settlement/settlement.ts";
import type { TransactionRow } from "../../domain/transaction/transaction.ts";
import type { UdaRow } from "../../domain/uda/uda.ts";
import type { VaultRow } from "../../domain/vault/vault.ts";
import type { World } from "../../domain/world.ts";
import { formatAmount } from "../../kernel/amount.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { components } from "../../spec/admin.gen.ts";

type Item = components["schemas"]["RecordItem"];

const EMPTY = {
  ...{ owner: null, state: null, network: null, symbol: null, amount: null, raw: null, tx_id: null },
  ...{ address: null, reference_id: null, label: null, error: null },
} as const;

/** Times of a record: of its creation, and of its last change of state. */
function timesOf({ db }: World, noun: string, row: { id: string; created_at: number }) {
  const updated = lastMoveAt(db, noun, row.id) ?? row.created_at;
  return { created_at: isoTime(row.created_at), updated_at: isoTime(updated) };
}

/** Base units as amount and text, with the symbol of the asset. */
function amountOf({ catalogue }: World, row: { network: string; asset: string; raw: string }) {
  const asset = catalogue.asset(row.network, row.asset);
  return { symbol: asset.symbol, amount: formatAmount(BigInt(row.raw), asset.decimals), raw: row.raw };
}

const orNull = (text: string): string | null => (text === "" ? null : text);
const addressOrNull = (text: string): string | null => (text === "" ? null : displayAddress(text));

export function walletItem(_world: World, row: AddressRow): Item {
  const { id, tenant_id, owner, network } = row;
  const at = isoTime(row.created_at);
  const address = displayAddress(row.address);
  return { ...EMPTY, id, kind: "wallet", tenant_id, owner, network, address, created_at: at, updated_at: at };
}

export function udaItem(world: World, row: UdaRow): Item {
  const { id, tenant_id, owner, status, destination_network: network } = row;
  const { symbol } = world.catalogue.asset(network, row.destination_asset);
  const address = displayAddress(row.address);
  const more = { address, ...timesOf(world, "uda", row) };
  return { ...EMPTY, id, kind: "uda", tenant_id, owner, state: status, network, symbol, ...more };
}

export function settlementItem(world: World, row: SettlementRow): Item {
  const { id, tenant_id, owner, status, source_network: network } = row;
  return {
    ...{ ...EMPTY, id, kind: "settlement", tenant_id, owner, state: status, network },
    ...amountOf(world, { network, asset: row.source_asset, raw: row.source_raw }),
    ...{ tx_id: row.source_tx_hash, address: addressOrNull(row.source_address), error: orNull(row.error) },
    ...{ created_at: isoTime(row.created_at), updated_at: isoTime(row.updated_at) },
  };
}

export function payoutItem(world: World, row: PayoutRow): Item {
  const { id, tenant_id, status, network, reference_id } = row;
  return {
    ...{ ...EMPTY, id, kind: "payout", tenant_id, state: status, network, ...amountOf(world, row), reference_id },
    ...{ tx_id: orNull(row.tx_hash), address: displayAddress(row.to_address), error: orNull(row.error) },
    ...timesOf(world, "payout", row),
  };
}

export function transactionItem(world: World, row: TransactionRow): Item {
  const { id, tenant_id, owner, status, network } = row;
  return {
    ...{ ...EMPTY, id, kind: "transaction", tenant_id, owner: orNull(owner), state: status, network },
    ...{ ...amountOf(world, row), tx_id: orNull(row.tx_hash), address: addressOrNull(row.to_address) },
    ...{ error: orNull(row.error), created_at: isoTime(row.created_at), updated_at: isoTime(row.updated_at) },
  };
}

export function vaultItem(_world: World, { id, tenant_id, label, created_at }: VaultRow): Item {
  const at = isoTime(created_at);
  return { ...EMPTY, id, kind: "vault", tenant_id, label, created_at: at, updated_at: at };
}

/** Its amount is the native coin that the books have. */
export function gasStationItem({ db, catalogue }: World, row: AddressRow): Item {
  const { id, tenant_id, network } = row;
  const { native } = catalogue.network(network);
  const raw = balanceOf(db, id, native.key).confirmed;
  const at = isoTime(row.created_at);
  return {
    ...{ ...EMPTY, id, kind: "gas_station", tenant_id, network, address: displayAddress(row.address) },
    ...{ symbol: native.symbol, amount: formatAmount(raw, native.decimals), raw: raw.toString() },
    ...{ created_at: at, updated_at: at },
  };
}
