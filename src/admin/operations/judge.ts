// What is true of some owners, in one answer: deposits by state, settlements, payouts, dead deliveries, and the cursors for the next time (U-62).
import { displayAddress } from "../../domain/address/evm-address.ts";
import { type DeadDelivery, deadDeliveries, newestDelivery, openDeliveryCount } from "../../domain/delivery/ended.ts";
import type { DepositRow } from "../../domain/deposit/deposit.ts";
import { depositsOfOwner } from "../../domain/deposit/store.ts";
import { newestAnnounced } from "../../domain/outbox.ts";
import type { PayoutRow } from "../../domain/payout/payout.ts";
import { newestPayout, payoutsAfter } from "../../domain/payout/store.ts";
import type { SettlementRow } from "../../domain/settlement/settlement.ts";
import { settlementsOfOwner } from "../../domain/settlement/store.ts";
import type { World } from "../../domain/world.ts";
import { formatAmount } from "../../kernel/amount.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { AdminHandlers } from "../handler.ts";
import { defaultTenant, tenantOfPath } from "../resolve-names.ts";

type Schemas = components["schemas"];
type Kind = Schemas["JudgeReply"]["data"]["cut"][number];

/** Records of one kind in an answer. */
const MAX_RECORDS = 1_000;

export const judgeHandlers: Pick<AdminHandlers, "judgeOwners"> = {
  judgeOwners: ({ flow: { world }, contract }, { body: { tenant_id, owners, after } }) => {
    const { db, clock } = world;
    const tenantId = (tenant_id === undefined ? defaultTenant(world) : tenantOfPath(world, tenant_id)).id;
    const cut: Kind[] = [];
    const kept = <Row>(kind: Kind, rows: readonly Row[]): Row[] => {
      if (rows.length > MAX_RECORDS) cut.push(kind);
      return rows.slice(0, MAX_RECORDS);
    };
    const limit = MAX_RECORDS + 1;
    const named = [...new Set(owners)];
    const deposits = kept(
      "deposits",
      ofAll(named, (owner, most) => depositsOfOwner(db, { tenantId, owner, limit: most })),
    );
    const inState = (state: DepositRow["state"]) =>
      deposits.filter((row) => row.state === state).map((row) => depositView(world, row));
    const settlements = ofAll(named, (owner, most) => settlementsOfOwner(db, { tenantId, owner, limit: most }));
    const payouts = payoutsAfter(db, { tenantId, after: after?.payout ?? "", limit });
    const dead = deadDeliveries(db, { tenantId, after: after?.delivery ?? 0, limit });
    return {
      tenant_id: tenantId,
      now: isoTime(clock.now()),
      deposits: { seen: inState("seen"), confirmed: inState("confirmed"), orphaned: inState("orphaned") },
      settlements: kept("settlements", settlements).map((row) => settlementView(world, row)),
      payouts: kept("payouts", payouts).map((row) => payoutView(world, row)),
      dead_deliveries: kept("dead_deliveries", dead).map(deadView),
      open_deliveries: openDeliveryCount(db, tenantId),
      cut,
      cursors: {
        ...{ event: newestAnnounced(db), delivery: newestDelivery(db) },
        ...{ payout: newestPayout(db), request: contract.requests.newest },
      },
    };
  },
};

/** The records of all owners, one more than an answer holds where there are more. */
function ofAll<Row>(owners: readonly string[], read: (owner: string, most: number) => Row[]): Row[] {
  const rows: Row[] = [];
  for (const owner of owners) if (rows.length <= MAX_RECORDS) rows.push(...read(owner, MAX_RECORDS + 1 - rows.length));
  return rows;
}

type Amount = Pick<Schemas["JudgedAmount"], "network" | "asset" | "symbol" | "amount" | "raw">;

/** `raw` is in base units; `asset` is the key of one. */
function amountView({ catalogue }: World, network: string, asset: string, raw: string): Amount {
  const { address, symbol, decimals } = catalogue.asset(network, asset);
  return { network, asset: address, symbol, amount: formatAmount(BigInt(raw), decimals), raw };
}

function depositView(world: World, row: DepositRow): Schemas["JudgedDeposit"] {
  return {
    ...{ id: row.id, owner: row.owner, ...amountView(world, row.network, row.asset, row.raw) },
    ...{ tx_id: row.tx_hash, ordinal: row.ordinal, to_address: displayAddress(row.to_address), uda_id: row.uda_id },
  };
}

function settlementView(world: World, row: SettlementRow): Schemas["JudgedSettlement"] {
  const arrived = row.status === "completed";
  return {
    ...{ id: row.id, owner: row.owner, uda_id: row.uda_id, deposit_id: row.deposit_id },
    ...{ status: row.status, error: row.error },
    source: {
      ...amountView(world, row.source_network, row.source_asset, row.source_raw),
      ...{ address: displayAddress(row.source_address), tx_id: row.source_tx_hash },
    },
    destination: {
      ...amountView(world, row.destination_network, row.destination_asset, arrived ? row.destination_raw : "0"),
      ...{ address: displayAddress(row.destination_address), tx_id: arrived ? row.destination_tx_hash : "" },
    },
  };
}

function payoutView(world: World, row: PayoutRow): Schemas["JudgedPayout"] {
  return {
    ...{ id: row.id, vault_id: row.vault_id, reference_id: row.reference_id, status: row.status },
    ...amountView(world, row.network, row.asset, row.raw),
    ...{ to_address: displayAddress(row.to_address), tx_id: row.tx_hash, error: row.error },
  };
}

function deadView({ id, event_id, type, resource_id, endpoint_id, reason, attempts }: DeadDelivery) {
  return { id, event_id, type: type as Schemas["EventType"], resource_id, endpoint_id, reason, attempts };
}
