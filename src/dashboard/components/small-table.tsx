// A table of a few rows, all of them shown; where the page is narrow it scrolls by itself.
import type { ReactNode } from "react";
import { ScrollBox } from "./scroll-box.tsx";

export type SmallColumn<Row> = { title: string; isNumber?: boolean; cell(row: Row): ReactNode };

/** `keyOf` gives each row a name of its own, which also marks it (`data-row`). */
export function SmallTable<Row>({
  label,
  columns,
  rows,
  keyOf,
}: {
  label: string;
  columns: readonly SmallColumn<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
}): ReactNode {
  const sideOf = (column: SmallColumn<Row>): string =>
    column.isNumber === true ? "text-right tabular-nums" : "text-left";
  return (
    <ScrollBox label={`${label}: table`} className="overflow-x-auto">
      <table className="w-full border-collapse" aria-label={label}>
        <thead>
          <tr className="text-faint">
            {columns.map((column) => (
              <th
                key={column.title}
                scope="col"
                className={`px-3 py-1 font-normal whitespace-nowrap ${sideOf(column)}`}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-row={keyOf(row)} className="border-t border-line">
              {columns.map((column) => (
                <td key={column.title} className={`px-3 py-1 whitespace-nowrap ${sideOf(column)}`}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
