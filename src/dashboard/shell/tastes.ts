// What a reader prefers (D-04): theme, density, single keys. It is kept in this browser; no data is.
import { useSyncExternalStore } from "react";
import { followsLeader } from "./leader-key.ts";

export type Tastes = { theme: "system" | "light" | "dark"; keys: "on" | "off" };

const KEY = "sandbox-tastes";
const listeners = new Set<() => void>();
let tastes: Tastes = read();

function read(): Tastes {
  const usual: Tastes = { theme: "system", keys: "on" };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Tastes>) };
  } catch {
    return usual;
  }
}

/** Puts the theme onto the document. */
export function applyTastes(): void {
  const { dataset } = document.documentElement;
  if (tastes.theme === "system") delete dataset["theme"];
  else dataset["theme"] = tastes.theme;
}

/** Changes and keeps what is given. */
export function setTastes(change: Partial<Tastes>): void {
  tastes = { ...tastes, ...change };
  localStorage.setItem(KEY, JSON.stringify(tastes));
  applyTastes();
  for (const listener of listeners) listener();
}

/** The present tastes. */
export function useTastes(): Tastes {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => tastes,
  );
}

/** Whether keys of the page act at all (WCAG 2.1.4): they are switched on, and nothing lies over the page. */
export function keysMayAct(): boolean {
  return tastes.keys === "on" && document.querySelector("[data-base-ui-inert], [role=dialog], [role=menu]") === null;
}

/** Whether a single key acts: the one after `g` leads to a place, and does nothing else. */
export function keysAreOn(): boolean {
  return keysMayAct() && !followsLeader();
}
