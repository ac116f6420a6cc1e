// Keeps the answers of the page fresh: topics of the change stream become queries that are fetched again.
import { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { ChangeStream, type Connection } from "./change-stream.ts";
import { changesWith } from "./live-topics.ts";

/** Changes that come within this time are one refetch. Real ms. */
const GATHER_MS = 200;
/** So often a refetch waits for the one before it; then it replaces it. */
const MAX_WAITS = 10;

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false } },
});

const waiting = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
let everything = false;
let waits = 0;

export const changes = new ChangeStream({
  everything() {
    everything = true;
    refetchSoon();
  },
  topics(topics) {
    for (const topic of topics) waiting.add(topic);
    refetchSoon();
  },
});

/** A hidden tab asks for nothing; what changed meanwhile is fetched when it is looked at. */
function refetchSoon(): void {
  if (timer !== undefined || document.hidden) return;
  timer = setTimeout(() => {
    timer = undefined;
    // An answer on its way would count as fresh although it was made before the change.
    if (queryClient.isFetching() > 0 && waits < MAX_WAITS) {
      waits += 1;
      refetchSoon();
      return;
    }
    waits = 0;
    const topics = new Set(waiting);
    waiting.clear();
    const isAll = everything;
    everything = false;
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [, path] }) => isAll || changesWith(String(path), topics),
    });
  }, GATHER_MS);
}

/** Begins to follow the sandbox. */
export function goLive(): void {
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && (everything || waiting.size > 0)) refetchSoon();
  });
  void changes.run();
}

/** Whether the page is live, and the clock as it was told last. */
export function useConnection(): Connection {
  return useSyncExternalStore(changes.subscribe, changes.snapshot);
}
