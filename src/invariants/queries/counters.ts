// Counters of ids: each kind has as many rows as ids were assigned (I-22).
import type { Query } from "./query.ts";

export const COUNTER_QUERIES: readonly Query[] = [
  ...[
    ...[
      ["deposit", "deposit"],
      ["payout", "payout"],
      ["settlement", "settlement"],
      ["uda", "uda"],
      ["claim", "claim"],
    ],
    ...[
      ["transaction", "transaction_record"],
      ["event", "event"],
      ["vault", "vault"],
      ["tenant", "tenant"],
    ],
  ].map(
    ([kind, table]): Query => ({
      id: "I-22",
      sql: `select c.value || ' ids of the kind ${kind} were given out, and there are ' || r.count || ' rows' as what
            from counter c, (select count(*) as count from ${table}) r where c.kind = '${kind}' and c.value <> r.count`,
    }),
  ),
];
