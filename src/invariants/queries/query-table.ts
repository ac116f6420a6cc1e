// Table: all invariants that are queries over the database, by record type. Each row a query returns is one breach.
import { ADDRESS_QUERIES } from "./addresses.ts";
import { ATTEMPT_QUERIES } from "./attempts.ts";
import { BLOCK_QUERIES } from "./blocks.ts";
import { CLAIM_QUERIES } from "./claims.ts";
import { COUNTER_QUERIES } from "./counters.ts";
import { DELIVERY_QUERIES } from "./deliveries.ts";
import { DEPOSIT_QUERIES } from "./deposits.ts";
import { EVENT_QUERIES } from "./events.ts";
import { HISTORY_QUERIES } from "./history.ts";
import { HOLD_QUERIES } from "./holds.ts";
import { MOVEMENT_QUERIES } from "./movements.ts";
import { PAYOUT_QUERIES } from "./payouts.ts";
import type { Query } from "./query.ts";
import { SETTLEMENT_QUERIES } from "./settlements.ts";
import { TRANSACTION_QUERIES } from "./transactions.ts";

export const QUERIES: readonly Query[] = [
  ...ATTEMPT_QUERIES,
  ...HOLD_QUERIES,
  ...PAYOUT_QUERIES,
  ...TRANSACTION_QUERIES,
  ...DEPOSIT_QUERIES,
  ...MOVEMENT_QUERIES,
  ...SETTLEMENT_QUERIES,
  ...CLAIM_QUERIES,
  ...EVENT_QUERIES,
  ...DELIVERY_QUERIES,
  ...ADDRESS_QUERIES,
  ...BLOCK_QUERIES,
  ...HISTORY_QUERIES,
  ...COUNTER_QUERIES,
];

/** The queries over a window of rows, and those that read full tables. */
export const WINDOW_QUERIES = QUERIES.filter(({ sql }) =>
  /:(after|movementAfter|eventAfter|tailAfter|now)\b/.test(sql),
);
export const TABLE_QUERIES = QUERIES.filter((query) => !WINDOW_QUERIES.includes(query));
