// SQL of settlements and claims.
import type { Database } from "../../db/database.ts";
import { readWindow } from "../page.ts";
import { type OrderedWindow, sortOfWindow } from "../pagination.ts";
import type { ClaimRow } from "./claim.ts";
import type { SettlementStatus } from "./machine.ts";
import type { SettlementRow } from "./settlement.ts";

export function insertSettlement(db: Database, row: SettlementRow): void {
  db.run(
    `insert into settlement (id, tenant_id, uda_id, deposit_id, owner, status, error, source_network, source_asset,
       source_address, source_raw, source_tx_hash, source_confirmed_at, destination_network, destination_asset,
       destination_address, destination_raw, quoted_raw, destination_tx_hash, fee_platform, fee_provider, provider,
       scenario, attempts, announced, created_at, updated_at, settled_at)
     values (:id, :tenant_id, :uda_id, :deposit_id, :owner, :status, :error, :source_network, :source_asset,
       :source_address, :source_raw, :source_tx_hash, :source_confirmed_at, :destination_network, :destination_asset,
       :destination_address, :destination_raw, :quoted_raw, :destination_tx_hash, :fee_platform, :fee_provider,
       :provider, :scenario, :attempts, :announced, :created_at, :updated_at, :settled_at)`,
    row,
  );
}

export function settlementById(db: Database, id: string): SettlementRow | undefined {
  return db.get("select * from settlement where id = :id", { id });
}

/** A tenant's settlement; not found for another tenant (K-3). */
export function settlementOfTenant(db: Database, tenantId: string, id: string): SettlementRow | undefined {
  return db.get("select * from settlement where id = :id and tenant_id = :tenantId", { id, tenantId });
}

/** Writes what a transition changes, if the row is in `from`. */
export function updateSettlement(db: Database, from: SettlementStatus, row: SettlementRow): number {
  return db.run(
    `update settlement set status = :status, error = :error, destination_raw = :destination_raw,
       quoted_raw = :quoted_raw, destination_tx_hash = :destination_tx_hash, fee_platform = :fee_platform,
       fee_provider = :fee_provider, provider = :provider, attempts = :attempts, announced = :announced,
       updated_at = :updated_at, settled_at = :settled_at where id = :id and status = :from`,
    {
      id: row.id,
      from,
      status: row.status,
      error: row.error,
      destination_raw: row.destination_raw,
      quoted_raw: row.quoted_raw,
      destination_tx_hash: row.destination_tx_hash,
      fee_platform: row.fee_platform,
      fee_provider: row.fee_provider,
      provider: row.provider,
      attempts: row.attempts,
      announced: row.announced,
      updated_at: row.updated_at,
      settled_at: row.settled_at,
    },
  );
}

/** True while a settlement of the UDA runs or its claim is open: the delegation is needed. */
export function isUdaBusy(db: Database, udaId: string): boolean {
  return (
    db.get(
      `select 1 as found from settlement s left join claim c on c.settlement_id = s.id
       where s.uda_id = :udaId and (s.status in ('created', 'routing', 'retrying') or c.state in ('pending', 'sent')) limit 1`,
      { udaId },
    ) !== undefined
  );
}

export function insertClaim(db: Database, row: ClaimRow): void {
  db.run(
    `insert into claim (id, settlement_id, tenant_id, uda_id, network, asset, payments, state, tries, tx_hash, error, created_at)
     values (:id, :settlement_id, :tenant_id, :uda_id, :network, :asset, :payments, :state, :tries, :tx_hash, :error, :created_at)`,
    row,
  );
}

export function claimById(db: Database, id: string): ClaimRow | undefined {
  return db.get("select * from claim where id = :id", { id });
}

/** Writes the progress of a claim. */
export function updateClaim(db: Database, row: Pick<ClaimRow, "id" | "state" | "tries" | "tx_hash" | "error">): void {
  db.run("update claim set state = :state, tries = :tries, tx_hash = :tx_hash, error = :error where id = :id", {
    id: row.id,
    state: row.state,
    tries: row.tries,
    tx_hash: row.tx_hash,
    error: row.error,
  });
}

/** One page of the settlements of a UDA, newest first unless said otherwise (H-33). */
export function windowOfSettlements(db: Database, udaId: string, window: OrderedWindow): SettlementRow[] {
  const from = "from settlement where uda_id = :udaId";
  return readWindow<SettlementRow>(db, { from, order: sortOfWindow(window), parameters: { udaId } }, window).rows;
}

/** The settlements that a deposit transaction (lower-case hash) paid for, newest first (H-62). */
export function settlementsOfTransaction(db: Database, tenantId: string, txHash: string): SettlementRow[] {
  return db.all(
    `select * from settlement where source_tx_hash = :txHash and tenant_id = :tenantId
     order by created_at desc, id desc`,
    { txHash, tenantId },
  );
}

/** The work that waits for the delegation of a UDA on a network: its claims, and same-chain settlements not swept yet. */
export function waitingForDelegation(
  db: Database,
  udaId: string,
  network: string,
): { claims: string[]; settlements: string[] } {
  const of = { udaId, network };
  const claims = db.all<{ id: string }>(
    "select id from claim where uda_id = :udaId and network = :network and state = 'pending' order by id",
    of,
  );
  const settlements = db.all<{ id: string }>(
    `select id from settlement where uda_id = :udaId and source_network = :network and status = 'routing'
       and provider = 'internal' order by id`,
    of,
  );
  return { claims: claims.map(({ id }) => id), settlements: settlements.map(({ id }) => id) };
}

/** Claims of a tenant on a network that are not swept yet. */
export function openClaims(db: Database, tenantId: string, network: string): string[] {
  const rows = db.all<{ id: string }>(
    "select id from claim where tenant_id = :tenantId and network = :network and state = 'pending' order by id",
    { tenantId, network },
  );
  return rows.map(({ id }) => id);
}

export function settlementOfDeposit(db: Database, depositId: string): SettlementRow | undefined {
  return db.get("select * from settlement where deposit_id = :depositId", { depositId });
}

/** All settlements of an owner, oldest first, at most `limit`. */
export function settlementsOfOwner(
  db: Database,
  of: { tenantId: string; owner: string; limit: number },
): SettlementRow[] {
  return db.all("select * from settlement where tenant_id = :tenantId and owner = :owner order by id limit :limit", of);
}
