// Retries on new native coin: what failed or waited for want of gas is tried at once, not at its next scheduled check (H-22).
import { addressById } from "../../domain/address/store.ts";
import { bringForward } from "../../domain/agenda.ts";
import { WATCH_ATTEMPT_JOB } from "../../domain/attempt/attempt.ts";
import { openAttempts } from "../../domain/attempt/store.ts";
import type { BalanceChange } from "../../domain/movement/movement.ts";
import { CLAIM_JOB } from "../../domain/settlement/settlement.ts";
import { openClaims } from "../../domain/settlement/store.ts";
import { createdAtAddress } from "../../domain/transaction/store.ts";
import { SUBMIT_JOB } from "../../domain/transaction/transaction.ts";
import { DELEGATE_JOB, delegationRef } from "../../domain/uda/delegation.ts";
import { failedDelegations } from "../../domain/uda/store.ts";
import type { World } from "../../domain/world.ts";
import { required } from "../../kernel/assert.ts";

/** Called for each confirmed change of a balance; acts on native coin that an address which pays gas received. */
export function retryOnGas(world: World, { addressId, asset, previous, current }: BalanceChange): void {
  if (current <= previous) return;
  const holder = required(addressById(world.db, addressId), "address of a balance", { id: addressId });
  const { db, clock } = world;
  const { tenant_id: tenantId, network } = holder;
  if (asset !== world.catalogue.network(network).native.key) return;
  const runNow = (job: string, ref: string): void => bringForward(db, job, ref, clock.now());
  // A replacement may have been too expensive.
  for (const { id } of openAttempts(db, network, holder.address)) runNow(WATCH_ATTEMPT_JOB, String(id));
  if (holder.category !== "gas_station") return;
  for (const { id } of createdAtAddress(db, addressId)) runNow(SUBMIT_JOB, id);
  for (const id of openClaims(db, tenantId, network)) runNow(CLAIM_JOB, id);
  for (const row of failedDelegations(db, tenantId, network)) runNow(DELEGATE_JOB, delegationRef(row.uda_id, network));
}
