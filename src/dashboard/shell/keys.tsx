// Keys that act everywhere (D-90), and the list of all keys. They never act while somebody types, and can be switched off.
import { Dialog } from "@base-ui/react/dialog";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useHotkeys } from "react-hotkeys-hook";
import type { Schemas } from "../api/client.ts";
import { changes } from "../api/live.ts";
import { Button } from "../components/button.tsx";
import { SwitchField } from "../components/field.tsx";
import { keysAreShown, paletteIsOpen } from "../palette/palette-state.ts";
import { say } from "./acts.ts";
import { advanceToNext, toggleClock } from "./clock-control.tsx";
import { focusNextTrouble, troubleIsWanted } from "./next-trouble.ts";
import { countTroubles, PLACES } from "./places.ts";
import { useSymbolKey } from "./symbol-key.ts";
import { keysAreOn, keysMayAct, setTastes, useTastes } from "./tastes.ts";

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ["⌘K or Ctrl K", "every act and place"],
  ["/", "search"],
  ["j k ↓ ↑", "next and previous row"],
  ["Shift j, Shift k", "next and previous failure"],
  ["Enter", "open"],
  ["Esc", "back"],
  ["[ ]", "previous and next tab"],
  ["Home End", "newest and oldest row"],
  ["r", "redeliver the chosen delivery"],
  ["Shift r", "redeliver all that fit the filter"],
  ["c", "copy as cURL"],
  ["y, Shift y", "copy the chosen row, or all that are loaded, for a spreadsheet"],
  ["e", "explain the signature"],
  [".", "freeze the clock, or let it run"],
  ["n", "to what is due next"],
  ["w", "to what is wrong, and on to the next; Enter does what helps"],
  ...PLACES.flatMap(({ key, title }) => (key === undefined ? [] : [[`g ${key}`, `to ${title}`] as const])),
  ["?", "this list"],
];

/** Keys of the shell. */
export function useShellKeys(status: Schemas["Status"] | undefined): void {
  const navigate = useNavigate();
  const when = { enabled: keysAreOn, preventDefault: true };
  useHotkeys("mod+k", () => paletteIsOpen.set(true), { preventDefault: true, enableOnFormTags: true });
  useSymbolKey("?", () => keysAreShown.set(true));
  useSymbolKey(".", () => void toggleClock(changes.snapshot().clock?.mode));
  useHotkeys("n", () => void advanceToNext(status?.clock.next_due[0]), when);
  useHotkeys(
    "w",
    () => {
      if (focusNextTrouble()) return;
      if (countTroubles(status) === 0) return say("good", "Nothing is wrong and nothing waits.");
      troubleIsWanted.set(true);
      void navigate({ to: "/" });
    },
    when,
  );
  const jumps = PLACES.filter(({ key }) => key !== undefined);
  useHotkeys(
    jumps.map(({ key }) => `g>${key}`),
    (_event, { keys }) => {
      // Of a sequence the library asks no `enabled`.
      if (!keysMayAct()) return;
      const place = jumps.find(({ key }) => key === keys?.at(-1));
      if (place !== undefined) void navigate({ to: place.path });
    },
    { preventDefault: true },
  );
}

/** The keys, and the switch for single ones. */
export function KeyList(): ReactNode {
  const open = keysAreShown.use();
  const { keys } = useTastes();
  return (
    <Dialog.Root open={open} onOpenChange={(next) => keysAreShown.set(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup className="popup fixed top-[10vh] left-1/2 z-50 w-[min(30rem,92vw)] -translate-x-1/2 p-4">
          <Dialog.Title className="mb-2 text-base font-semibold">Keys</Dialog.Title>
          <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-0.5">
            {KEYS.map(([key, what]) => (
              <div key={key} className="contents">
                <dt className="font-mono">{key}</dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
          <div className="mt-4 flex items-center justify-between gap-2">
            <SwitchField
              label="Single keys act"
              isOn={keys === "on"}
              onChange={(isOn) => setTastes({ keys: isOn ? "on" : "off" })}
            />
            <Dialog.Close render={<Button />}>Close</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
