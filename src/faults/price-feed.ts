// The gate `price.feed`: whether the feed has a price.
import type { Database } from "../db/database.ts";
import { takeFault } from "./gate.ts";

/** True when the feed has no price of `asset` (a ticker) this time; each call counts as one passage. `tenantId` is "" without a tenant. */
export function isPriceMissing(db: Database, asset: string, tenantId: string): boolean {
  return takeFault(db, "price.feed", { asset, tenant_id: tenantId }) !== undefined;
}
