// The two pagination styles of lists: page numbers to SQL windows, and the pagination data of responses (K-9).

/** Page/limit style: both already checked (page ≥ 1, limit 1…100). */
export type PageQuery = { page: number; limit: number };

/** Limit/offset style: both already checked (limit 1…200, offset ≥ 0). */
export type WindowQuery = { limit: number; offset: number };

/** A window of a list by creation: newest first unless it begins with the oldest. */
export type OrderedWindow = WindowQuery & { oldestFirst?: boolean };

/** The order of such a list, for SQL. */
export function sortOfWindow({ oldestFirst = false }: OrderedWindow): string {
  return oldestFirst ? "created_at asc, id asc" : "created_at desc, id desc";
}

/** The top-level `pagination` object (S-371, S-372, S-571). */
export type Pagination = {
  page: number;
  limit: number;
  total_items: number;
  total_pages: number;
  has_next: boolean;
  has_prev: boolean;
};

/** One page of rows and the total number of rows. */
export type PageOf<Row> = { rows: Row[]; totalItems: number };

/** The SQL window of a page: bind as `limit :limit offset :offset`. */
export function windowOf({ page, limit }: PageQuery): WindowQuery {
  return { limit, offset: (page - 1) * limit };
}

/** The pagination data of a response; a page beyond the end is empty and not an error (K-9). */
export function paginationOf({ page, limit }: PageQuery, totalItems: number): Pagination {
  const totalPages = Math.ceil(totalItems / limit);
  return {
    page,
    limit,
    total_items: totalItems,
    total_pages: totalPages,
    has_next: page < totalPages,
    has_prev: page > 1 && totalItems > 0,
  };
}
