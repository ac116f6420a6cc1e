// Worlds whose invariants nobody looks at in the background, for tests that count what is asked.
import { onTestFinished, vi } from "vitest";
import { InvariantMonitor } from "../../../src/invariants/monitor.ts";

/**
 * Until the test ends no monitor looks by itself, which it does half a second after a commit: on a busy machine its questions would be
 * counted. A sandbox still checks all invariants before it closes.
 */
export function withoutMonitor(): void {
  const spy = vi.spyOn(InvariantMonitor.prototype, "touched").mockImplementation(() => {});
  onTestFinished(() => spy.mockRestore());
}
