// The engines behind a sandbox, for what no door of it lets in: a change of a chain that nobody was told of.
import { vi } from "vitest";
import type { Engine } from "../../src/chains/chain.ts";
import { RewindableEngine } from "../../src/chains/rewindable-engine.ts";

/** Call it before the sandbox is opened, and `closed` afterwards; of a network the last engine that was opened counts. */
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
