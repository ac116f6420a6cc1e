// Transfers to a customer's address on a network where it was not assigned: no deposit comes of them, and people ask where the money is.
import type { Database } from "../../db/database.ts";
import { formatAmount, parseAmount } from "../../kernel/amount.ts";
import { customerAddresses } from "../address/store.ts";
import { forgetIncident, incidentsOf, incidentsOnNetwork, raiseIncident } from "../incident.ts";
import type { World } from "../world.ts";
import { isPaidSince } from "./store.ts";

/** `to` and `asset` lower-case, `raw` in base units of the asset on `network`, which is where the money arrived. */
export type WrongNetwork = { network: string; height: number; txHash: string; to: string; asset: string; raw: bigint };

const KIND = "wrong-network";

/** True for an address that is a customer's on another network. The caller knows that it is nobody's on this one. */
export function isCustomerOnOtherNetwork(db: Database, address: string): boolean {
  return customerAddresses(db, address).length > 0;
}

/** Records the transfer, once. */
export function recordWrongNetwork(world: World, transfer: WrongNetwork): void {
  const { network, height, txHash, to, asset: key, raw } = transfer;
  const asset = world.catalogue.asset(network, key);
  const homes = [...new Set(customerAddresses(world.db, to).map((one) => one.network))].join(", ");
  const detail = `${formatAmount(raw, asset.decimals)} ${asset.symbol} arrived on ${network} at ${to}, which was assigned on ${homes}: no deposit comes of it`;
  raiseIncident(world, { kind: KIND, network, ref: [network, height, txHash, to, key, raw].join(":"), detail });
}

/** A reorg removed the blocks from `fromHeight` up: what is mined again is recorded again. */
export function forgetWrongNetwork(db: Database, network: string, fromHeight: number): void {
  for (const { ref } of incidentsOnNetwork(db, KIND, network))
    if (transferOf(ref).height >= fromHeight) forgetIncident(db, KIND, ref);
}

/** The same payment on a network of the address; `amount` in whole units, as text. */
export type PaymentMeant = { network: string; symbol: string; amount: string; to: string };

/** `meant` is undefined where no network of the address can take the amount. */
export type MissingMoney = { ref: string; network: string; detail: string; meant: PaymentMeant | undefined };

/** Of the newest transfers those that nobody has repeated on a network of the address since, oldest first. */
export function missingMoney(world: World): MissingMoney[] {
  return incidentsOf(world.db, KIND).flatMap(({ ref, detail, at }) => {
    const { network, txHash, to, asset, raw } = transferOf(ref);
    const { symbol, decimals } = world.catalogue.asset(network, asset);
    const amount = formatAmount(raw, decimals);
    const places = customerAddresses(world.db, to).flatMap((home) => {
      const there = world.catalogue.assetBySymbol(home.network, symbol);
      const parsed = there === undefined ? undefined : parseAmount(amount, there.decimals);
      if (there === undefined || parsed?.ok !== true) return [];
      return [{ network: home.network, owner: home.owner, to, asset: there.key, raw: parsed.raw, since: at }];
    });
    if (places.some((place) => isPaidSince(world.db, place))) return [];
    const [first] = places;
    const meant = first === undefined ? undefined : { network: first.network, symbol, amount, to };
    return [{ ref: txHash, network, detail, meant }];
  });
}

function transferOf(ref: string): WrongNetwork {
  const [network = "", height, txHash = "", to = "", asset = "", raw = "0"] = ref.split(":");
  return { network, height: Number(height), txHash, to, asset, raw: BigInt(raw) };
}
