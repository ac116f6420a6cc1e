// Outcome of a settlement's destination transfer: confirmed means completed, then the source amount is claimed (H-25).

import { addressOfHolderOn, categoryFor } from "../../domain/address/store.ts";
import { schedule } from "../../domain/agenda.ts";
import type { AttemptRow } from "../../domain/attempt/attempt.ts";
import { usdOf } from "../../domain/network/price.ts";
import { CLAIM_JOB, type SettlementRow } from "../../domain/settlement/settlement.ts";
import { insertClaim, settlementById } from "../../domain/settlement/store.ts";
import { failRoutingAttempt, moveSettlement } from "../../domain/settlement/transitions.ts";
import { openSettlementTransaction, updateInclusion } from "../../domain/transaction/store.ts";
import { createTransaction, moveTransaction } from "../../domain/transaction/transitions.ts";
import type { World } from "../../domain/world.ts";
import { required } from "../../kernel/assert.ts";
import { failpoint } from "../../kernel/failpoint.ts";
import type { Outcome } from "../attempts/outcome.ts";
import { claimPayments } from "./route-accounts.ts";

export const fillOutcome: Outcome = {
  sent(world, attempt) {
    recordFill(world, settlementOf(world, attempt.subject), attempt);
  },
  refused(world, attempt, { message }) {
    failFill(world, attempt.subject, `${settlementOf(world, attempt.subject).provider}: ${message}`);
  },
  mined(world, attempt, gasCost) {
    const row = openSettlementTransaction(world.db, attempt.subject);
    if (row !== undefined) updateInclusion(world.db, row.id, attempt.hash, attempt.block_height, gasCost);
  },
  unmined(world, attempt) {
    const row = openSettlementTransaction(world.db, attempt.subject);
    if (row !== undefined) updateInclusion(world.db, row.id, attempt.hash, null, 0n);
  },
  confirmed(world, attempt) {
    const settlement = completeSettlement(world, attempt);
    const id = world.ids.next("claim");
    insertClaim(world.db, {
      id,
      settlement_id: settlement.id,
      tenant_id: settlement.tenant_id,
      uda_id: settlement.uda_id,
      network: settlement.source_network,
      asset: settlement.source_asset,
      payments: JSON.stringify(claimPayments(world, settlement)),
      state: "pending",
      tries: 0,
      tx_hash: "",
      error: "",
      created_at: world.clock.now(),
    });
    schedule(world.db, CLAIM_JOB, id, world.clock.now());
  },
  failed(world, attempt) {
    failFill(world, attempt.subject, "the destination transaction reverted");
  },
};

/** The funds reached the destination: the settlement is completed with the amount that arrived. */
export function completeSettlement(world: World, attempt: AttemptRow): SettlementRow {
  const before = settlementOf(world, attempt.subject);
  const row = openSettlementTransaction(world.db, before.id);
  if (row !== undefined) moveTransaction(world, row.id, "confirm");
  failpoint("settle.before_terminal");
  return moveSettlement(world, before.id, "complete", {
    destination_raw: before.quoted_raw,
    destination_tx_hash: attempt.hash,
    settled_at: world.clock.now(),
  });
}

/** A provider's transfer failed: its record fails, the next provider is asked. */
export function failFill(world: World, settlementId: string, reason: string): void {
  const row = openSettlementTransaction(world.db, settlementId);
  if (row !== undefined) moveTransaction(world, row.id, "fail", { error: reason });
  failRoutingAttempt(world, settlementOf(world, settlementId), reason);
}

function settlementOf(world: World, id: string): SettlementRow {
  return required(settlementById(world.db, id), "settlement", { id });
}

/** Creates the unified transaction of a sent fill. */
function recordFill(world: World, settlement: SettlementRow, attempt: AttemptRow): void {
  const internal = settlement.provider === "internal";
  const asset = world.catalogue.asset(settlement.destination_network, settlement.destination_asset);
  const source = internal ? addressOfHolderOn(world.db, settlement.uda_id, attempt.network) : undefined;
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
    from_address: source?.address ?? attempt.sender,
    to_address: settlement.destination_address,
    from_category: source === undefined ? "external" : "uda",
    to_category: categoryFor(world.db, settlement.tenant_id, asset.network, settlement.destination_address),
    from_address_id: source?.id ?? "",
    onChain: { txHash: attempt.hash, height: null, createdAt: world.clock.now() },
  });
}
