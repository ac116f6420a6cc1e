// Records the service does not show: deposits in every state, sweeps and delegations; and the price table (H-02, H-26, H-29).
import { displayAddress } from "../../domain/address/evm-address.ts";
import type { DepositRow } from "../../domain/deposit/deposit.ts";
import { listDeposits } from "../../domain/deposit/store.ts";
import { allRates, putRate, putSetting } from "../../domain/network/store.ts";
import type { ClaimRow, Payment } from "../../domain/settlement/claim.ts";
import { listClaims } from "../../domain/settlement/store.ts";
import type { DelegationRow } from "../../domain/uda/delegation.ts";
import { delegationRef } from "../../domain/uda/delegation.ts";
import { listDelegations } from "../../domain/uda/store.ts";
import type { World } from "../../domain/world.ts";
import { formatAmount, parsePrice } from "../../kernel/amount.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/clock.ts";
import { Problem } from "../../kernel/problem.ts";
import { presentDeposit } from "../../present/deposit.ts";
import type { View } from "../../present/view.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { AdminHandlers } from "../handler.ts";
import { addressOfBody, networkOfBody } from "../resolve-names.ts";

type Claim = components["schemas"]["Claim"];

export const moneyHandlers: Pick<
  AdminHandlers,
  "listDeposits" | "listClaims" | "getRates" | "setRates" | "setPriceFeed"
> = {
  listDeposits: ({ flow: { world }, origin }, { query }) => {
    const { limit = 100 } = query;
    const rows = listDeposits(world.db, {
      state: query.state ?? null,
      native: query.type === undefined ? null : query.type === "native" ? 1 : 0,
      tenantId: query.tenant_id ?? null,
      id: query.resource_id ?? null,
      owner: query.owner ?? null,
      network: query.network === undefined ? null : networkOfBody(world, query.network).symbol,
      to: query.to_address === undefined ? null : addressOfBody("to_address", query.to_address),
      txHash: query.tx_id?.toLowerCase() ?? null,
      before: query.before ?? null,
      limit: limit + 1,
    });
    const shown = rows.slice(0, limit);
    const view = { catalogue: world.catalogue, origin };
    return {
      items: shown.map((row) => depositView(view, row)),
      next_before: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  },
  listClaims: ({ flow: { world } }) => ({
    items: [
      ...listClaims(world.db).map((row) => sweepView(world, row)),
      ...listDelegations(world.db).map(delegationView),
    ],
  }),
  getRates: ({ flow: { world } }) => ratesView(world),
  setRates: ({ flow: { world } }, { body }) => {
    const table = ratesView(world);
    const prices = Object.entries(body).map(
      ([ticker, price]) => [knownTicker(table, ticker), checkedPrice(ticker, price)] as const,
    );
    world.db.transaction(() => {
      for (const [symbol, price] of prices) putRate(world.db, symbol, price);
    });
    return ratesView(world);
  },
  setPriceFeed: ({ flow: { world } }, { body: { enabled } }) => {
    world.db.transaction(() => putSetting(world.db, "price_feed", String(enabled)));
    return { enabled };
  },
};

function depositView(view: View, row: DepositRow): components["schemas"]["Deposit"] {
  const asset = view.catalogue.asset(row.network, row.asset);
  return {
    id: row.id,
    tenant_id: row.tenant_id,
    type: asset.native ? "native" : "token",
    resource_id: row.id,
    transaction_id: row.transaction_id,
    body: row.state === "orphaned" ? null : presentDeposit(view, row),
    state: row.state,
    network: row.network,
    tx_id: row.tx_hash,
    ordinal: row.ordinal,
    asset: asset.address,
    symbol: row.symbol,
    amount: formatAmount(BigInt(row.raw), asset.decimals),
    raw: row.raw,
    from_address: displayAddress(row.from_address),
    to_address: displayAddress(row.to_address),
    to_category: row.to_category,
    owner: row.owner,
    uda_id: row.uda_id,
    block_number: row.block_height,
    block_hash: row.block_hash,
    block_time: isoTime(row.block_time * 1_000),
    created_at: isoTime(row.created_at),
    confirmed_at: isoTimeOrNull(row.confirmed_at),
  };
}

function sweepView({ catalogue }: World, row: ClaimRow): Claim {
  const asset = catalogue.asset(row.network, row.asset);
  const payments = (JSON.parse(row.payments) as Payment[]).map(({ to, raw }) => ({
    to_address: displayAddress(to),
    amount: formatAmount(BigInt(raw), asset.decimals),
    raw,
  }));
  const { id, state, network, uda_id, settlement_id, tries, tx_hash, error } = row;
  return {
    id,
    kind: "sweep",
    state,
    network,
    uda_id,
    settlement_id,
    asset: asset.address,
    payments,
    tries,
    tx_id: tx_hash,
    error,
  };
}

/** The last state of a delegation is `verified`, which is called `confirmed` elsewhere. */
function delegationView({ uda_id, network, wanted, state, tries, tx_hash, error }: DelegationRow): Claim {
  return {
    id: delegationRef(uda_id, network),
    kind: wanted === "delegated" ? "delegation" : "revocation",
    state: state === "verified" ? "confirmed" : state,
    network,
    uda_id,
    settlement_id: null,
    asset: null,
    payments: [],
    tries,
    tx_id: tx_hash,
    error,
  };
}

function ratesView(world: World): Record<string, string> {
  return Object.fromEntries(allRates(world.db).map(({ symbol, price }) => [symbol, price]));
}

function knownTicker(table: Record<string, string>, ticker: string): string {
  const known = Object.keys(table);
  const symbol = known.find((candidate) => candidate.toUpperCase() === ticker.toUpperCase());
  if (symbol !== undefined) return symbol;
  throw new Problem("invalidRequest", `there is no asset ${JSON.stringify(ticker)}: use one of ${known.join(", ")}`, {
    details: { known },
  });
}

/** A price of zero would make every conversion meaningless. */
function checkedPrice(ticker: string, price: string): string {
  if ((parsePrice(price) ?? 0n) > 0n) return price;
  throw new Problem("invalidRequest", `${ticker}: a price is a decimal above zero, such as "2500.00"`);
}
