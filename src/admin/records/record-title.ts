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

/** What a record moves; null for kinds that move nothing. Of a settlement its source. */
export function amountOfRecord(world: World, { kind, row }: FoundRecord): { amount: string; symbol: string } | null {
  if (kind === "settlement") {
    const { source_network: network, source_asset: asset, source_raw: raw } = row;
    return amountAndSymbol(world, { network, asset, raw });
  }
  if (kind !== "deposit" && kind !== "payout" && kind !== "transaction") return null;
  return amountAndSymbol(world, row);
}

type Moved = { network: string; asset: string; raw: string };

function amountAndSymbol({ catalogue }: World, { network, asset, raw }: Moved): { amount: string; symbol: string } {
  const { decimals, symbol } = catalogue.asset(network, asset);
  return { amount: formatAmount(BigInt(raw), decimals), symbol };
}

function amountOf(world: World, row: Moved): string {
  const { amount, symbol } = amountAndSymbol(world, row);
  return `${amount} ${symbol}`;
}
