// Assigns an address on a network to an owner (H-03, H-40, S-350…S-360).
import { failpoint } from "../../kernel/failpoint.ts";
import { Problem } from "../../kernel/problem.ts";
import { type AddressRow, derivationPath } from "../address/address.ts";
import { insertAddress } from "../address/store.ts";
import { unknownNetwork } from "../network/nearest-network.ts";
import type { Network } from "../network/network.ts";
import { emit } from "../outbox.ts";
import { isNetworkEnabled } from "../tenant/store.ts";
import type { TenantRow } from "../tenant/tenant.ts";
import type { World } from "../world.ts";
import { takeFromPool } from "./store.ts";

/** The network by id or symbol: at least one; both must agree. */
export type WalletInput = { owner: string; networkId: string | undefined; networkSymbol: string | undefined };

/**
 * Takes the lowest unused address of the tenant's pool on the network and emits `address.assigned`.
 * @throws Problem invalidRequest (no or two different networks), networkNotFound, networkNotEnabled, noAvailableWallets —
 * checked in this order; an empty pool changes nothing.
 */
export function assignWallet(world: World, tenant: TenantRow, input: WalletInput): AddressRow {
  const network = requestedNetwork(world, input);
  if (!isNetworkEnabled(world.db, tenant.id, network.symbol)) {
    throw new Problem("networkNotEnabled", `no asset of ${network.symbol} is enabled for this tenant`);
  }
  const index = takeFromPool(world.db, tenant.id, network.symbol);
  if (index === undefined) throw new Problem("noAvailableWallets", `the wallet pool of ${network.symbol} is empty`);
  failpoint("wallet.after_pool_take");
  const derivation = derivationPath("wallet", tenant.number, Number(network.id), index);
  const row: AddressRow = {
    id: world.ids.next("wallet"),
    tenant_id: tenant.id,
    network: network.symbol,
    address: world.derive(derivation),
    category: "user",
    owner: input.owner,
    holder_id: "",
    derivation,
    created_at: world.clock.now(),
  };
  insertAddress(world.db, row);
  emit(world, { tenantId: tenant.id, type: "address.assigned", resourceId: row.id, record: row });
  return row;
}

/** The one of the two that names nothing. */
function unknownName(byId: Network | undefined, { networkId, networkSymbol }: WalletInput): string {
  return (byId === undefined ? networkId : undefined) ?? networkSymbol ?? "";
}

function requestedNetwork(world: World, input: WalletInput): Network {
  const { networkId, networkSymbol } = input;
  if (networkId === undefined && networkSymbol === undefined) {
    throw new Problem("invalidRequest", "network_id or network_symbol is required");
  }
  const byId = networkId === undefined ? undefined : world.catalogue.byId(networkId);
  const bySymbol = networkSymbol === undefined ? undefined : world.catalogue.bySymbol(networkSymbol);
  if (
    networkId !== undefined &&
    networkSymbol !== undefined &&
    byId !== undefined &&
    bySymbol !== undefined &&
    byId !== bySymbol
  ) {
    throw new Problem("invalidRequest", "network_id and network_symbol name different networks");
  }
  const unknown =
    (networkId !== undefined && byId === undefined) || (networkSymbol !== undefined && bySymbol === undefined);
  const network = byId ?? bySymbol;
  if (unknown || network === undefined)
    throw new Problem("networkNotFound", unknownNetwork(world.catalogue, unknownName(byId, input)));
  return network;
}
