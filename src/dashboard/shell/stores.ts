// A value outside of the components, for what any of them may change: notices, questions, the palette.
import { useSyncExternalStore } from "react";

export type Store<Value> = {
  get(): Value;
  set(value: Value): void;
  use(): Value;
};

/** A store with its first value. */
export function createStore<Value>(first: Value): Store<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const get = (): Value => value;
  return {
    get,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}
