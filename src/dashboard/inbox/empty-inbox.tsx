// Why the inbox is empty, and what fills it (D-07, D-18).
import type { ReactNode } from "react";
import { Button } from "../components/button.tsx";
import { firstCommands } from "../components/first-commands.ts";
import { Command, EmptyView } from "../components/views.tsx";
import { useFilter } from "../lists/filter-field.tsx";

/** An empty world needs an event; a filter may fit nothing. */
export function EmptyInbox({ isFiltered, tenant }: { isFiltered: boolean; tenant: string | undefined }): ReactNode {
  const [, setFilter] = useFilter();
  if (isFiltered) {
    return (
      <EmptyView why="No event fits this filter.">
        <Button onClick={() => setFilter("")}>Show all events</Button>
      </EmptyView>
    );
  }
  const whose = tenant === undefined ? "There are no events yet" : "This tenant has no events yet";
  return (
    <EmptyView why={`${whose}: they come with each deposit, payout and settlement. First ones, in a terminal:`}>
      {firstCommands().map((command) => (
        <Command key={command}>{command}</Command>
      ))}
    </EmptyView>
  );
}
