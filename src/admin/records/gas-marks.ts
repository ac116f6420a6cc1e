// What came into a gas station and what it paid, as marks of its timeline (D-20).
import type { AddressRow } from "../../domain/address/address.ts";
import { type MovementRow, newestMovements } from "../../domain/movement/store.ts";
import { canonicalBlock } from "../../domain/record/timeline-store.ts";
import type { World } from "../../domain/world.ts";
import { formatAmount } from "../../kernel/amount.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { components } from "../../spec/admin.gen.ts";

type Mark = components["schemas"]["TimelineItem"];

/** Movements of each state: the newest. */
const MAX_MOVEMENTS = 100;

const WORDS: Readonly<Record<MovementRow["kind"], string>> = {
  gas: "paid for gas",
  out: "went out",
  in: "came in",
  grant: "was given without a transaction",
};

/** At the time of the block; coin that a station had from its beginning has none. */
export function gasMarks({ db, catalogue }: World, { id, network, created_at }: AddressRow): Mark[] {
  const { native } = catalogue.network(network);
  const rows = (["pending", "confirmed"] as const).flatMap((state) =>
    newestMovements(db, { addressId: id, asset: native.key, state }, MAX_MOVEMENTS),
  );
  return rows.map(({ kind, raw, block_height: height, tx_hash: hash, state }): Mark => {
    const block = canonicalBlock(db, network, height);
    return {
      ...{
        at: isoTime(block === undefined ? created_at : block.timestamp * 1_000),
        lane: "chain",
        what: `balance-${kind}`,
      },
      ...{ network, state, block_number: height, ...(hash === "" ? {} : { tx_id: hash }) },
      ...(block === undefined ? {} : { block_hash: block.hash }),
      title: `${formatAmount(BigInt(raw), native.decimals)} ${native.symbol} ${WORDS[kind]}`,
      ref: { kind: "block", id: block?.hash ?? String(height) },
      detail: state === "pending" ? "not confirmed yet" : null,
    };
  });
}
