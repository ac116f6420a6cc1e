// The chain engines of a sandbox, for changes that no API allows: a change of a chain without a notification.
import { vi } from "vitest";
import type { Engine } from "../../src/chains/engine/engine.ts";
import { RewindableEngine } from "../../src/chains/rewindable-engine.ts";

/** Call it before the sandbox is opened, and `closed` afterwards; the last opened engine of a network counts. */
export function rawEngines(): { of(network: string): Engine; closed(): void } {
  const spy = vi.spyOn(RewindableEngine, "atGenesis");
  const calls = spy.mock.calls;
  return {
    of(network) {
      const found = calls.findLast(([, name]) => name === network)?.[0];
      if (found === undefined) throw new Error(`no engine of ${network}`);
      return found;
    },
    closed: () => void spy.mockRestore(),
  };
}
