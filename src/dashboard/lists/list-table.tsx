// A list of many rows as a real table of which only what is seen exists: rows are links, and the keyboard moves through them (D-91).
import { type Row as TableRow, useTable } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef } from "react";
import { ScrollBox } from "../components/scroll-box.tsx";
import {
  definitions,
  features,
  type Hidden,
  type ListColumn,
  NARROW,
  sizedColumns,
  visibleColumns,
} from "./columns.ts";
import { type ListChoice, useListKeys } from "./list-keys.ts";
import { useMedia } from "./media.ts";
import { useEnd, useSteadyRows } from "./steady-rows.ts";
import { useWidth } from "./width.ts";
import type { ListWindow } from "./window.ts";

type Props<Row> = ListChoice<Row> & {
  /** What the list is, for a screen reader. */
  label: string;
  columns: readonly ListColumn<Row>[];
  visibility: Hidden;
  /** Held by the reader: coming back to the top does not release it. */
  paused: boolean;
};

const FINGER_ROW = 44;
const ROW = 28;
/** So many rows before the end of what is kept, the next page is asked for. */
const EARLY_ROWS = 20;

/** The first cell of a row holds its link. */
export function ListTable<Row extends object>(props: Props<Row>): ReactNode {
  const { label, columns, visibility, list, paused } = props;
  const box = useRef<HTMLElement>(null);
  const width = useWidth(box);
  const isCoarse = useMedia("(pointer: coarse)");
  const hasTwoLines = width > 0 && width < NARROW && columns.some(({ under }) => under !== undefined);
  const rowHeight = isCoarse || hasTwoLines ? FINGER_ROW : ROW;
  const count = list.above + list.rows.length;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    useFlushSync: false,
  });
  const shown = visibleColumns(sizedColumns(columns, list.rows), visibility, width);
  const rows = useRows(props, shown);
  const items = virtual.getVirtualItems();
  usePages(list, items[0]?.index ?? 0, items.at(-1)?.index ?? 0, count);
  const toEnd = useEnd(list, () => virtual.scrollToIndex(count - 1, { align: "end" }));
  useListKeys({ ...props, toEnd, show: (index) => virtual.scrollToIndex(index + list.above) });
  useSteadyRows(props, box, rowHeight);
  return (
    <ScrollBox
      box={box}
      label={label}
      onScroll={() => followScroll(list, (box.current?.scrollTop ?? 0) < rowHeight, paused)}
      className="min-h-0 flex-1 overflow-auto"
    >
      <table className="w-full table-fixed" aria-rowcount={list.hasOlder ? -1 : count + 1}>
        <ListHead columns={shown} />
        <tbody>
          <Spacer height={items[0]?.start ?? 0} />
          {items.map(({ index }) => (
            <ListRow
              key={index}
              {...props}
              {...{ shown, index, hasTwoLines }}
              row={rows[index - list.above]}
              height={rowHeight}
            />
          ))}
          <Spacer height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** The rows as the table library knows them, with the columns that are shown. */
function useRows<Row extends object>({ columns, list, keyOf }: Props<Row>, shown: readonly ListColumn<Row>[]) {
  const columnVisibility = Object.fromEntries(columns.map(({ id }) => [id, shown.some((one) => one.id === id)]));
  const data = list.rows as Row[];
  const table = useTable({
    features,
    columns: definitions(columns),
    data,
    getRowId: keyOf,
    state: { columnVisibility },
  });
  return table.getRowModel().rows;
}

/** Below the top the rows stand still while they are read; at the top the list grows again (D-12). */
function followScroll<Row>(list: ListWindow<Row>, isTop: boolean, paused: boolean): void {
  if (!isTop) list.hold();
  else if (!paused && list.newer !== null && !list.hasAbove && !list.isLoading) list.release();
}

/** Asks for the next page before its rows are seen, in both directions. */
function usePages<Row>(list: ListWindow<Row>, first: number, last: number, count: number): void {
  useEffect(() => {
    if (last >= count - EARLY_ROWS && list.hasOlder) list.loadOlder();
    else if (first < list.above + EARLY_ROWS) list.loadAbove();
  });
}

type RowProps<Row extends object> = Props<Row> & {
  shown: readonly ListColumn<Row>[];
  /** Undefined where the rows of a place are not kept any more. */
  row: TableRow<typeof features, Row> | undefined;
  index: number;
  height: number;
  hasTwoLines: boolean;
};

function ListRow<Row extends object>(props: RowProps<Row>): ReactNode {
  const { shown, row, index, height, hasTwoLines, keyOf, selected } = props;
  if (row === undefined) return <Spacer height={height} />;
  const isChosen = keyOf(row.original) === selected;
  return (
    <tr
      aria-rowindex={index + 2}
      aria-current={isChosen ? "true" : undefined}
      data-row={keyOf(row.original)}
      className={clsx("relative border-b border-line", isChosen ? "bg-chosen" : "hover:bg-hover")}
      style={{ height }}
    >
      {shown.map((column) => (
        <td key={column.id} className={cellClass(column)}>
          {column.cell(row.original)}
          {hasTwoLines && column.under !== undefined ? (
            <span className="block truncate text-xs text-faint">{column.under(row.original)}</span>
          ) : null}
        </td>
      ))}
    </tr>
  );
}

function cellClass({ isNumber }: { isNumber?: boolean }): string {
  return clsx("truncate px-2", isNumber === true && "text-right tabular-nums");
}

function ListHead<Row>({ columns }: { columns: readonly ListColumn<Row>[] }): ReactNode {
  return (
    <>
      <colgroup>
        {columns.map(({ id, width }) => (
          <col key={id} style={width === undefined ? undefined : { width }} />
        ))}
      </colgroup>
      <thead className="sticky top-0 z-10 bg-card">
        <tr aria-rowindex={1}>
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              className={clsx(
                cellClass(column),
                "py-1 text-xs font-medium text-faint",
                column.isNumber !== true && "text-left",
              )}
            >
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}

function Spacer({ height }: { height: number }): ReactNode {
  return height <= 0 ? null : (
    <tr style={{ height }}>
      <td />
    </tr>
  );
}
