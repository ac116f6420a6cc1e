// Tabs of a detail, kept in the URL; `[` and `]` go to the previous and the next one (D-90).
import { Tabs } from "@base-ui/react/tabs";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useSymbolKey } from "../shell/symbol-key.ts";

export type Tab = { id: string; title: ReactNode; view(): ReactNode };

/** The first tab is shown where the URL names none of them. */
export function TabStrip({ tabs, label }: { tabs: readonly Tab[]; label: string }): ReactNode {
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const navigate = useNavigate();
  const shown = tabs.find(({ id }) => id === tab) ?? tabs[0];
  const go = (id: string | undefined): void =>
    void navigate({ to: ".", search: (old: object) => ({ ...old, tab: id }), replace: true });
  const step = (by: number): void => {
    const at = tabs.findIndex(({ id }) => id === shown?.id);
    const next = tabs[(at + by + tabs.length) % tabs.length];
    go(next?.id);
  };
  useSymbolKey("[", () => step(-1));
  useSymbolKey("]", () => step(1));
  return (
    <Tabs.Root value={shown?.id ?? null} onValueChange={(id: string) => go(id)}>
      <Tabs.List
        aria-label={label}
        className="sticky top-0 z-10 flex gap-1 overflow-x-auto border-b border-line bg-card px-2"
      >
        {tabs.map(({ id, title }) => (
          <Tabs.Tab
            key={id}
            ref={id === shown?.id ? comeIntoView : null}
            value={id}
            className="border-b-2 border-transparent px-2 py-1 whitespace-nowrap text-faint data-active:border-accent data-active:text-ink"
          >
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, view }) => (
        <Tabs.Panel key={id} value={id} className="outline-offset-[-2px]">
          {id === shown?.id ? view() : null}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

/** The row of tabs may be longer than the page is wide. */
function comeIntoView(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ inline: "nearest", block: "nearest" });
}
