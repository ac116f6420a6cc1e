// Gas stations as the service shows them (H-15).
import type { AddressRow } from "../domain/address/address.ts";
import type { Holding } from "../domain/movement/holdings.ts";
import type { components } from "../spec/service.gen.ts";
import type { View } from "./view.ts";
import { presentHolding, presentWallet } from "./wallet.ts";

/** A gas station with its native coin, and with tokens only when some are held. */
export function presentGasStation(
  view: View,
  row: AddressRow,
  held: readonly Holding[],
): components["schemas"]["GasStation"] {
  const shown = held.filter(({ asset, raw }) => asset.native || raw > 0n);
  return { ...presentWallet(view, row), balances: shown.map((holding) => presentHolding(view, holding)) };
}
