// A record in a few words, and its state.
import { displayAddress } from "../../domain/address/evm-address.ts";
import type { FoundRecord } from "../../domain/record/family.ts";
import type { World } from "../../domain/world.ts";
import { formatAmount } from "../../kernel/amount.ts";

/** Null for kinds that have no states. */
export function stateOf({ row }: FoundRecord): string | null {
  if ("state" in row) return row.state;
  return "status" in row ? row.status : null;
}

/** How much, of what, where and whose. */
export function titleOf(world: World, found: FoundRecord): string {
  switch (found.kind) {
    case "deposit":
      return `${amountOf(world, found.row)} on ${found.row.network} for ${found.row.owner || "the vault"}`;
    case "payout":
      return `${amountOf(world, found.row)} on ${found.row.network}, ${found.row.reference_id}`;
    case "transaction":
      return `${found.row.type} of ${amountOf(world, found.row)} on ${found.row.network}`;
    case "settlement": {
      const { source_network: network, source_asset: asset, source_raw: raw, owner } = found.row;
      return `${amountOf(world, { network, asset, raw })} ${network} → ${found.row.destination_network} for ${owner}`;
    }
    case "claim":
      return `sweep on ${found.row.network}`;
    case "vault":
      return found.row.label;
    case "uda":
      return `${displayAddress(found.row.address)} of ${found.row.owner}`;
    case "wallet":
      return `${displayAddress(found.row.address)} of ${found.row.owner} on ${found.row.network}`;
    default:
      return `${displayAddress(found.row.address)} on ${found.row.network}`;
  }
}

function amountOf({ catalogue }: World, row: { network: string; asset: string; raw: string }): string {
  const asset = catalogue.asset(row.network, row.asset);
  return `${formatAmount(BigInt(row.raw), asset.decimals)} ${asset.symbol}`;
}
