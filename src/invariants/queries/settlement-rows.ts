// Rows of settlements that other checks compare with the chain, with their fees or with their deposits.
import type { Database } from "../../db/database.ts";
import { changedIds, hasChangedReceipt, isMined, type ReportedPayment, type Window } from "./query.ts";

export function completedSettlements(db: Database, { after, upTo }: Window): ReportedPayment[] {
  return db.all(
    `select s.id, s.destination_network as network, s.destination_tx_hash as hash, s.destination_asset as asset,
       s.destination_address as to_address, s.destination_raw as raw,
       ${isMined("s.destination_network", "s.destination_tx_hash")} as stands,
       ${hasChangedReceipt("s.destination_network", "s.destination_tx_hash")} as changed
     from settlement s where s.status = 'completed' and s.id in ${changedIds("settlement")}`,
    { after, upTo },
  );
}

export type FeeRow = {
  id: string;
  source_network: string;
  source_asset: string;
  source_raw: string;
  destination_network: string;
  destination_asset: string;
  quoted_raw: string;
  fee_platform: string;
  fee_provider: string;
};

/** Amounts and fees of settlements whose route was accepted. */
export function routedSettlements(db: Database, { after, upTo }: Window): FeeRow[] {
  return db.all(
    `select id, source_network, source_asset, source_raw, destination_network, destination_asset, quoted_raw, fee_platform, fee_provider
     from settlement where status in ('routing', 'completed') and id in ${changedIds("settlement")}`,
    { after, upTo },
  );
}

/** Settlements that the platform paid itself, from the deposit address to the destination. */
export function internalSettlements(
  db: Database,
  { after, upTo }: Window,
): { id: string; source_raw: string; quoted_raw: string; fee_platform: string; fee_provider: string }[] {
  return db.all(
    `select id, source_raw, quoted_raw, fee_platform, fee_provider from settlement
     where status = 'completed' and provider = 'internal' and id in ${changedIds("settlement")}`,
    { after, upTo },
  );
}

/** Source amounts of failed settlements: they must still be at their deposit address. */
export function failedSettlementsAt(db: Database, address: string, network: string): { asset: string; raw: string }[] {
  return db.all(
    `select source_asset as asset, source_raw as raw from settlement
     where source_address = :address and source_network = :network and status = 'failed'`,
    { address, network },
  );
}

/** A deposit to a UDA that must have a settlement, with the tokens that the UDA accepts now. */
export type OwedSettlement = { id: string; network: string; asset: string; accepted: string };

/** Such deposits confirmed in a range of history rows, except those whose UDA has changed since. */
export function settlementsOwed(db: Database, after: number, upTo: number): OwedSettlement[] {
  return db.all(
    `select d.id, d.network, d.asset, u.accepted_tokens as accepted
     from history h join deposit d on d.id = h.record_id join uda u on u.id = d.uda_id
     where h.id > :after and h.id <= :upTo and +h.noun = 'deposit' and h.move = 'confirm' and u.status = 'active'
       and not exists (select 1 from history later where later.noun = 'uda' and later.record_id = u.id and later.id > h.id)`,
    { after, upTo },
  );
}

export function hasSettlement(db: Database, depositId: string): boolean {
  return db.get("select 1 as found from settlement where deposit_id = :depositId", { depositId }) !== undefined;
}
