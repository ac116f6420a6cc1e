// Claiming the source amount of a filled settlement: a sweep that is retried until it is through (H-25).
import { liveAttempts } from "../../domain/attempt/store.ts";
import type { Payment } from "../../domain/settlement/claim.ts";
import { claimById } from "../../domain/settlement/store.ts";
import { present } from "../../kernel/assert.ts";
import { failpoint } from "../../kernel/failpoint.ts";
import { beginAttempt } from "../begin.ts";
import type { FlowParts } from "../parts.ts";
import { planSweep } from "../sweep.ts";
import { takeOn } from "./watch-attempt.ts";

export async function claimSource(parts: FlowParts, claimId: string): Promise<void> {
  const { world } = parts;
  const claim = present(claimById(world.db, claimId), "claim", { claimId });
  if (claim.state !== "pending") return;
  const sponsored = await planSweep(parts, {
    tenantId: claim.tenant_id,
    udaId: claim.uda_id,
    network: claim.network,
    asset: claim.asset,
    payments: JSON.parse(claim.payments) as Payment[],
    subject: claim.id,
  });
  if (sponsored === undefined) return;
  const attempt = world.db.transaction(() => {
    world.clock.tick();
    const begun = liveAttempts(world.db, "sweep", claim.id)[0];
    return begun ?? beginAttempt(world, { ...sponsored, network: claim.network, purpose: "sweep", subject: claim.id });
  });
  await takeOn(parts, attempt);
  failpoint("settle.after_source");
}
