// The place of an instant in the list of events or of deliveries, found by halving: both come in the order of time, and no index has their time.
import { client } from "../api/client.ts";
import { isoOf } from "./inbox-rows.ts";

type Placed = { cursor: number; at: number };

/** The newest event or delivery whose cursor is at most this one, whatever the filter; undefined where there is none. */
async function newestUpTo(isOfDeliveries: boolean, cursor: number): Promise<Placed | undefined> {
  const query = { order: "newest", limit: 1, before: cursor + 1 } as const;
  if (isOfDeliveries) {
    const { data, error } = await client.GET("/deliveries", { params: { query } });
    if (data === undefined) throw error;
    return data.data.items.map(({ id, event }) => ({ cursor: id, at: Date.parse(isoOf(event.time)) }))[0];
  }
  const { data, error } = await client.GET("/events", { params: { query } });
  if (data === undefined) throw error;
  return data.data.items.map(({ sequence, time }) => ({ cursor: sequence, at: Date.parse(isoOf(time)) }))[0];
}

/** A page before this cursor begins with the newest row that is older than the instant; null where no row is. */
export async function cursorAtTime(isOfDeliveries: boolean, instant: string): Promise<number | null> {
  const end = Date.parse(instant);
  const newest = await newestUpTo(isOfDeliveries, Number.MAX_SAFE_INTEGER - 1);
  // Rows up to `low` are older than the instant, those from `high` on are not.
  let [low, high] = [0, (newest?.cursor ?? 0) + 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const row = await newestUpTo(isOfDeliveries, middle);
    if (row === undefined || row.at < end) low = middle;
    else high = row.cursor;
  }
  return (await newestUpTo(isOfDeliveries, low)) === undefined ? null : low + 1;
}
