// Statements that a test made, to look at how SQLite plans them.
import { onTestFinished, vi } from "vitest";
import { Database } from "../../../src/db/database.ts";

/** The monitor checks a world in the background, some time after each commit: what it asks is nobody's answer. */
function isOfMonitor(): boolean {
  return /[\\/]src[\\/]invariants[\\/]/.test(new Error("where it was asked").stack ?? "");
}

/** Collects each statement that any database is asked until the test ends, with the parameters it was asked with last. */
export function statementsAsked(): Map<string, object> {
  const asked = new Map<string, object>();
  for (const how of ["all", "get"] as const) {
    const real = Database.prototype[how];
    const spy = vi.spyOn(Database.prototype, how).mockImplementation(function (this: Database, sql, parameters = {}) {
      if (!isOfMonitor()) asked.set(sql, parameters);
      return real.call(this, sql, parameters) as never;
    });
    onTestFinished(() => spy.mockRestore());
  }
  return asked;
}
