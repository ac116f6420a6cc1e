// Where a list stands after a jump: at its last row, or at the row that was jumped to while rows come in above it (D-10, D-12).
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { ListWindow } from "./window.ts";

/** A function that goes to the oldest row. */
export function useEnd<Row>(list: ListWindow<Row>, showLast: () => void): () => void {
  const isWanted = useRef(false);
  useEffect(() => {
    if (!isWanted.current || list.isLoading || list.hasOlder || list.rows.length === 0) return;
    isWanted.current = false;
    showLast();
  });
  return () => {
    if (!list.hasOlder) return showLast();
    void list.toOldest().then((isKnown) => {
      if (isKnown) isWanted.current = true;
      else showLast();
    });
  };
}

type Steady<Row> = { list: ListWindow<Row>; keyOf(row: Row): string };

/** Rows that come in above those that stand still, or that are given up there, do not move them. `rowHeight` in pixels. */
export function useSteadyRows<Row>(
  { list, keyOf }: Steady<Row>,
  box: RefObject<HTMLElement | null>,
  rowHeight: number,
): void {
  const before = useRef<{ rows: readonly Row[]; above: number }>({ rows: [], above: 0 });
  useLayoutEffect(() => {
    const { rows: known, above } = before.current;
    before.current = { rows: list.rows, above: list.above };
    if (known === list.rows || list.newer === null || above !== list.above) return;
    const moved = placeOf(list.rows, known[0], keyOf) - placeOf(known, list.rows[0], keyOf);
    if (moved !== 0 && box.current !== null) box.current.scrollTop += moved * rowHeight;
  });
}

/** At which place a row is; 0 where it is not, and where there is none. */
function placeOf<Row>(rows: readonly Row[], wanted: Row | undefined, keyOf: (row: Row) => string): number {
  if (wanted === undefined || rows[0] === undefined) return 0;
  const key = keyOf(wanted);
  return keyOf(rows[0]) === key
    ? 0
    : Math.max(
        0,
        rows.findIndex((row) => keyOf(row) === key),
      );
}
