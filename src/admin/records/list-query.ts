// The filters that every list of records has in common, read from a query.
import type { RecordQuery } from "../../domain/record/store.ts";
import type { World } from "../../domain/world.ts";
import { parseTime } from "../../kernel/clock.ts";
import { Problem } from "../../kernel/problem.ts";
import { networkOfBody } from "../resolve-names.ts";

export type ListFilters = {
  tenant_id?: string;
  owner?: string;
  network?: string;
  state?: string;
  q?: string;
  from?: string;
  to?: string;
  before?: string;
  after?: string;
  order?: "newest" | "oldest";
  limit?: number;
};

const USUAL_LIMIT = 100;

/** @throws Problem invalidRequest for an unknown network, a text that is no time, and a time range with nothing in it */
export function recordQuery(world: World, asked: ListFilters): RecordQuery {
  return {
    tenantId: asked.tenant_id ?? null,
    owner: asked.owner ?? null,
    network: asked.network === undefined ? null : networkOfBody(world, asked.network).symbol,
    state: asked.state ?? null,
    q: asked.q ?? null,
    ...timeRange(asked.from, asked.to),
    before: asked.before ?? null,
    after: asked.after ?? null,
    order: asked.order ?? "newest",
    limit: asked.limit ?? USUAL_LIMIT,
  };
}

/** The cursors of a page: the one of the order that was asked for, the other null. */
export function cursorsOf<Cursor>(
  { order }: Pick<RecordQuery, "order">,
  next: Cursor | null,
): { next_before: Cursor | null; next_after: Cursor | null } {
  return order === "newest" ? { next_before: next, next_after: null } : { next_before: null, next_after: next };
}

/** `from` and `to` (exclusive) as virtual ms, null where not given. @throws Problem invalidRequest */
export function timeRange(
  from: string | undefined,
  to: string | undefined,
): { from: number | null; to: number | null } {
  const range = { from: instantOf("from", from), to: instantOf("to", to) };
  if (range.from !== null && range.to !== null && range.to <= range.from)
    throw new Problem("invalidRequest", "to: use a time after `from`, as nothing lies between the two");
  return range;
}

function instantOf(member: string, text: string | undefined): number | null {
  const at = text === undefined ? null : parseTime(text);
  if (text === undefined || at !== null) return at;
  throw new Problem(
    "invalidRequest",
    `${member} is not an RFC 3339 date-time with an offset, such as 2026-01-31T12:00:00Z`,
  );
}
