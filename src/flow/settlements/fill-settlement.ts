// Sends the destination transfer of an accepted route: from the provider's solver, or as a sweep within one chain (H-25).
import type { AttemptPurpose, AttemptRow, UnsignedTransaction } from "../../domain/attempt/attempt.ts";
import { liveAttempts } from "../../domain/attempt/store.ts";
import type { Provider } from "../../domain/quote/quote.ts";
import type { SettlementRow } from "../../domain/settlement/settlement.ts";
import { settlementById } from "../../domain/settlement/store.ts";
import type { World } from "../../domain/world.ts";
import { required } from "../../kernel/assert.ts";
import { failpoint } from "../../kernel/failpoint.ts";
import { buildTransaction, transferCall } from "../attempts/build-transaction.ts";
import { createAttempt } from "../attempts/create-attempt.ts";
import { resumeAttempt } from "../attempts/watch-attempt.ts";
import type { FlowDependencies } from "../dependencies.ts";
import { buildSweep, type Sponsored } from "./deposit-sweep.ts";
import { internalPayments, solverPath } from "./route-accounts.ts";

/** The sender of the destination transfer, its network, and the transaction to sign. */
type Fill = { purpose: AttemptPurpose; sender: string; derivation: string; network: string; plan: UnsignedTransaction };

export async function fillSettlement(dependencies: FlowDependencies, settlementId: string): Promise<void> {
  const { world } = dependencies;
  const settlement = required(settlementById(world.db, settlementId), "settlement", { settlementId });
  if (settlement.status !== "routing") return;
  const fill =
    settlement.provider === "internal"
      ? await internalFill(dependencies, settlement)
      : await solverFill(dependencies, settlement);
  if (fill === undefined) return;
  const attempt = world.db.transaction(() => claimFill(world, settlement, fill));
  if (attempt === undefined) return;
  await resumeAttempt(dependencies, attempt);
  failpoint("settle.after_dest_send");
}

/** At most one destination transfer: an attempt that may still be mined prevents another (R-100, I-26). */
function claimFill(world: World, settlement: SettlementRow, fill: Fill): AttemptRow | undefined {
  world.clock.tick();
  const begun = liveAttempts(world.db, fill.purpose, settlement.id)[0];
  if (begun !== undefined) return begun;
  return createAttempt(world, { ...fill, subject: settlement.id });
}

async function solverFill({ world, chains }: FlowDependencies, settlement: SettlementRow): Promise<Fill> {
  const derivation = solverPath(settlement.provider as Provider);
  const sender = world.derive(derivation);
  const network = settlement.destination_network;
  const call = transferCall({
    asset: settlement.destination_asset,
    from: sender,
    to: settlement.destination_address,
    raw: BigInt(settlement.quoted_raw),
  });
  return { purpose: "fill", sender, derivation, network, plan: await buildTransaction(chains.get(network), call) };
}

/** Undefined while the delegation is not verified: its verification schedules this job again. */
async function internalFill(dependencies: FlowDependencies, settlement: SettlementRow): Promise<Fill | undefined> {
  const sponsored: Sponsored | undefined = await buildSweep(dependencies, {
    tenantId: settlement.tenant_id,
    udaId: settlement.uda_id,
    network: settlement.source_network,
    asset: settlement.source_asset,
    payments: internalPayments(dependencies.world, settlement),
    subject: settlement.id,
  });
  return sponsored === undefined ? undefined : { purpose: "sweep", network: settlement.source_network, ...sponsored };
}
