// Settlements as the service shows them (H-20, S-173…S-200).
import type { SettlementRow } from "../domain/settlement/settlement.ts";
import { isoTime, isoTimeOrNull } from "../kernel/clock.ts";
import type { components } from "../spec/service.gen.ts";
import { addressText } from "./address.ts";
import { placeOf, type View } from "./view.ts";

type Wire = components["schemas"]["Settlement"];

/** The settlement record. The destination leg is empty until the destination transfer has landed. */
export function presentSettlement(view: View, row: SettlementRow): Wire {
  return {
    id: row.id,
    uda_id: row.uda_id,
    status: row.status,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    error: row.error,
    source: sourceOf(view, row),
    destination: destinationOf(view, row),
    fees: feesOf(row),
    routing: {
      provider: row.provider as Wire["routing"]["provider"],
      type: row.scenario,
      time_ms: row.settled_at === null ? 0 : row.settled_at - row.created_at,
    },
  };
}

/** The payload of the three `uda.settlement.*` events (H-82). */
export function presentSettlementEvent(view: View, row: SettlementRow): components["schemas"]["SettlementPayload"] {
  return { ...presentSettlement(view, row), owner: row.owner };
}

function sourceOf(view: View, row: SettlementRow): Wire["source"] {
  const { network, asset } = placeOf(view, row.source_network, row.source_asset);
  return {
    address: addressText(row.source_address),
    amount: row.source_raw,
    asset_symbol: asset.symbol,
    asset_address: asset.address,
    network_id: network.chainId,
    network_name: network.name,
    tx_hash: row.source_tx_hash,
    confirmed_at: isoTime(row.source_confirmed_at),
  };
}

function destinationOf(view: View, row: SettlementRow): Wire["destination"] {
  const { network, asset } = placeOf(view, row.destination_network, row.destination_asset);
  const landed = row.status === "completed";
  return {
    address: addressText(row.destination_address),
    amount: landed ? row.destination_raw : "0",
    asset_symbol: asset.symbol,
    asset_address: asset.address,
    network_id: network.chainId,
    network_name: network.name,
    tx_hash: landed ? row.destination_tx_hash : "",
    settled_at: isoTimeOrNull(row.settled_at),
  };
}

function feesOf(row: SettlementRow): Wire["fees"] {
  const total = (BigInt(row.fee_platform) + BigInt(row.fee_provider)).toString();
  return { total, platform: row.fee_platform, provider: row.fee_provider, fee_amount: total };
}
