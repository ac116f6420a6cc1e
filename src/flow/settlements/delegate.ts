// Delegates a deposit address to the sweeper, or revokes that, sponsored by the gas station (H-18).
import type { Hex } from "../../chains/chain.ts";
import { delegationTarget, isDelegatedToSweeper } from "../../chains/sweep.ts";
import { gasStationOn } from "../../domain/address/store.ts";
import { schedule } from "../../domain/agenda.ts";
import type { AttemptRow } from "../../domain/attempt/attempt.ts";
import { liveAttempts } from "../../domain/attempt/store.ts";
import { CLAIM_JOB, FILL_JOB } from "../../domain/settlement/settlement.ts";
import { isUdaBusy, waitingForDelegation } from "../../domain/settlement/store.ts";
import { queueDelegation } from "../../domain/uda/create.ts";
import { DELEGATE_JOB, type DelegationRow } from "../../domain/uda/delegation.ts";
import { delegationsOf, putDelegation, udaById } from "../../domain/uda/store.ts";
import type { World } from "../../domain/world.ts";
import { required } from "../../kernel/assert.ts";
import { feesNow } from "../attempts/build-transaction.ts";
import { createAttempt } from "../attempts/create-attempt.ts";
import { resumeAttempt } from "../attempts/watch-attempt.ts";
import type { FlowDependencies } from "../dependencies.ts";
import { contractOf, delegationOfRef, failDelegation } from "./delegation-outcome.ts";

/** More than the 46,000 gas that a transaction with one authorization needs; estimates of type 4 are not reliable. */
const DELEGATION_GAS = "100000";

export async function delegate(dependencies: FlowDependencies, ref: string): Promise<void> {
  const { world, chains } = dependencies;
  const row = delegationOfRef(world, ref);
  if (row.state === "verified" || row.state === "sent") return;
  // A pending attempt uses the address's nonce; once it is confirmed this delegation is checked again.
  if (openDelegationAttempts(world, ref).some(({ state }) => state === "sent" || state === "mined")) return;
  const uda = required(udaById(world.db, row.uda_id), "uda", { id: row.uda_id });
  const station = required(gasStationOn(world.db, uda.tenant_id, row.network), "gas station", { network: row.network });
  const chain = chains.get(row.network);
  const nonce = Number(await chain.request<Hex>("eth_getTransactionCount", [uda.address, "latest"]));
  const authorization = { derivation: uda.derivation, contract: contractOf(row), nonce };
  const plan = {
    to: station.address,
    value: "0",
    data: "0x",
    gas: DELEGATION_GAS,
    ...feesNow(chain),
    authorization,
  };
  const attempt = world.db.transaction(() => {
    world.clock.tick();
    const begun = openDelegationAttempts(world, ref).find(({ state }) => state === "prepared" || state === "signed");
    // Meanwhile the opposite may have been requested; that scheduled a job of its own.
    if (begun === undefined && delegationOfRef(world, ref).wanted !== row.wanted) return undefined;
    const { address: sender, derivation, network } = station;
    return begun ?? createAttempt(world, { network, sender, derivation, purpose: "delegate", subject: ref, plan });
  });
  if (attempt !== undefined) await resumeAttempt(dependencies, attempt);
}

/** Attempts of a delegation that may still change the address. */
function openDelegationAttempts(world: World, ref: string): AttemptRow[] {
  return liveAttempts(world.db, "delegate", ref).filter(({ state }) => state !== "confirmed");
}

/** A transaction with an invalid authorization succeeds, so the code at the address decides (H-18). */
export async function verifyDelegation(dependencies: FlowDependencies, ref: string): Promise<void> {
  const { world, chains } = dependencies;
  const { uda_id: id, network } = delegationOfRef(world, ref);
  const uda = required(udaById(world.db, id), "uda", { id });
  const code = await chains.get(network).request<Hex>("eth_getCode", [uda.address, "latest"]);
  world.db.transaction(() => {
    world.clock.tick();
    const row = delegationOfRef(world, ref);
    const right = row.wanted === "delegated" ? isDelegatedToSweeper(code) : delegationTarget(code) === undefined;
    if (right) {
      putDelegation(world.db, { ...row, state: "verified", error: "" });
      if (row.wanted === "delegated") wakeSweeps(dependencies, row);
    } else if (row.state === "pending") {
      // The mined one served an earlier request: now the present one is sent.
      schedule(world.db, DELEGATE_JOB, ref, world.clock.now());
    } else failDelegation(world, row, "the code at the address is not what was authorized");
  });
}

function wakeSweeps({ world }: FlowDependencies, row: DelegationRow): void {
  const waiting = waitingForDelegation(world.db, row.uda_id, row.network);
  const now = world.clock.now();
  for (const id of waiting.claims) schedule(world.db, CLAIM_JOB, id, now);
  for (const id of waiting.settlements) schedule(world.db, FILL_JOB, id, now);
}

/** Revokes the delegations of a retired UDA once its settlements and claims have ended; until then it does nothing. */
export function revokeDelegations({ world }: FlowDependencies, udaId: string): void {
  world.db.transaction(() => {
    world.clock.tick();
    const uda = required(udaById(world.db, udaId), "uda", { udaId });
    if (uda.status !== "retired" || isUdaBusy(world.db, udaId)) return;
    for (const row of delegationsOf(world.db, udaId)) {
      if (row.wanted === "delegated") queueDelegation(world, udaId, row.network, "revoked");
    }
  });
}
