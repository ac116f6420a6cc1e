// Universal deposit addresses as the service shows them: one form for create, get and list (H-17, S-122…S-169).
import type { DelegationStatus } from "../domain/uda/delegation.ts";
import { acceptedOn, depositNetworks, type UdaRow } from "../domain/uda/uda.ts";
import { isoTime } from "../kernel/clock.ts";
import type { components } from "../spec/service.gen.ts";
import { addressText } from "./address.ts";
import { logoUrl, placeOf, type View } from "./view.ts";

type Wire = components["schemas"]["Uda"];

/** The UDA record. No operation configures routing rules, so their list is empty and `source_*` are too (S-168). */
export function presentUda(view: View, row: UdaRow): Wire {
  const address = addressText(row.address);
  return {
    id: row.id,
    owner: row.owner,
    status: row.status,
    created_at: isoTime(row.created_at),
    destination: destinationOf(view, row),
    deposit_addresses: depositNetworks(view.catalogue, row.accepted_tokens).map((network) => ({
      address,
      network_id: network.id,
      eip155_id: String(network.chainId),
      network_name: network.name,
      accepted_tokens: acceptedOn(network, row.accepted_tokens).map((asset) => ({
        symbol: asset.symbol,
        address: asset.address,
        decimals: asset.decimals,
        logo: logoUrl(view, asset),
      })),
    })),
    routing_rules: [],
    source_network_id: "",
    source_asset_symbol: "",
    source_token_address: "",
  };
}

/** The single-UDA response adds the delegation status (H-18, S-406). */
export function presentUdaDetails(
  view: View,
  row: UdaRow,
  delegationStatus: DelegationStatus,
): components["schemas"]["UdaDetails"] {
  return { ...presentUda(view, row), delegation_status: delegationStatus };
}

function destinationOf(view: View, row: UdaRow): Wire["destination"] {
  const { network, asset } = placeOf(view, row.destination_network, row.destination_asset);
  return {
    address: addressText(row.destination_address),
    network_id: network.id,
    eip155_id: String(network.chainId),
    network_name: network.name,
    token_symbol: asset.symbol,
    token_address: asset.address,
    token_decimals: asset.decimals,
    asset_symbol: asset.symbol,
    asset_address: asset.address,
    asset_decimals: asset.decimals,
  };
}
