// Whether the palette and the list of keys are open.
import { createStore } from "../shell/stores.ts";

export const paletteIsOpen = createStore(false);
export const keysAreShown = createStore(false);
