// Columns of a list, and what a reader has chosen for them: which are shown, and in which order. A taste, so it is kept (D-04).
import {
  type ColumnDef,
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
} from "@tanstack/react-table";
import type { ReactNode } from "react";
import { useState } from "react";

export const features = tableFeatures({ columnVisibilityFeature, columnOrderingFeature, columnSizingFeature });

export type ListColumn<Row> = {
  id: string;
  title: string;
  /** Pixels; a column without one takes what is left. */
  width?: number;
  /** The column is as wide as the longest of its values, so that none is cut (D-06). */
  isFitted?: boolean;
  /** Left out where the list is narrow; the last of them first. */
  isWide?: boolean;
  /** Right-aligned, with figures of one width. */
  isNumber?: boolean;
  cell(row: Row): ReactNode;
  /** The whole text, as it is copied (D-06): no digit cut, no id shortened; "" for nothing. */
  value(row: Row): string;
  /** A second line below the cell where the list is too narrow for other columns. */
  under?(row: Row): ReactNode;
};

/** Where a list is narrower than this, its rows have two lines. Pixels. */
export const NARROW = 520;

/** The columns as the library knows them. */
export function definitions<Row extends object>(
  columns: readonly ListColumn<Row>[],
): ColumnDef<typeof features, Row>[] {
  return columns.map(({ id, title, width, cell }) => ({
    id,
    header: title,
    ...(width === undefined ? {} : { size: width }),
    cell: ({ row }: { row: { original: Row } }) => cell(row.original),
  }));
}

/** What a column without a width needs at least. Pixels. */
const LEAST = 120;

/** Of a figure or letter, and beside the text. Pixels. */
const CHARACTER = 7.7;
const PADDING = 20;
const WIDEST = 420;

/** The columns with the width that the texts of these rows need. */
export function sizedColumns<Row>(columns: readonly ListColumn<Row>[], rows: readonly Row[]): ListColumn<Row>[] {
  return columns.map((column) => {
    const { isFitted, value, title } = column;
    if (isFitted !== true) return column;
    const longest = rows.reduce((most, row) => Math.max(most, value(row).length), title.length);
    return { ...column, width: Math.min(WIDEST, Math.ceil(longest * CHARACTER) + PADDING) };
  });
}

/** The columns that are chosen and have room; `width` is that of the list, 0 while it is not known. */
export function visibleColumns<Row>(
  columns: readonly ListColumn<Row>[],
  chosen: Hidden,
  width: number,
): readonly ListColumn<Row>[] {
  const shown = columns.filter(({ id }) => chosen[id] !== false);
  const needed = (): number => shown.reduce((sum, { width: own = LEAST }) => sum + own, 0);
  while (width > 0 && needed() > width) {
    const at = shown.findLastIndex(({ isWide }) => isWide === true);
    if (at < 0) break;
    shown.splice(at, 1);
  }
  return shown;
}

export type Hidden = Readonly<Record<string, boolean>>;

/** Which columns of a list are shown; `name` is that of the list. */
export function useColumnVisibility(name: string): [Hidden, (visible: Hidden) => void] {
  const key = `sandbox-columns-${name}`;
  const [visible, setVisible] = useState<Hidden>(() => read(key));
  return [
    visible,
    (next) => {
      localStorage.setItem(key, JSON.stringify(next));
      setVisible(next);
    },
  ];
}

function read(key: string): Hidden {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as Hidden;
  } catch {
    return {};
  }
}
