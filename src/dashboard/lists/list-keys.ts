// Keys of a list (D-90): the next and previous row, the next failure, the first and the last, and rows as text.
import { useHotkeys } from "react-hotkeys-hook";
import { copyText } from "../components/copy-button.tsx";
import { keysAreOn } from "../shell/tastes.ts";
import type { ListColumn } from "./columns.ts";
import { rowsText } from "./row-text.ts";
import type { ListWindow } from "./window.ts";

/** The rows of a list, and which of them is chosen. */
export type ListChoice<Row> = {
  list: ListWindow<Row>;
  columns: readonly ListColumn<Row>[];
  keyOf(row: Row): string;
  selected: string | undefined;
  onSelect(row: Row): void;
  /** `Enter` on the chosen row; without it the row is open when it is chosen. */
  onOpen?(row: Row): void;
  /** For `Shift+j` and `Shift+k` (D-16). */
  isFailure?(row: Row): boolean;
};
type Keys<Row> = ListChoice<Row> & {
  /** Scrolls to a row of the window. */
  show(index: number): void;
  /** To the oldest row of the list, which may not be loaded. */
  toEnd(): void;
};

/** Never while somebody types, and not where single keys are switched off. */
export function useListKeys<Row>(keys: Keys<Row>): void {
  const { list, columns, keyOf, selected, onSelect, onOpen, isFailure, show, toEnd } = keys;
  const at = list.rows.findIndex((row) => keyOf(row) === selected);
  const go = (index: number): void => {
    const row = list.rows[index];
    if (row === undefined) return;
    onSelect(row);
    show(index);
  };
  const failure = (step: 1 | -1): void => {
    for (let index = at + step; index >= 0 && index < list.rows.length; index += step) {
      const row = list.rows[index];
      if (row === undefined || isFailure?.(row) !== true) continue;
      go(index);
      return;
    }
  };
  const when = { enabled: keysAreOn, preventDefault: true };
  useHotkeys("j, down", () => go(at + 1), { ...when });
  useHotkeys("k, up", () => go(Math.max(0, at - 1)), { ...when });
  useHotkeys("shift+j", () => failure(1), { ...when });
  useHotkeys("shift+k", () => failure(-1), { ...when });
  useHotkeys(
    "enter",
    () => {
      const row = list.rows[at];
      if (row !== undefined) onOpen?.(row);
    },
    { enabled: keysAreOn },
  );
  useHotkeys("home", () => {
    list.release();
    show(0);
  });
  useHotkeys("end", toEnd);
  useHotkeys(
    "y",
    () => {
      const row = list.rows[at];
      if (row !== undefined) void copyText(rowsText(columns, [row], { withTitles: false }), "The row");
    },
    { enabled: keysAreOn },
  );
  useHotkeys("shift+y", () => void copyText(rowsText(columns, list.rows, { withTitles: true }), "All rows"), {
    enabled: keysAreOn,
  });
}
