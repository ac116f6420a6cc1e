// Opens an existing world: after a restore, an import or a restart.
import type { Chains } from "../chains/chain.ts";
import type { Config } from "../config/options.ts";
import type { Database } from "../db/database.ts";
import { type DefaultTenant, storedTenant } from "../domain/default-tenant.ts";
import { mintedKey } from "../domain/tenant/issue-key.ts";
import { isKeyOf } from "../domain/tenant/store.ts";
import { keyHash } from "../domain/tenant/tenant.ts";
import type { World } from "../domain/world.ts";
import { storedClock } from "../domain/world-row.ts";
import { required } from "../kernel/assert.ts";
import type { ClockState } from "../kernel/clock.ts";
import { assembleWorld, type OpenedWorld, startChains, type WorldOptions } from "./create-world.ts";

export type OpenInput = {
  db: Database;
  /** Chains of the previous world whose engines are reused; without them engines are started. */
  running?: Chains;
  /** The clock state to continue with; by default the stored one. */
  clock?: ClockState;
};

/**
 * Opens a world from its database: chains at the end of their journals, clock at its stored time.
 * @throws AssertionFailure when a replayed journal gives other block hashes
 */
export async function openWorld(options: WorldOptions, { db, running, clock }: OpenInput): Promise<OpenedWorld> {
  const { world, keyring } = assembleWorld(options, db, clock ?? resumed(options, db));
  const opened = await (running === undefined ? startChains(options, world, keyring) : running.reopen(db));
  return { world, keyring, ...opened, defaultTenant: defaultTenant(world, options.config) };
}

/** A running clock continues from its stored time, however long ago that was saved. */
function resumed({ wall }: WorldOptions, db: Database): ClockState {
  const stored = required(storedClock(db), "the clock of a world");
  return stored.mode === "running" ? { ...stored, offset: stored.now - wall.now() } : stored;
}

/** The API key is the configured one or the one derived from the seed; it is "" when neither is valid. */
function defaultTenant(world: World, { apiKey, env }: Config): DefaultTenant {
  const { keyId, ...facts } = storedTenant(world.db);
  const known = [apiKey, mintedKey(world, env, keyId)].find(
    (key) => key !== null && isKeyOf(world.db, facts.tenantId, keyHash(key)),
  );
  return { ...facts, apiKey: known ?? "" };
}
