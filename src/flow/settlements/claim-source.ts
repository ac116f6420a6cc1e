// Claims the source amount of a filled settlement: a sweep that is retried until it succeeds (H-25).
import { liveAttempts } from "../../domain/attempt/store.ts";
import { raiseIncident } from "../../domain/incident.ts";
import type { ClaimRow, Payment } from "../../domain/settlement/claim.ts";
import { claimById } from "../../domain/settlement/store.ts";
import { udaById } from "../../domain/uda/store.ts";
import { required } from "../../kernel/assert.ts";
import { failpoint } from "../../kernel/failpoint.ts";
import { createAttempt } from "../attempts/create-attempt.ts";
import { resumeAttempt } from "../attempts/watch-attempt.ts";
import type { FlowDependencies } from "../dependencies.ts";
import { retryClaim } from "./claim-outcome.ts";
import { buildSweep } from "./deposit-sweep.ts";
import { solverBalanceOf } from "./route-settlement.ts";

export async function claimSource(dependencies: FlowDependencies, claimId: string): Promise<void> {
  const { world } = dependencies;
  const claim = required(claimById(world.db, claimId), "claim", { claimId });
  if (claim.state !== "pending") return;
  const sponsored = await buildSweep(dependencies, {
    tenantId: claim.tenant_id,
    udaId: claim.uda_id,
    network: claim.network,
    asset: claim.asset,
    payments: JSON.parse(claim.payments) as Payment[],
    subject: claim.id,
  });
  if (sponsored === undefined) return;
  const shortage = await shortageOf(dependencies, claim);
  if (shortage !== undefined && liveAttempts(world.db, "sweep", claim.id).length === 0) {
    world.db.transaction(() => {
      world.clock.tick();
      raiseIncident(world, { kind: "shortage", network: claim.network, ref: claim.id, detail: shortage });
      retryClaim(world, claim.id, shortage);
    });
    return;
  }
  const attempt = world.db.transaction(() => {
    world.clock.tick();
    const begun = liveAttempts(world.db, "sweep", claim.id)[0];
    return begun ?? createAttempt(world, { ...sponsored, network: claim.network, purpose: "sweep", subject: claim.id });
  });
  await resumeAttempt(dependencies, attempt);
  failpoint("settle.after_source");
}

/**
 * A description of what the address lacks on the chain: a forced reorg can remove deposits that were settled. A sweep
 * would only revert, so none is sent, and an incident says why the claim waits.
 */
async function shortageOf({ world, chains }: FlowDependencies, claim: ClaimRow): Promise<string | undefined> {
  const { address } = required(udaById(world.db, claim.uda_id), "uda", { id: claim.uda_id });
  const asset = world.catalogue.asset(claim.network, claim.asset);
  const held = await solverBalanceOf(chains.get(claim.network), asset, address);
  const due = (JSON.parse(claim.payments) as Payment[]).reduce((sum, { raw }) => sum + BigInt(raw), 0n);
  if (held >= due) return undefined;
  return `${address} holds ${held} of the ${due} base units of ${asset.symbol} that the claim takes: a forced reorg or a balance that was set took them away`;
}
