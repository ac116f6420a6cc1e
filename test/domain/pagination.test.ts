// The page facts of K-9 for every page and total.
import fc from "fast-check";
import { expect, test } from "vitest";
import { paginationOf, windowOf } from "../../src/domain/pagination.ts";

test("an empty list has no pages", () => {
  expect(paginationOf({ page: 1, limit: 20 }, 0)).toEqual({
    page: 1,
    limit: 20,
    total_items: 0,
    total_pages: 0,
    has_next: false,
    has_prev: false,
  });
});

test("a page beyond the end has correct page numbers", () => {
  expect(paginationOf({ page: 9, limit: 20 }, 41)).toEqual({
    page: 9,
    limit: 20,
    total_items: 41,
    total_pages: 3,
    has_next: false,
    has_prev: true,
  });
});

test("following has_next from page 1 visits every item exactly once", () => {
  fc.assert(
    fc.property(fc.nat(500), fc.integer({ min: 1, max: 100 }), (total, limit) => {
      const items = Array.from({ length: total }, (_, index) => index);
      const seen: number[] = [];
      for (let page = 1; ; page += 1) {
        const { offset } = windowOf({ page, limit });
        seen.push(...items.slice(offset, offset + limit));
        if (!paginationOf({ page, limit }, total).has_next) break;
      }
      expect(seen).toEqual(items);
    }),
  );
});
