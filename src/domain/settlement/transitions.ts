// Creates a settlement when its deposit is confirmed, and applies its transitions (H-21, H-25).
import { required } from "../../kernel/assert.ts";
import { schedule } from "../agenda.ts";
import { created, move } from "../apply-transition.ts";
import type { DepositRow } from "../deposit/deposit.ts";
import { type EventType, emit } from "../outbox.ts";
import { type Provider, providersOf, scenarioOf } from "../quote/quote.ts";
import { queueDelegation } from "../uda/create.ts";
import { REVOKE_JOB } from "../uda/retire.ts";
import { delegationOn, udaById } from "../uda/store.ts";
import { accepts } from "../uda/uda.ts";
import type { World } from "../world.ts";
import { type SettlementMove, settlementMachine } from "./machine.ts";
import { type Answer, keepAnswer } from "./provider-answer.ts";
import { ROUTE_JOB, ROUTING_ROUNDS, routingBackoffMs, type SettlementRow } from "./settlement.ts";
import { insertSettlement, settlementById, updateSettlement } from "./store.ts";

/**
 * Creates the settlement of a deposit that was just confirmed, in the same transaction; undefined when the receiver
 * is no active UDA or does not accept the token (H-21). Destination and token set are fixed here.
 */
export function createSettlement(world: World, deposit: DepositRow): SettlementRow | undefined {
  const uda = deposit.uda_id === null ? undefined : udaById(world.db, deposit.uda_id);
  if (uda === undefined || uda.status !== "active") return undefined;
  if (!accepts(world.catalogue.network(deposit.network), deposit.asset, uda.accepted_tokens)) return undefined;
  const from = world.catalogue.asset(deposit.network, deposit.asset);
  const to = world.catalogue.asset(uda.destination_network, uda.destination_asset);
  const now = world.clock.now();
  const row: SettlementRow = {
    id: world.ids.next("settlement"),
    tenant_id: uda.tenant_id,
    uda_id: uda.id,
    deposit_id: deposit.id,
    owner: uda.owner,
    status: "created",
    error: "",
    source_network: deposit.network,
    source_asset: deposit.asset,
    source_address: uda.address,
    source_raw: deposit.raw,
    source_tx_hash: deposit.tx_hash,
    source_confirmed_at: required(deposit.confirmed_at, "a confirmed deposit has its time", { id: deposit.id }),
    destination_network: uda.destination_network,
    destination_asset: uda.destination_asset,
    destination_address: uda.destination_address,
    destination_raw: "0",
    quoted_raw: "0",
    destination_tx_hash: "",
    fee_platform: "0",
    fee_provider: "0",
    provider: "",
    scenario: scenarioOf(from, to),
    attempts: 0,
    announced: 0,
    created_at: now,
    updated_at: now,
    settled_at: null,
  };
  insertSettlement(world.db, row);
  created(world, settlementMachine, row.id, row.status);
  return row;
}

type Change = Partial<Omit<SettlementRow, "id" | "tenant_id" | "uda_id" | "deposit_id" | "status">>;

/** Applies a transition with its events; after the last settlement of a retired UDA its revocation continues. */
export function moveSettlement(world: World, id: string, name: SettlementMove, change: Change = {}): SettlementRow {
  const before = required(settlementById(world.db, id), "settlement", { id });
  const { to, emits } = settlementMachine.moves[name];
  const after: SettlementRow = { ...before, ...change, status: to, updated_at: world.clock.now() };
  const firstAcceptance = name === "accept" && before.announced === 0;
  if (name === "accept") {
    after.announced = 1;
    keepAnswer(world, answerOf(after, "accepted", ""));
  }
  move(world, settlementMachine, name, { id, state: before.status }, (from) => updateSettlement(world.db, from, after));
  // The snapshot of the first acceptance says `created`, as the event's name does (H-25).
  if (emits !== "" && (name !== "accept" || firstAcceptance)) {
    const record = name === "accept" ? { ...after, status: "created" } : after;
    emit(world, {
      tenantId: after.tenant_id,
      type: emits as EventType,
      resourceId: id,
      group: after.deposit_id,
      record,
    });
  }
  if (name === "exhaust") schedule(world.db, REVOKE_JOB, after.uda_id, world.clock.now());
  return after;
}

/**
 * Retries a failed settlement: every provider is asked again, from the first on. A revoked delegation of its source
 * network is requested again, because the run ends with a sweep of the address (H-18, H-25, R-105).
 */
export function requeueSettlement(world: World, id: string): SettlementRow {
  const row = moveSettlement(world, id, "requeue", { error: "", attempts: 0 });
  const delegation = delegationOn(world.db, row.uda_id, row.source_network);
  if (delegation?.wanted === "revoked") queueDelegation(world, row.uda_id, row.source_network, "delegated");
  schedule(world.db, ROUTE_JOB, id, world.clock.now());
  return row;
}

/** The maximum number of provider attempts of a settlement. */
export function attemptLimit(row: SettlementRow): number {
  return providersOf(row.scenario).length * ROUTING_ROUNDS;
}

/** Who is asked next, or was asked last: every provider in turn, best output first. */
export function providerAt(row: Pick<SettlementRow, "scenario" | "attempts">): Provider {
  const providers = providersOf(row.scenario);
  return required(providers[row.attempts % providers.length], "provider");
}

function answerOf(row: SettlementRow, answer: Answer, reason: string) {
  const provider = row.provider === "" ? providerAt(row) : row.provider;
  // Causes name the provider, which has a column of its own.
  const said = reason.startsWith(`${provider}: `) ? reason.slice(provider.length + 2) : reason;
  return { settlementId: row.id, attempt: row.attempts, provider, answer, reason: said };
}

/** After a failed provider attempt: plans the next one, or fails the settlement with the deposit untouched. */
export function failRoutingAttempt(world: World, row: SettlementRow, reason: string): SettlementRow {
  const attempts = row.attempts + 1;
  keepAnswer(world, answerOf(row, row.status === "routing" ? "failed" : "refused", reason));
  const cleared = {
    attempts,
    provider: "",
    fee_platform: "0",
    fee_provider: "0",
    quoted_raw: "0",
    destination_tx_hash: "",
  };
  if (attempts >= attemptLimit(row)) {
    const names = providersOf(row.scenario).join(", ");
    return moveSettlement(world, row.id, "exhaust", {
      ...cleared,
      error: `all provider attempts exhausted (${names}): ${reason}`,
    });
  }
  schedule(world.db, ROUTE_JOB, row.id, world.clock.now() + routingBackoffMs(attempts));
  return moveSettlement(world, row.id, "postpone", cleared);
}
