// Why the request log is empty, and what fills it (D-07).
import type { ReactNode } from "react";
import { Button } from "../components/button.tsx";
import { Command, EmptyView } from "../components/views.tsx";
import { useFilter } from "../lists/filter-field.tsx";

/** The log belongs to the process: after a start it is empty. */
export function EmptyRequests({ isFiltered }: { isFiltered: boolean }): ReactNode {
  const [, setFilter] = useFilter();
  if (isFiltered) {
    return (
      <EmptyView why="No request that is kept fits this filter.">
        <Button onClick={() => setFilter("")}>Show all requests of /v1</Button>
      </EmptyView>
    );
  }
  return (
    <EmptyView why="No app has called /v1 since the sandbox started. The log keeps the last 1,000 requests of each surface in memory. A first one:">
      <Command>{`curl -H "X-API-Key: $SANDBOX_API_KEY" ${location.origin}/v1/vault`}</Command>
    </EmptyView>
  );
}
