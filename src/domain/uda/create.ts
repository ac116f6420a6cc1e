// Creates a UDA: one per owner, the same address on every network, delegations queued at once (H-18, H-30).
import { Problem } from "../../kernel/problem.ts";
import { derivationPath } from "../address/address.ts";
import { addressFromBody } from "../address/evm-address.ts";
import { insertAddress, isUdaAddress } from "../address/store.ts";
import { schedule } from "../agenda.ts";
import { created } from "../apply-transition.ts";
import { unknownNetwork } from "../network/nearest-network.ts";
import { NATIVE } from "../network/network.ts";
import type { TenantRow } from "../tenant/tenant.ts";
import type { World } from "../world.ts";
import { DELEGATE_JOB, delegationRef } from "./delegation.ts";
import { udaMachine } from "./machine.ts";
import { countUdas, insertUda, putDelegation, udaOfOwner } from "./store.ts";
import { depositNetworks, type UdaRow } from "./uda.ts";

export type UdaInput = {
  owner: string;
  destination: { address: string; asset_symbol: string; network_id: string };
  acceptedTokens: readonly string[];
};

/**
 * Returns the UDA of the owner: the existing one unchanged, whatever else the input says (H-89), or a new one.
 * @throws Problem invalidRequest for a destination or token of a new one that cannot be (H-30).
 */
export function createUda(world: World, tenant: TenantRow, input: UdaInput): { uda: UdaRow; created: boolean } {
  const existing = udaOfOwner(world.db, tenant.id, input.owner);
  if (existing !== undefined) return { uda: existing, created: false };
  const target = resolveDestination(world, input.destination);
  const accepted = resolveTokens(world, input.acceptedTokens);
  const derivation = derivationPath("uda", tenant.number, 0, countUdas(world.db, tenant.id));
  const uda: UdaRow = {
    id: world.ids.next("uda"),
    tenant_id: tenant.id,
    owner: input.owner,
    status: "active",
    address: world.derive(derivation),
    derivation,
    ...target,
    accepted_tokens: JSON.stringify(accepted),
    created_at: world.clock.now(),
  };
  insertUda(world.db, uda);
  created(world, udaMachine, uda.id, uda.status);
  watchUda(world, uda);
  for (const network of depositNetworks(world.catalogue, uda.accepted_tokens)) {
    queueDelegation(world, uda.id, network.symbol, "delegated");
  }
  return { uda, created: true };
}

/** Plans the delegation (or its revocation) of a UDA on one network. */
export function queueDelegation(world: World, udaId: string, network: string, wanted: "delegated" | "revoked"): void {
  putDelegation(world.db, { uda_id: udaId, network, wanted, state: "pending", tries: 0, tx_hash: "", error: "" });
  schedule(world.db, DELEGATE_JOB, delegationRef(udaId, network), world.clock.now());
}

/** The address is watched on every UDA network, so that a token it does not accept is recorded too (H-02, H-21). */
function watchUda(world: World, uda: UdaRow): void {
  for (const network of world.catalogue.networks) {
    if (!network.udaSupport) continue;
    insertAddress(world.db, {
      id: world.ids.next("uda_address"),
      tenant_id: uda.tenant_id,
      network: network.symbol,
      address: uda.address,
      category: "uda",
      owner: uda.owner,
      holder_id: uda.id,
      derivation: uda.derivation,
      created_at: uda.created_at,
    });
  }
}

type Target = Pick<UdaRow, "destination_address" | "destination_network" | "destination_asset">;

/** Checks a destination and returns it in row form (also for updates). */
export function resolveDestination(world: World, destination: UdaInput["destination"]): Target {
  const network = world.catalogue.byId(destination.network_id);
  if (network === undefined || !network.udaSupport) {
    const fault =
      network === undefined
        ? unknownNetwork(world.catalogue, destination.network_id)
        : `${network.symbol} has no UDA support`;
    throw new Problem("invalidRequest", `destination.network_id: ${fault}`);
  }
  const asset = world.catalogue.assetBySymbol(network.symbol, destination.asset_symbol);
  if (asset === undefined) {
    throw new Problem(
      "invalidRequest",
      `destination.asset_symbol: ${network.symbol} has no ${destination.asset_symbol}`,
    );
  }
  const address = addressFromBody(destination.address);
  if (address === null)
    throw new Problem("invalidRequest", "destination.address: not an EVM address, or its checksum is wrong");
  if (address === NATIVE) throw new Problem("invalidRequest", "destination.address: the zero address");
  if (isUdaAddress(world.db, address))
    throw new Problem("invalidRequest", "destination.address: is itself a UDA deposit address");
  return { destination_address: address, destination_network: network.symbol, destination_asset: asset.key };
}

/** Catalogue tickers of the accepted tokens, each once; empty = all. */
export function resolveTokens(world: World, symbols: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const network of world.catalogue.networks) {
    if (network.udaSupport) for (const asset of network.assets) known.set(asset.symbol.toUpperCase(), asset.symbol);
  }
  const tickers = symbols.map((symbol) => {
    const ticker = known.get(symbol.toUpperCase());
    if (ticker === undefined) throw new Problem("invalidRequest", `accepted_tokens: no UDA network has ${symbol}`);
    return ticker;
  });
  return [...new Set(tickers)];
}
