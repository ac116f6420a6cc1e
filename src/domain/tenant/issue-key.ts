// Creates an API key: derived from the seed, shown once, stored as a hash.
import type { World } from "../world.ts";
import { insertApiKey } from "./store.ts";
import { type Environment, keyHash, keyPrefix } from "./tenant.ts";

/** Creates a key of `tenantId`; `given` is used unchanged (an operator may choose the default tenant's key). */
export function issueKey(
  world: World,
  tenantId: string,
  environment: Environment,
  given?: string,
): { keyId: string; apiKey: string } {
  const keyId = world.ids.next("api_key");
  const apiKey = given ?? mintedKey(world, environment, keyId);
  insertApiKey(world.db, {
    id: keyId,
    tenant_id: tenantId,
    hash: keyHash(apiKey),
    created_at: world.clock.now(),
    revoked_at: null,
  });
  return { keyId, apiKey };
}

/** The key derived from the seed for a key id. */
export function mintedKey({ random }: Pick<World, "random">, environment: Environment, keyId: string): string {
  return `${keyPrefix(environment)}${random.fork("api-key").hex(keyId, 32)}`;
}
