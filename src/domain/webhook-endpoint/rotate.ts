// Rotates the signing secret of an endpoint: the old one stays valid for a while (R-121).
import type { World } from "../world.ts";
import { updateSecrets } from "./store.ts";
import type { WebhookEndpointRow } from "./webhook-endpoint.ts";

export type Rotation = {
  /** How long the old secret stays valid, virtual ms; 0 = it ends at once. */
  overlapMs: number;
  /** Derived from the seed when left out. */
  secret?: string;
  /** The header carries both signatures meanwhile; otherwise the new secret's alone. */
  bothSignatures: boolean;
};

/** Gives the endpoint a new secret. One from before an earlier rotation, still overlapping, ends at once. */
export function rotateSecret(world: World, row: WebhookEndpointRow, input: Rotation): WebhookEndpointRow {
  const { overlapMs, bothSignatures } = input;
  // Derived from the old one, so that two rotations at one instant differ.
  const derived = (): string => `whsec_${world.random.fork("webhook-secret").hex(`${row.id}:${row.secret}`, 48)}`;
  const rotated: WebhookEndpointRow = {
    ...row,
    secret: input.secret ?? derived(),
    previous_secret: row.secret,
    previous_until: world.clock.now() + overlapMs,
    both_signatures: Number(bothSignatures),
  };
  updateSecrets(world.db, rotated);
  return rotated;
}
