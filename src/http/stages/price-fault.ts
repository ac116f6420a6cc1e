// The gate `price.feed` before a payout by USD amount: without a price of its asset nothing can be converted (H-13).
import type { World } from "../../domain/world.ts";
import { isPriceMissing } from "../../faults/price-feed.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Stage } from "../request-context.ts";
import { watched } from "./met-faults.ts";

const CONVERTING: readonly (string | undefined)[] = ["createPayout", "createPayoutByUsd"];

/**
 * Refuses with 500, which is safe to repeat: nothing was written and the reference stays free. It runs before the
 * transaction of the payout, because a fault taken inside a transaction that is rolled back would not be counted.
 */
export function priceFault(dependencies: { readonly world: World }): Stage {
  return (context) => {
    const { operation, input, caller } = context;
    if (!CONVERTING.includes(operation?.id)) return;
    const { asset, usd_amount } = (input?.body ?? {}) as { asset?: string; usd_amount?: string };
    if (asset === undefined || usd_amount === undefined) return;
    const { db } = dependencies.world;
    if (!watched(context, db, () => isPriceMissing(db, asset, caller?.tenant.id ?? ""))) return;
    context.injected = true;
    throw new Problem("internalServerError", `the price feed has no price of ${asset} now: try again later`);
  };
}
