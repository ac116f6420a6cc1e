// Reconciles recorded inflows and outflows with the recorded balances, without the chain (I-17).
import type { Database } from "../db/database.ts";
import { balanceFlows } from "./queries/movements.ts";
import type { Breach } from "./statements.ts";

/** Over all addresses of the platform, by network and asset. Transfers between two of them count on neither side. */
export function reconcileBalances(db: Database): Breach[] {
  const sums = new Map<string, { came: bigint; holds: bigint }>();
  for (const { network, asset, kind, raw } of balanceFlows(db)) {
    const place = `${network} ${asset}`;
    const sum = sums.get(place) ?? { came: 0n, holds: 0n };
    if (kind === "balance") sum.holds += BigInt(raw);
    else sum.came += kind === "in" ? BigInt(raw) : -BigInt(raw);
    sums.set(place, sum);
  }
  return [...sums].flatMap(([place, { came, holds }]): Breach[] =>
    came === holds
      ? []
      : [
          {
            id: "I-17",
            what: `${place}: deposits less what was settled, paid and burnt are ${came}, balances ${holds}`,
          },
        ],
  );
}
