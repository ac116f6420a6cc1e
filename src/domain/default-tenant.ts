// The default tenant of a world, stored as a setting.
import type { Database } from "../db/database.ts";
import { required } from "../kernel/assert.ts";
import { settingText } from "./network/store.ts";

/** The default tenant as shown to the user. */
export type DefaultTenant = { tenantId: string; vaultId: string; apiKey: string; webhookSecret: string };

/** The name of the setting that keeps `DefaultTenant`, but for its key: of keys only hashes are stored. */
export const DEFAULT_TENANT = "default_tenant";
export type StoredTenant = Omit<DefaultTenant, "apiKey"> & { keyId: string };

export function storedTenant(db: Database): StoredTenant {
  return JSON.parse(required(settingText(db, DEFAULT_TENANT), "the default tenant of a world")) as StoredTenant;
}
