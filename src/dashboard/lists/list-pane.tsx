// A list with its bar: what it shows while it loads, when it is empty, and when the API refuses.
import { type ReactNode, useState } from "react";
import { ErrorView, Loading } from "../components/views.tsx";
import { type ListColumn, useColumnVisibility } from "./columns.ts";
import { ListBar } from "./list-bar.tsx";
import { ListTable } from "./list-table.tsx";
import type { ListWindow } from "./window.ts";

type Props<Row> = {
  /** Under which the chosen columns are kept. */
  name: string;
  label: string;
  list: ListWindow<Row>;
  columns: readonly ListColumn<Row>[];
  filter: ReactNode;
  /** Beside the filter. */
  tools?: ReactNode;
  /** Why the list is empty, and what fills it. */
  empty: ReactNode;
  selected: string | undefined;
  keyOf(row: Row): string;
  onSelect(row: Row): void;
  onOpen?(row: Row): void;
  isFailure?(row: Row): boolean;
};

/** What every list of the page looks like. */
export function ListPane<Row extends object>(props: Props<Row>): ReactNode {
  const { name, list, columns, filter, tools, empty } = props;
  const [paused, setPaused] = useState(false);
  const [visibility, setVisibility] = useColumnVisibility(name);
  const isEmpty = !list.isLoading && list.rows.length === 0 && !list.hasOlder;
  return (
    <>
      <ListBar {...{ list, paused, columns, visibility, filter }} onPause={setPaused} onVisibility={setVisibility}>
        {tools}
      </ListBar>
      {list.error === null ? null : <ErrorView error={list.error} />}
      {list.isLoading ? <Loading /> : null}
      {isEmpty && list.error === null ? empty : null}
      {isEmpty ? null : <ListTable {...props} {...{ paused, visibility }} />}
    </>
  );
}
