// Where the app under test credits money, as the service names it.
import type { Adapter } from "../adapter.ts";
import type { Place } from "./step.ts";

/** What the adapter accepts, or the place that its books are in, or USDC on base. The first is the usual one. */
export function acceptedPlaces({ accepts = [], books }: Adapter): Place[] {
  if (accepts.length === 0)
    return [{ network: books?.network?.toLowerCase() ?? "base", asset: books?.asset?.toUpperCase() ?? "USDC" }];
  return accepts.map(({ network, asset }) => ({ network: network.toLowerCase(), asset: asset.toUpperCase() }));
}
