// A list beside what is chosen in it; where the page is narrow one of the two fills it, with a way back.
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useHotkeys } from "react-hotkeys-hook";
import { Group, Panel, Separator } from "react-resizable-panels";
import { Button } from "../components/button.tsx";
import { keysAreOn } from "../shell/tastes.ts";
import { useNarrow } from "./media.ts";

const KEY = "sandbox-panes";

/** `detail` is undefined while nothing is chosen. `Esc` goes back. */
export function TwoPanes({
  list,
  detail,
  onBack,
}: {
  list: ReactNode;
  detail: ReactNode | undefined;
  onBack(): void;
}): ReactNode {
  const isNarrow = useNarrow();
  useHotkeys("escape", onBack, { enabled: () => keysAreOn() && detail !== undefined });
  if (detail === undefined) return list;
  if (isNarrow) {
    return (
      <div className="flex min-h-0 flex-1 flex-col">
        <Button tone="quiet" className="m-1 self-start" onClick={onBack}>
          <ArrowLeft size={14} aria-hidden="true" /> Back to the list
        </Button>
        <div className="min-h-0 flex-1 overflow-auto">{detail}</div>
      </div>
    );
  }
  return (
    <Group
      className="min-h-0 flex-1"
      defaultLayout={kept()}
      onLayoutChanged={(layout) => localStorage.setItem(KEY, JSON.stringify(layout))}
    >
      <Panel id="list" minSize="25%" className="flex flex-col">
        {list}
      </Panel>
      <Separator className="w-1 bg-line hover:bg-strong focus-visible:bg-accent" aria-label="Width of the list" />
      <Panel id="detail" minSize="25%">
        <div className="h-full overflow-auto bg-card">{detail}</div>
      </Panel>
    </Group>
  );
}

function kept(): Record<string, number> {
  try {
    const layout: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return layout === null ? { list: 50, detail: 50 } : (layout as Record<string, number>);
  } catch {
    return { list: 50, detail: 50 };
  }
}
