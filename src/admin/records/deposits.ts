// Deposits of all tenants in every state, with the service's record of each (H-02).
import { displayAddress } from "../../domain/address/evm-address.ts";
import { lastMoveAt } from "../../domain/apply-transition.ts";
import type { DepositRow } from "../../domain/deposit/deposit.ts";
import { NATIVE } from "../../domain/network/network.ts";
import { type MoreConditions, pageOfRecords } from "../../domain/record/store.ts";
import type { World } from "../../domain/world.ts";
import { formatAmount } from "../../kernel/amount.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/clock.ts";
import { presentDeposit } from "../../present/deposit.ts";
import type { View } from "../../present/view.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { AdminHandlers, AdminRequest } from "../handler.ts";
import { addressOfBody } from "../resolve-names.ts";
import { cursorsOf, recordQuery } from "./list-query.ts";

export const depositHandlers: Pick<AdminHandlers, "listDeposits"> = {
  listDeposits: ({ flow: { world }, origin }, { query }) => {
    const asked = recordQuery(world, query);
    const { rows, next } = pageOfRecords<DepositRow>(world.db, "deposit", asked, moreOf(query));
    const view = { catalogue: world.catalogue, origin };
    return { items: rows.map((row) => depositView(world, view, row)), ...cursorsOf(asked, next) };
  },
};

/** The filters that deposits alone have. */
function moreOf({ type, resource_id, to_address, tx_id }: AdminRequest<"listDeposits">["query"]): MoreConditions {
  const to = to_address === undefined ? null : addressOfBody("to_address", to_address);
  const few = [
    ...(resource_id === undefined ? [] : ["id = :id"]),
    ...(tx_id === undefined ? [] : ["tx_hash = :txHash"]),
  ];
  return {
    ...(few.length === 0 ? {} : { found: few.join(" and ") }),
    looked: [
      ...(type === undefined ? [] : [`+asset ${type === "native" ? "=" : "<>"} '${NATIVE}'`]),
      ...(to === null ? [] : ["+to_address = :toAddress"]),
    ],
    parameters: { id: resource_id ?? null, txHash: tx_id?.toLowerCase() ?? null, toAddress: to },
  };
}

/** A deposit as the control API shows it. */
export function depositView(world: World, view: View, row: DepositRow): components["schemas"]["Deposit"] {
  const asset = view.catalogue.asset(row.network, row.asset);
  return {
    ...{ id: row.id, kind: "deposit", tenant_id: row.tenant_id, type: asset.native ? "native" : "token" },
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
    updated_at: isoTime(lastMoveAt(world.db, "deposit", row.id) ?? row.created_at),
  };
}
