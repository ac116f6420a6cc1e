// Media queries as hooks: how wide the page is, and whether it is used by finger.
import { useSyncExternalStore } from "react";

/** True while the query holds. */
export function useMedia(query: string): boolean {
  const list = matchMedia(query);
  return useSyncExternalStore(
    (listener) => {
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => list.matches,
  );
}

/** True where only one pane fits. */
export function useNarrow(): boolean {
  return useMedia("(max-width: 52rem)");
}
