// Compares the options of a start with an existing world: the world keeps its own, and a contradiction is an error.
import { type Config, flagOf, type OptionName } from "../config/options.ts";
import type { Database } from "../db/database.ts";
import { type DefaultTenant, storedTenant } from "../domain/default-tenant.ts";
import { networkSettings } from "../domain/network/store.ts";
import { isKeyOf, tenantById } from "../domain/tenant/store.ts";
import { keyHash } from "../domain/tenant/tenant.ts";
import { registerEndpoint } from "../domain/webhook-endpoint/register.ts";
import { listEndpoints } from "../domain/webhook-endpoint/store.ts";
import type { World } from "../domain/world.ts";
import { worldRow } from "../domain/world-row.ts";
import { required } from "../kernel/assert.ts";
import { Problem } from "../kernel/problem.ts";

/**
 * The configuration with which the world in `db` is opened. `where` is the option that named it.
 * @throws Problem invalidRequest when an explicit option contradicts the world
 */
export function settingsOf(db: Database, config: Config, where: "--data" | "--import"): Config {
  const { seed, environment } = required(worldRow(db), "the row of a world");
  const stored = storedTenant(db);
  const modes = new Set(networkSettings(db).map(({ mining }) => mining));
  const tier = tenantById(db, stored.tenantId)?.tier;
  const rows: readonly (readonly [OptionName, boolean, string])[] = [
    ["seed", String(config.seed) === seed, `has seed ${seed}`],
    ["env", config.env === environment, `plays the environment ${environment}`],
    ["tier", config.tier === tier, `has a default tenant of tier ${tier}`],
    [
      "mining",
      modes.size === 1 && modes.has(config.mining),
      "has its mining modes: PUT /admin/networks/{network}/mining",
    ],
    [
      "finality",
      networkSettings(db).every(({ safe_lag_ms }) => (safe_lag_ms === null) === (config.finality === "confirmed")),
      "has its own finality: PUT /admin/networks/{network}/finality",
    ],
    ["startTime", false, "has its own time: POST /admin/clock/advance"],
    ["apiKey", isKeyOf(db, stored.tenantId, keyHash(config.apiKey ?? "")), "has another API key"],
    ["webhookSecret", config.webhookSecret === stored.webhookSecret, "has another signing secret"],
  ];
  const other = rows.find(([name, same]) => config.given.includes(name) && !same);
  if (other !== undefined) {
    const [name, , has] = other;
    throw new Problem(
      "invalidRequest",
      `${where}: this world ${has}; leave ${flagOf(name)} out, or start another world`,
    );
  }
  return { ...config, seed: Number(seed), env: environment };
}

/** `--webhook` applies to every start: an endpoint that the default tenant does not have yet is registered. */
export function joinWebhook(world: World, { webhook }: Config, { tenantId, webhookSecret }: DefaultTenant): void {
  if (webhook === null || listEndpoints(world.db, tenantId).some(({ url }) => url === webhook)) return;
  world.db.transaction(() => {
    registerEndpoint(world, { tenantId, url: webhook, eventTypes: ["*"], secret: webhookSecret });
  });
}
