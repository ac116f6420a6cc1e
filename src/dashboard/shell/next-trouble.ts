// The key `w`: to the first thing on the overview that is wrong, on to the next one, and `Enter` does what helps.
import { createStore } from "./stores.ts";

/** True between the key on another screen and the overview that it opened. */
export const troubleIsWanted = createStore(false);

/** Puts the focus onto the button (or the link) of the trouble after the one that has it; false where none is shown. */
export function focusNextTrouble(): boolean {
  const all = [...document.querySelectorAll<HTMLElement>("[data-trouble]")].flatMap((row) => {
    const act = row.querySelector<HTMLElement>("button") ?? row.querySelector<HTMLElement>("a");
    return act === null ? [] : [act];
  });
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next = all[(at + 1) % Math.max(1, all.length)];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
  return next !== undefined;
}
