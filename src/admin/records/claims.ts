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
import { cursorsOf, recordQuery } from "./list-query.ts";

type Claim = components["schemas"]["Claim"];

export const claimHandlers: Pick<AdminHandlers, "listClaims"> = {
  listClaims: ({ flow: { world } }, { query }) => {
    const asked = recordQuery(world, query);
    const [first, second] =
      asked.order === "newest" ? ([sweepsOf, delegationsOf] as const) : ([delegationsOf, sweepsOf] as const);
    const head = first(world, asked);
    if (head.next !== null) return { items: head.items, ...cursorsOf(asked, head.next) };
    const { items, next } = second(world, { ...asked, limit: asked.limit - head.items.length });
    return { items: [...head.items, ...items], ...cursorsOf(asked, next) };
  },
};

type Found = { items: Claim[]; next: string | null };

/** Newest first, delegations come after all sweeps; oldest first, before them. A cursor with a network is one of delegations. */
function sweepsOf(world: World, query: RecordQuery): Found {
  if (isOfDelegation(query.before)) return { items: [], next: null };
  if (query.limit === 0) return { items: [], next: BEFORE_SWEEPS };
  const after = isOfDelegation(query.after) ? null : query.after;
  const { rows, next } = pageOfRecords<ClaimRow>(world.db, "claim", { ...query, after });
  return { items: rows.map((row) => sweepView(world, row)), next };
}

/** Delegations keep no time, so a time range leaves them out. */
function delegationsOf(world: World, query: RecordQuery): Found {
  if (query.after !== null && !isOfDelegation(query.after)) return { items: [], next: null };
  if (query.from !== null || query.to !== null) return { items: [], next: null };
  if (query.limit === 0) return { items: [], next: FIRST_DELEGATION };
  const { rows, next } = pageOfDelegations(world.db, query);
  return { items: rows.map(delegationView), next: next === null ? null : delegationRef(next.uda_id, next.network) };
}

/** A cursor before the newest delegation: no id is above it. */
const FIRST_DELEGATION = delegationRef("~", "");
/** A cursor before the oldest sweep: no id is below it. */
const BEFORE_SWEEPS = "0";

const isOfDelegation = (cursor: string | null): boolean => cursor?.includes("/") === true;

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
