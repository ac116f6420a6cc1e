// Resolves the names in requests of the control API; an unknown one is answered with the known ones.
import { addressFromBody } from "../domain/address/evm-address.ts";
import { nearestNetwork } from "../domain/network/nearest-network.ts";
import type { Asset, Network } from "../domain/network/network.ts";
import { listTenants, tenantById } from "../domain/tenant/store.ts";
import type { TenantRow } from "../domain/tenant/tenant.ts";
import type { World } from "../domain/world.ts";
import { parseAmount } from "../kernel/amount.ts";
import { Problem } from "../kernel/problem.ts";

/** The network of a path segment. @throws Problem networkNotFound (404). */
export function networkOfPath(world: Pick<World, "catalogue">, name: string): Network {
  const network = findNetwork(world, name);
  if (network === undefined) throw new Problem("networkNotFound", ...unknownNetwork(world, name));
  return network;
}

/** The network named in a body. @throws Problem invalidRequest (400). */
export function networkOfBody(world: Pick<World, "catalogue">, name: string | number): Network {
  const network = findNetwork(world, String(name));
  if (network === undefined) throw new Problem("invalidRequest", ...unknownNetwork(world, String(name)));
  return network;
}

/** By symbol in any case or by EIP-155 id, as under /rpc. */
export function findNetwork(world: Pick<World, "catalogue">, name: string): Network | undefined {
  return (
    world.catalogue.bySymbol(name) ??
    (/^[1-9][0-9]{0,15}$/.test(name) ? world.catalogue.byChainId(Number(name)) : undefined)
  );
}

function unknownNetwork(world: Pick<World, "catalogue">, name: string): [string, { details: object }] {
  const known = world.catalogue.networks.map((network) => network.symbol);
  const meant = nearestNetwork(world.catalogue, name);
  const hint = meant === undefined ? "" : `did you mean ${meant.symbol}? `;
  return [`there is no network ${JSON.stringify(name)}: ${hint}use one of ${known.join(", ")}`, { details: { known } }];
}

/** By ticker, contract address or `native`. @throws Problem invalidRequest (400). */
export function assetOfBody(world: World, network: Network, name: string): Asset {
  const asset = world.catalogue.findAsset(network.symbol, name) ?? world.catalogue.assetBySymbol(network.symbol, name);
  if (asset !== undefined) return asset;
  const known = network.assets.map(({ symbol }) => symbol);
  throw new Problem(
    "invalidRequest",
    `${network.symbol} has no asset ${JSON.stringify(name)}: use one of ${known.join(", ")}`,
    {
      details: { known },
    },
  );
}

/** Base units of a human decimal. @throws Problem invalidAmount (400). */
export function amountOfBody(asset: Asset, text: string): bigint {
  const parsed = parseAmount(text, asset.decimals);
  if (parsed.ok) return parsed.raw;
  throw new Problem(
    "invalidAmount",
    `amount: ${parsed.reason}; write a human decimal above zero such as "25.5", ${asset.symbol} has ${asset.decimals} decimals`,
  );
}

/** The lower-case form of an address in a body. @throws Problem invalidRequest (400). */
export function addressOfBody(member: string, text: string): string {
  const address = addressFromBody(text);
  if (address !== null) return address;
  throw new Problem(
    "invalidRequest",
    `${member} is not an EVM address, or its checksum is wrong: write it in lower case to skip the checksum`,
  );
}

/** The tenant of a path segment. @throws Problem resourceNotFound (404). */
export function tenantOfPath(world: World, id: string): TenantRow {
  const tenant = tenantById(world.db, id);
  if (tenant !== undefined) return tenant;
  const known = listTenants(world.db).map(({ id: tenantId, name }) => ({ tenant_id: tenantId, name }));
  throw new Problem(
    "resourceNotFound",
    `there is no tenant ${JSON.stringify(id)}: see details.known or POST /admin/tenants`,
    {
      details: { known },
    },
  );
}

/** The initial tenant, used where a request names none. @throws Problem invalidRequest once it is deleted. */
export function defaultTenant(world: World): TenantRow {
  const tenant = listTenants(world.db).find(({ number }) => number === 1);
  if (tenant === undefined)
    throw new Problem("invalidRequest", "the default tenant was deleted: name one with tenant_id");
  return tenant;
}
