// Keys that are symbols, wherever a keyboard has them: `/` is Shift 7 on many.
import { useHotkeys } from "react-hotkeys-hook";
import { keysAreOn } from "./tastes.ts";

/** Acts when the symbol is typed outside of a field, and not as part of a command of the browser. */
export function useSymbolKey(symbol: "/" | "?" | "." | "[" | "]", act: () => void): void {
  useHotkeys(symbol, act, {
    useKey: true,
    ignoreModifiers: true,
    preventDefault: true,
    enabled: (event) => keysAreOn() && !event.metaKey && (!event.ctrlKey || event.getModifierState("AltGraph")),
  });
}
