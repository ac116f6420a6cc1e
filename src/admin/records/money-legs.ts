// The transfers of value that a story consists of, as its records tell them: from whom, to whom, how much, by which transaction.
import type { FoundRecord } from "../../domain/record/family.ts";
import type { Payment } from "../../domain/settlement/claim.ts";
import type { SettlementRow } from "../../domain/settlement/settlement.ts";
import type { TransactionRow } from "../../domain/transaction/transaction.ts";
import { udaById } from "../../domain/uda/store.ts";
import type { World } from "../../domain/world.ts";
import { PLATFORM_PATH } from "../../flow/settlements/route-accounts.ts";

/** A party that the sandbox may watch; `place` says what it is where it does not. */
export type Party = { address: string; place: string };

/** Addresses and asset key in lower case, base units. `ordinal`: of the one movement that a deposit is; null for all of the transaction. */
export type Leg = {
  what: "value" | "fee";
  network: string;
  asset: string;
  raw: bigint;
  from: Party;
  to: Party;
  txHash: string;
  ordinal: number | null;
  state: "pending" | "confirmed" | "orphaned";
};

/** The legs of all records of a story; what no block holds yet has none. */
export function legsOf(world: World, family: readonly FoundRecord[]): Leg[] {
  const settlements = family.flatMap((one) => (one.kind === "settlement" ? [one.row] : []));
  const deposits = new Set(family.flatMap((one) => (one.kind === "deposit" ? [one.row.transaction_id] : [])));
  return family.flatMap((one): Leg[] => {
    if (one.kind === "deposit") return [depositLeg(one.row)];
    if (one.kind === "claim") return claimLegs(world, one.row, settlements);
    if (one.kind !== "transaction" || deposits.has(one.row.id) || one.row.type === "deposit") return [];
    return transactionLegs(world, one.row, settlements);
  });
}

type DepositRow = Extract<FoundRecord, { kind: "deposit" }>["row"];
type ClaimRow = Extract<FoundRecord, { kind: "claim" }>["row"];

function depositLeg(row: DepositRow): Leg {
  const { network, asset, raw, tx_hash: txHash, ordinal, state } = row;
  return {
    ...{ what: "value", network, asset, raw: BigInt(raw), txHash, ordinal },
    ...{
      from: { address: row.from_address, place: "the payer" },
      to: { address: row.to_address, place: "the receiver" },
    },
    state: state === "seen" ? "pending" : state,
  };
}

/** The sweep of a settled amount: the provider's share, and the platform's fee. */
function claimLegs(world: World, row: ClaimRow, settlements: readonly SettlementRow[]): Leg[] {
  const uda = udaById(world.db, row.uda_id);
  if (row.tx_hash === "" || uda === undefined) return [];
  const provider = settlements.find(({ id }) => id === row.settlement_id)?.provider ?? "provider";
  const platform = world.derive(PLATFORM_PATH).toLowerCase();
  return (JSON.parse(row.payments) as Payment[]).map(({ to, raw }): Leg => {
    const isFee = to.toLowerCase() === platform;
    return {
      ...{
        what: isFee ? "fee" : "value",
        network: row.network,
        asset: row.asset,
        raw: BigInt(raw),
        txHash: row.tx_hash,
      },
      ...{ from: { address: uda.address, place: "deposit address" }, ordinal: null },
      to: { address: to, place: isFee ? "the platform, its fee" : `${provider}, its share` },
      state: row.state === "confirmed" ? "confirmed" : "pending",
    };
  });
}

const OVER = new Set(["failed", "rejected", "expired"]);

/** Of a settlement within one chain the platform's fee is in the same transaction. */
function transactionLegs(world: World, row: TransactionRow, settlements: readonly SettlementRow[]): Leg[] {
  if (row.tx_hash === "" || row.block_height === null || OVER.has(row.status)) return [];
  const settlement = settlements.find(({ id }) => id === row.source_id);
  const isSwept = settlement?.provider === "internal";
  const leg: Leg = {
    ...{
      what: "value",
      network: row.network,
      asset: row.asset,
      raw: BigInt(row.raw),
      txHash: row.tx_hash,
      ordinal: null,
    },
    from: {
      address: row.from_address,
      place: settlement === undefined ? "the payer" : `${settlement.provider}, which pays out`,
    },
    to: { address: row.to_address, place: "the receiver" },
    state: row.status === "confirmed" ? "confirmed" : "pending",
  };
  const fee = BigInt(settlement?.fee_platform ?? "0");
  if (!isSwept || fee === 0n) return [leg];
  const to = { address: world.derive(PLATFORM_PATH), place: "the platform, its fee" };
  return [leg, { ...leg, what: "fee", raw: fee, to }];
}
