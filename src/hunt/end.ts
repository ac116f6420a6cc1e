// When a hunt ends, and whether it played all that it was asked for.
import type { HuntOptions } from "./options.ts";

/** `begun`: planned worlds; `errors`: findings that are errors. */
export type Progressed = {
  readonly interrupted: boolean;
  readonly hindered: boolean;
  readonly begun: number;
  readonly errors: number;
  readonly elapsedMs: number;
};

/** Undefined while further worlds are played. With `--shard` no finding ends it, and the worlds are those of the whole hunt. */
export function endOf(
  { budgetMs, maxWorlds, most, shard }: Pick<HuntOptions, "budgetMs" | "maxWorlds" | "most" | "shard">,
  { interrupted, hindered, begun, errors, elapsedMs }: Progressed,
): { why: string; complete: boolean } | undefined {
  const own = shard === undefined ? maxWorlds : Math.ceil((maxWorlds - shard.index + 1) / shard.total);
  const reasons = [
    { holds: interrupted, why: "it was interrupted", complete: false },
    { holds: hindered, why: "it could not go on", complete: false },
    {
      holds: shard === undefined && errors >= most,
      why: `${most} ${most === 1 ? "finding" : "findings"}`,
      complete: true,
    },
    { holds: begun >= own, why: `${maxWorlds} worlds`, complete: true },
    { holds: elapsedMs >= budgetMs, why: "the time was up", complete: false },
  ];
  return reasons.find(({ holds }) => holds);
}
