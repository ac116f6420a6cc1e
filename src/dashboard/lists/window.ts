// A list as a window by cursor (D-10): pages of 100 rows, newest first, at most 20 kept, and rows that are being read do not move (D-12).
import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

export type Cursor = number | string;
export type Page<Row> = { items: Row[]; next_before: Cursor | null };

export const PAGE_ROWS = 100;
const MAX_PAGES = 20;

export type WindowOptions<Row> = {
  /** Path of the API: topics of the change stream know it. */
  path: string;
  /** The filter as query parameters. */
  query: Readonly<Record<string, string | number | undefined>>;
  load(query: Readonly<Record<string, unknown>>): Promise<Page<Row>>;
  /** The value of `before` with which a page begins at this row. */
  cursorAt(row: Row): Cursor;
  /** True when the first is newer than the second. */
  isNewer(row: Row, than: Row): boolean;
};

export type ListWindow<Row> = {
  rows: readonly Row[];
  /** Rows above the first one that is kept. */
  above: number;
  error: unknown;
  isLoading: boolean;
  /** Rows that have come since the list stands still; null while it is live. */
  newer: number | null;
  hasOlder: boolean;
  loadOlder(): void;
  loadAbove(): void;
  /** Lets the rows stand still while they are read. */
  hold(): void;
  /** To the newest rows, live again. */
  release(): void;
};

type Pages<Row> = InfiniteData<Page<Row>, Cursor | null>;

const keyOf = <Row>({ path, query }: WindowOptions<Row>, cursor: Cursor | null) => [
  "get",
  path,
  { query, window: cursor },
];

/** The present window. It is live at the top; `hold` makes it stand still. */
export function useWindow<Row>(options: WindowOptions<Row>): ListWindow<Row> {
  const { cursorAt } = options;
  const client = useQueryClient();
  const filter = JSON.stringify([options.path, options.query]);
  const [held, setHeld] = useState<{ filter: string; cursor: Cursor } | null>(null);
  const anchor = held?.filter === filter ? held.cursor : null;
  const { pages, data, above, remember } = usePages(options, anchor, `${filter} ${anchor}`);
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  const newer = useNewer(options, anchor, rows[0]);
  const hold = (): void => {
    const [first] = rows;
    if (anchor !== null || first === undefined || data === undefined) return;
    const cursor = cursorAt(first);
    const pageParams = [cursor, ...data.pageParams.slice(1)];
    client.setQueryData<Pages<Row>>(keyOf(options, cursor), { ...data, pageParams });
    setHeld({ filter, cursor });
  };
  const release = (): void => {
    setHeld(null);
    client.setQueryData<Pages<Row>>(keyOf(options, null), (old) =>
      old === undefined ? old : { pages: old.pages.slice(0, 1), pageParams: old.pageParams.slice(0, 1) },
    );
    void client.invalidateQueries({ queryKey: keyOf(options, null) });
  };
  return {
    ...{ rows, above, newer, hold, release, isLoading: pages.isPending, hasOlder: pages.hasNextPage },
    error: data === undefined ? pages.error : null,
    loadOlder: () => {
      if (pages.isFetching || !pages.hasNextPage) return;
      remember(data?.pages.at(-1)?.next_before ?? null);
      void pages.fetchNextPage();
    },
    loadAbove: () => {
      if (!pages.isFetching && pages.hasPreviousPage) void pages.fetchPreviousPage();
    },
  };
}

/** The pages that are kept, and the cursors of all that were seen: the API gives only those of older ones. */
function usePages<Row>(options: WindowOptions<Row>, anchor: Cursor | null, of: string) {
  const { query, load } = options;
  const [cursors, setCursors] = useState<{ of: string; list: (Cursor | null)[] }>({ of: "", list: [] });
  const known = cursors.of === of ? cursors.list : [anchor];
  const pages = useInfiniteQuery({
    queryKey: keyOf(options, anchor),
    queryFn: ({ pageParam }) =>
      load({ ...query, limit: PAGE_ROWS, ...(pageParam === null ? {} : { before: pageParam }) }),
    initialPageParam: anchor,
    maxPages: MAX_PAGES,
    getNextPageParam: (last): Cursor | null | undefined => last.next_before ?? undefined,
    getPreviousPageParam: (_first, _all, param): Cursor | null | undefined => {
      const at = known.indexOf(param);
      return at > 0 ? known[at - 1] : undefined;
    },
  });
  const data = pages.data as Pages<Row> | undefined;
  const remember = (param: Cursor | null): void => {
    if (!known.includes(param)) setCursors({ of, list: [...known, param] });
  };
  return { pages, data, remember, above: Math.max(0, known.indexOf(data?.pageParams[0] ?? anchor)) * PAGE_ROWS };
}

/** How many rows are newer than the first one; null while the list is live. */
function useNewer<Row>(options: WindowOptions<Row>, anchor: Cursor | null, first: Row | undefined): number | null {
  const { path, query, load, isNewer } = options;
  const newest = useQuery({
    queryKey: ["get", path, { query, newest: true }],
    queryFn: () => load({ ...query, limit: PAGE_ROWS }),
    enabled: anchor !== null,
  });
  if (anchor === null) return null;
  return countNewer(newest.data?.items ?? [], first, isNewer);
}

function countNewer<Row>(
  newest: readonly Row[],
  first: Row | undefined,
  isNewer: (row: Row, than: Row) => boolean,
): number {
  return first === undefined ? 0 : newest.filter((row) => isNewer(row, first)).length;
}
