// The bar above a list: its filter, whether it is live, and the columns that are shown.
import { Menu } from "@base-ui/react/menu";
import { Check, Columns3, Pause, Play } from "lucide-react";
import type { ReactNode } from "react";
import { BarMenu } from "../components/bar-menu.tsx";
import { Button } from "../components/button.tsx";
import type { Hidden, ListColumn } from "./columns.ts";
import { JumpToTime } from "./jump-to-time.tsx";
import type { ListWindow } from "./window.ts";

type Props<Row> = {
  filter: ReactNode;
  list: ListWindow<Row>;
  paused: boolean;
  onPause(paused: boolean): void;
  columns: readonly ListColumn<Row>[];
  visibility: Hidden;
  onVisibility(visible: Hidden): void;
  children?: ReactNode;
};

/** `12 new` leads to the newest rows. */
export function ListBar<Row>(props: Props<Row>): ReactNode {
  const { filter, list, paused, onPause, columns, visibility, onVisibility, children } = props;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-card px-2 py-1">
      {filter}
      {list.newer === null || list.newer === 0 ? null : (
        <Button tone="main" className="rounded-full!" onClick={() => list.release()}>
          {list.newer >= 100 ? "100 or more" : list.newer} new
        </Button>
      )}
      {children}
      <Button
        aria-pressed={paused}
        title={paused ? "The list stands still: let it grow" : "Hold the list while you read"}
        onClick={() => {
          if (paused) list.release();
          else list.hold();
          onPause(!paused);
        }}
      >
        {paused ? <Play size={13} aria-hidden="true" /> : <Pause size={13} aria-hidden="true" />}
        {paused ? "held" : "live"}
      </Button>
      {list.toTime === undefined ? null : <JumpToTime toTime={list.toTime} />}
      <ColumnMenu columns={columns} visibility={visibility} onVisibility={onVisibility} />
    </div>
  );
}

function ColumnMenu<Row>({
  columns,
  visibility,
  onVisibility,
}: Pick<Props<Row>, "columns" | "visibility" | "onVisibility">): ReactNode {
  return (
    <BarMenu label="Columns" title="Columns" face={<Columns3 size={15} aria-hidden="true" />} align="end">
      {columns.slice(1).map(({ id, title }) => (
        <Menu.CheckboxItem
          key={id}
          className="flex items-center gap-2 px-3 py-1"
          checked={visibility[id] !== false}
          onCheckedChange={(checked) => onVisibility({ ...visibility, [id]: checked })}
        >
          <span className="w-4">
            <Menu.CheckboxItemIndicator>
              <Check size={13} aria-hidden="true" />
            </Menu.CheckboxItemIndicator>
          </span>
          {title}
        </Menu.CheckboxItem>
      ))}
    </BarMenu>
  );
}
