// The gate `price.feed`, for whoever asks the feed what an asset is worth.
import type { Database } from "../db/database.ts";
import { takeFault } from "./gate.ts";

/** True when the feed has no price of `asset` (a ticker) this time; each call counts once. `tenantId` is "" without a tenant. */
export function isPriceMissing(db: Database, asset: string, tenantId: string): boolean {
  return takeFault(db, "price.feed", { asset, tenant_id: tenantId }) !== undefined;
}
