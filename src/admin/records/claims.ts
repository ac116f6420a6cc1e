// Transfers that have no unified transaction: sweeps of settled amounts, and delegations of deposit addresses (H-18, H-25).
import { displayAddress } from "../../domain/address/evm-address.ts";
import { type ListedDelegation, pageOfDelegations } from "../../domain/record/delegations.ts";
import { pageOfRecords, type RecordQuery } from "../../domain/record/store.ts";
import type { ClaimRow, Payment } from "../../domain/settlement/claim.ts";
import { settlementById } from "../../domain/settlement/store.ts";
import { delegationRef } from "../../domain/uda/delegation.ts";
import type { World } from "../../domain/world.ts";
import { formatAmount } from "../../kernel/amount.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { AdminHandlers } from "../handler.ts";
import { recordQuery } from "./list-query.ts";

type Claim = components["schemas"]["Claim"];

export const claimHandlers: Pick<AdminHandlers, "listClaims"> = {
  listClaims: ({ flow: { world } }, { query }) => {
    const asked = recordQuery(world, query);
    const sweeps = sweepsOf(world, asked);
    if (sweeps.next !== null) return { items: sweeps.items, next_before: sweeps.next };
    const { items, next } = delegationsOf(world, { ...asked, limit: asked.limit - sweeps.items.length });
    return { items: [...sweeps.items, ...items], next_before: next };
  },
};

type Found = { items: Claim[]; next: string | null };

/** A cursor with a network is one of delegations, which come after all sweeps. */
function sweepsOf(world: World, query: RecordQuery): Found {
  if (query.before?.includes("/")) return { items: [], next: null };
  const { rows, next } = pageOfRecords<ClaimRow>(world.db, "claim", query);
  return { items: rows.map((row) => sweepView(world, row)), next };
}

/** Delegations keep no time, so a time range leaves them out. */
function delegationsOf(world: World, query: RecordQuery): Found {
  if (query.from !== null || query.to !== null) return { items: [], next: null };
  if (query.limit === 0) return { items: [], next: FIRST_DELEGATION };
  const { rows, next } = pageOfDelegations(world.db, query);
  return { items: rows.map(delegationView), next: next === null ? null : delegationRef(next.uda_id, next.network) };
}

/** A cursor before the newest delegation: no id is above it. */
const FIRST_DELEGATION = delegationRef("~", "");

export function sweepView({ db, catalogue }: World, row: ClaimRow): Claim {
  const asset = catalogue.asset(row.network, row.asset);
  const paid = JSON.parse(row.payments) as Payment[];
  const payments = paid.map(({ to, raw }) => ({
    to_address: displayAddress(to),
    amount: formatAmount(BigInt(raw), asset.decimals),
    raw,
  }));
  const sum = paid.reduce((total, { raw }) => total + BigInt(raw), 0n);
  const { id, state, network, tenant_id, uda_id, settlement_id, tries, tx_hash, error } = row;
  return {
    ...{ id, kind: "sweep", tenant_id, owner: settlementById(db, settlement_id)?.owner ?? null, state, network },
    ...{ symbol: asset.symbol, amount: formatAmount(sum, asset.decimals), raw: sum.toString() },
    ...{ uda_id, settlement_id, asset: asset.address, payments, tries, tx_id: tx_hash, error },
    created_at: isoTime(row.created_at),
  };
}

/** The last state of a delegation is `verified`, which is called `confirmed` elsewhere. */
export function delegationView(row: ListedDelegation): Claim {
  const { uda_id, network, tenant_id, owner, wanted, state, tries, tx_hash, error } = row;
  return {
    ...{ id: delegationRef(uda_id, network), kind: wanted === "delegated" ? "delegation" : "revocation" },
    ...{ tenant_id, owner, state: state === "verified" ? "confirmed" : state, network },
    ...{ symbol: null, amount: null, raw: null, uda_id, settlement_id: null, asset: null, payments: [], tries },
    ...{ tx_id: tx_hash, error, created_at: null },
  };
}
