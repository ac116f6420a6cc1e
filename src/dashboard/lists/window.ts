// A list as a window by cursor (D-10): pages of 100 rows, newest first, at most 20 kept, and rows that are being read do not move (D-12).
import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

export type Cursor = number | string;
/** Newest first. `isTop`: there was nothing newer when it was read. */
export type Page<Row> = { items: Row[]; next_before: Cursor | null; isTop?: boolean };

export const PAGE_ROWS = 100;
const MAX_PAGES = 20;

/** Where rows are numbered: the value of `after` with which a page begins at this cursor, or at the oldest row. */
export function afterCursor(from: Cursor | null): number {
  return Math.max(0, Number(from ?? 1) - 1);
}

export type WindowOptions<Row> = {
  /** Path of the API: topics of the change stream know it. */
  path: string;
  /** The filter as query parameters. */
  query: Readonly<Record<string, string | number | undefined>>;
  load(query: Readonly<Record<string, unknown>>): Promise<Page<Row>>;
  /** Rows from this cursor up, or from the oldest one, oldest first; at most a page. */
  loadFrom(query: Readonly<Record<string, unknown>>, from: Cursor | null): Promise<Row[]>;
  /** The value of `before` with which a page begins with the newest row older than this instant (ISO); null where none is. Without it nobody can jump. */
  cursorAtTime?(instant: string): Promise<Cursor | null>;
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
  /** Rows above the first one can be loaded: the top of what is kept is not the top of the list. */
  hasAbove: boolean;
  loadOlder(): void;
  loadAbove(): void;
  /** Lets the rows stand still while they are read. */
  hold(): void;
  /** To the newest rows, live again. */
  release(): void;
  /** To the oldest rows, which stand still; false where there are none. */
  toOldest(): Promise<boolean>;
  /** To the newest row that was made before this instant (ISO), with those around it; false where there is none. */
  toTime: ((instant: string) => Promise<boolean>) | undefined;
};

/** A page that begins below a cursor (null: at the newest row), or that ends just above one. */
type Place = Cursor | null | { above: Cursor };
type Pages<Row> = InfiniteData<Page<Row>, Place>;

/** Where the rows stand still. After a jump those above are loaded too; otherwise they are the new ones, which are counted. */
type Held = { filter: string; cursor: Cursor; isJump: boolean };

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
  const [held, setHeld] = useState<Held | null>(null);
  const anchor = held?.filter === filter ? held.cursor : null;
  const isJump = anchor !== null && held?.isJump === true;
  const { pages, data, above, remember } = usePages(options, { anchor, isJump, of: `${filter} ${anchor}` });
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  const newer = useNewer(options, anchor, rows[0]);
  const hold = (): void => {
    const [first] = rows;
    if (anchor !== null || first === undefined || data === undefined) return;
    const cursor = cursorAt(first);
    const pageParams = [cursor, ...data.pageParams.slice(1)];
    client.setQueryData<Pages<Row>>(keyOf(options, cursor), { ...data, pageParams });
    setHeld({ filter, cursor, isJump: false });
  };
  const release = (): void => {
    setHeld(null);
    client.setQueryData<Pages<Row>>(keyOf(options, null), (old) =>
      old === undefined ? old : { pages: old.pages.slice(0, 1), pageParams: old.pageParams.slice(0, 1) },
    );
    void client.invalidateQueries({ queryKey: keyOf(options, null) });
  };
  return {
    ...{ rows, above, newer, hold, release, isLoading: pages.isPending },
    ...{ hasOlder: pages.hasNextPage, hasAbove: pages.hasPreviousPage },
    ...jumpsOf(options, (cursor) => setHeld({ filter, cursor, isJump: true })),
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

type Anchored = { anchor: Cursor | null; isJump: boolean; of: string };

/** The pages that are kept, and the cursors of all that were seen: the API gives only those of older ones. */
function usePages<Row>(options: WindowOptions<Row>, { anchor, isJump, of }: Anchored) {
  const { cursorAt } = options;
  const [cursors, setCursors] = useState<{ of: string; list: (Cursor | null)[] }>({ of: "", list: [] });
  const known: readonly Place[] = cursors.of === of ? cursors.list : [anchor];
  const pages = useInfiniteQuery({
    queryKey: keyOf(options, anchor),
    queryFn: ({ pageParam }: { pageParam: Place }) => pageAt(options, pageParam),
    initialPageParam: anchor as Place,
    maxPages: MAX_PAGES,
    getNextPageParam: (last): Place | undefined => last.next_before ?? undefined,
    getPreviousPageParam: (first, _all, param): Place | undefined => {
      const at = known.indexOf(param);
      if (at > 0) return known[at - 1];
      const [top] = first.items;
      const isEnd = !isJump || top === undefined || first.isTop === true;
      return isEnd ? undefined : { above: cursorAt(top) };
    },
  });
  const data = pages.data as Pages<Row> | undefined;
  const remember = (param: Cursor | null): void => {
    const list = cursors.of === of ? cursors.list : [anchor];
    if (!list.includes(param)) setCursors({ of, list: [...list, param] });
  };
  return { pages, data, remember, above: Math.max(0, known.indexOf(data?.pageParams[0] ?? anchor)) * PAGE_ROWS };
}

async function pageAt<Row>({ query, load, loadFrom }: WindowOptions<Row>, place: Place): Promise<Page<Row>> {
  if (typeof place !== "object" || place === null)
    return load({ ...query, limit: PAGE_ROWS, ...(place === null ? {} : { before: place }) });
  const rows = await loadFrom({ ...query, limit: PAGE_ROWS }, place.above);
  return { items: rows.toReversed(), next_before: place.above, isTop: rows.length === 0 };
}

/** The two jumps: each finds the row at which a page is to begin. */
function jumpsOf<Row>(
  { query, loadFrom, cursorAt, cursorAtTime }: WindowOptions<Row>,
  holdAt: (cursor: Cursor) => void,
): Pick<ListWindow<Row>, "toOldest" | "toTime"> {
  const hold = (cursor: Cursor | null | undefined): boolean => {
    if (cursor !== null && cursor !== undefined) holdAt(cursor);
    return cursor !== null && cursor !== undefined;
  };
  return {
    toOldest: async () => {
      const newest = (await loadFrom({ ...query, limit: PAGE_ROWS }, null)).at(-1);
      return hold(newest === undefined ? null : cursorAt(newest));
    },
    toTime: cursorAtTime === undefined ? undefined : async (instant) => hold(await cursorAtTime(instant)),
  };
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
