// The destination transfer of an accepted route: by the provider's solver, or as a sweep within one chain (H-25).
import { addressOfHolderOn, categoryFor } from "../../domain/address/store.ts";
import type { AttemptPurpose, AttemptRow, Plan } from "../../domain/attempt/attempt.ts";
import { liveAttempts } from "../../domain/attempt/store.ts";
import { prepareAttempt } from "../../domain/attempt/verbs.ts";
import { usdOf } from "../../domain/network/price.ts";
import type { Provider } from "../../domain/quote/quote.ts";
import type { SettlementRow } from "../../domain/settlement/settlement.ts";
import { settlementById } from "../../domain/settlement/store.ts";
import { createTransaction } from "../../domain/transaction/verbs.ts";
import type { World } from "../../domain/world.ts";
import { present } from "../../kernel/assert.ts";
import { failFill } from "../outcomes/fill.ts";
import type { FlowParts } from "../parts.ts";
import { planCall, transferCall } from "../plan.ts";
import { internalPayments, solverPath } from "../routing.ts";
import { sendAttempt } from "../submit.ts";
import { planSweep, type Sponsored } from "../sweep.ts";

/** Who signs the destination transfer, from where, and what. */
type Fill = { purpose: AttemptPurpose; sender: string; derivation: string; network: string; plan: Plan };

export async function fillSettlement(parts: FlowParts, settlementId: string): Promise<void> {
  const { world } = parts;
  const settlement = present(settlementById(world.db, settlementId), "settlement", { settlementId });
  if (settlement.status !== "routing") return;
  const fill =
    settlement.provider === "internal" ? await internalFill(parts, settlement) : await solverFill(parts, settlement);
  if (fill === undefined) return;
  const attempt = world.db.transaction(() => claimFill(world, settlement, fill));
  if (attempt === undefined) return;
  await sendAttempt(parts, attempt, {
    sent: ({ hash }) => void recordFill(world, settlement, fill, hash),
    refused: (_attempt, error) => failFill(world, settlementId, `${settlement.provider}: ${error.message}`),
  });
}

/** At most one destination transfer: an attempt that may still be mined stands in the way of another (R-100, I-26). */
function claimFill(world: World, settlement: SettlementRow, fill: Fill): AttemptRow | undefined {
  world.clock.tick();
  const begun = liveAttempts(world.db, fill.purpose, settlement.id)[0];
  if (begun !== undefined) return begun.state === "prepared" || begun.state === "signed" ? begun : undefined;
  return prepareAttempt(world, { ...fill, subject: settlement.id });
}

async function solverFill({ world, chains }: FlowParts, settlement: SettlementRow): Promise<Fill> {
  const derivation = solverPath(settlement.provider as Provider);
  const sender = world.derive(derivation);
  const network = settlement.destination_network;
  const call = transferCall({
    asset: settlement.destination_asset,
    from: sender,
    to: settlement.destination_address,
    raw: BigInt(settlement.quoted_raw),
  });
  return { purpose: "fill", sender, derivation, network, plan: await planCall(chains.get(network), call) };
}

/** Undefined while the delegation is not verified: its verification plans this job again. */
async function internalFill(parts: FlowParts, settlement: SettlementRow): Promise<Fill | undefined> {
  const sponsored: Sponsored | undefined = await planSweep(parts, {
    tenantId: settlement.tenant_id,
    udaId: settlement.uda_id,
    network: settlement.source_network,
    asset: settlement.source_asset,
    payments: internalPayments(parts.world, settlement),
    subject: settlement.id,
  });
  return sponsored === undefined ? undefined : { purpose: "sweep", network: settlement.source_network, ...sponsored };
}

function recordFill(world: World, settlement: SettlementRow, fill: Fill, txHash: string): void {
  const internal = settlement.provider === "internal";
  const asset = world.catalogue.asset(settlement.destination_network, settlement.destination_asset);
  const source = internal ? addressOfHolderOn(world.db, settlement.uda_id, fill.network) : undefined;
  createTransaction(world, {
    tenant_id: settlement.tenant_id,
    owner: settlement.owner,
    source_id: settlement.id,
    type: "settlement",
    side: "out",
    memo: "",
    meta: {
      uda_id: settlement.uda_id,
      scenario: settlement.scenario,
      provider: settlement.provider,
      source_tx_id: settlement.source_tx_hash,
    },
    network: asset.network,
    asset: asset.key,
    symbol: asset.symbol,
    raw: settlement.quoted_raw,
    usd: usdOf(world.db, asset, BigInt(settlement.quoted_raw)),
    from_address: source?.address ?? fill.sender,
    to_address: settlement.destination_address,
    from_category: source === undefined ? "external" : "uda",
    to_category: categoryFor(world.db, settlement.tenant_id, asset.network, settlement.destination_address),
    from_address_id: source?.id ?? "",
    onChain: { txHash, height: null, createdAt: world.clock.now() },
  });
}
