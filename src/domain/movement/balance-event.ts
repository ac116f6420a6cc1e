// The balance.updated event of a confirmed change (H-83).

import { required } from "../../kernel/assert.ts";
import { addressById } from "../address/store.ts";
import { usdOf } from "../network/price.ts";
import { emit } from "../outbox.ts";
import type { World } from "../world.ts";
import type { BalanceChange } from "./movement.ts";

/** The snapshot in a balance.updated event. */
export type BalanceRecord = {
  wallet_id: string;
  category: string;
  address: string;
  owner: string;
  network: string;
  asset: string;
  previous_raw: string;
  previous_usd: string;
  raw: string;
  usd: string;
};

/** Emits for user wallets, vault addresses and gas stations; UDA addresses have no balance event. */
export function announceBalance(world: World, change: BalanceChange): void {
  const row = required(addressById(world.db, change.addressId), "address of a balance", { id: change.addressId });
  if (row.category === "uda") return;
  const asset = world.catalogue.asset(row.network, change.asset);
  const record: BalanceRecord = {
    wallet_id: row.id,
    category: row.category,
    address: row.address,
    owner: row.owner,
    network: row.network,
    asset: change.asset,
    previous_raw: change.previous.toString(),
    previous_usd: usdOf(world.db, asset, change.previous),
    raw: change.current.toString(),
    usd: usdOf(world.db, asset, change.current),
  };
  emit(world, { tenantId: row.tenant_id, type: "balance.updated", resourceId: row.id, record });
}
