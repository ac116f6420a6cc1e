// Troubles of the chain: reorgs at each block between sight and confirmation, blocks that are late, skipped or halted.
import type { HuntStep } from "../step.ts";
import { type Abilities, blocks, faultOf, manual, payment, type Trouble } from "./trouble.ts";

const KINDS = ["keep", "drop", "delay"] as const;

export function chainTroubles(abilities: Abilities): Trouble[] {
  const { usual, deep, withdraw } = abilities;
  const slow: Trouble = {
    ...{ name: "chain slow while a payout is on its way", family: "chain", at: "withdraw", before: [manual(usual)] },
    after: [{ do: "travel", by: "5m" }, blocks(usual, 1), { do: "travel", by: "5m" }, blocks(usual, 4)],
  };
  return [
    ...reorgs(abilities),
    ...lateBlocks(abilities),
    ...(deep ? forced(abilities) : []),
    ...(withdraw ? [slow] : []),
  ];
}

function row(what: string, before: readonly HuntStep[], after: readonly HuntStep[]): Trouble {
  return { name: `chain ${what}`, family: "chain", at: "pay", before, after };
}

function reorgs({ usual }: Abilities): Trouble[] {
  const { network } = usual;
  const mine = (count: number): HuntStep => blocks(usual, count);
  const reorg = (transactions: "keep" | "drop" | "delay"): HuntStep => ({
    do: "reorg",
    network,
    depth: 1,
    transactions,
  });
  const failed = { ...faultOf("transaction.failed", "status"), times: 2 };
  const paused = [manual(usual)];
  const [again, settle] = [payment("12.25", usual), { do: "settle" } as const];
  return [
    ...KINDS.map((kind) => row(`reorg ${kind} at the first block`, paused, [mine(1), reorg(kind), mine(4)])),
    ...KINDS.map((kind) => ({
      ...row(`reorg ${kind}, and once more`, paused, [mine(1), reorg(kind), mine(1), reorg("delay"), mine(4)]),
      ...(kind === "delay" ? {} : { later: true as const }),
    })),
    row("reorg drop, and paid again", paused, [mine(1), reorg("drop"), mine(1), again, mine(4)]),
    row("reorg delay, transaction.failed late", [...paused, failed], [mine(1), reorg("delay"), mine(4)]),
    row(
      "reorg drop, transaction.failed dies",
      [...paused, { ...failed, times: 6 }],
      [mine(1), reorg("drop"), mine(4), settle],
    ),
  ];
}

function lateBlocks({ usual }: Abilities): Trouble[] {
  const { network } = usual;
  const halt = { do: "fault", gate: "chain.mine", match: { network }, times: 2 } as const;
  const later: HuntStep = { do: "travel", by: "2m" };
  return [
    row("waits for a block", [manual(usual)], [{ do: "travel", by: "10m" }, blocks(usual, 4)]),
    row("blocks at their times", [{ do: "mining", network, mode: "interval" }], [later]),
    row("block skipped", [{ ...halt, effect: "skip" }], [later]),
    row("halted", [{ ...halt, effect: "halt" }], [later]),
  ];
}

function forced({ usual }: Abilities): Trouble[] {
  return KINDS.map((transactions) =>
    row(
      `forced reorg ${transactions} below the confirmation`,
      [],
      [
        { do: "settle" },
        { do: "reorg", network: usual.network, depth: 3, transactions, force: true },
        blocks(usual, 6),
      ],
    ),
  );
}
