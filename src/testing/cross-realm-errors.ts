// Jest runs tests in a separate realm, where errors of Node and of the chain engine are not `instanceof Error`. This makes them so.
import { fileURLToPath } from "node:url";
import { isNativeError } from "node:util/types";

/**
 * Makes errors of other realms instances of this realm's `Error`, and sets the `Error.prepareStackTrace` that the chain engine needs.
 * Changes nothing where there is one realm only: node:test, Mocha, Playwright, Vitest except its `vmThreads`.
 */
export function acceptForeignErrors(Base: ErrorConstructor = Error): void {
  if (coreError() instanceof Base) return;
  const ordinary = Function.prototype[Symbol.hasInstance];
  Object.defineProperty(Base, Symbol.hasInstance, {
    configurable: true,
    // Subclasses inherit this function; for them nothing changes.
    value(this: unknown, thing: unknown): boolean {
      return (this === Base && isNativeError(thing)) || ordinary.call(this as ErrorConstructor, thing);
    },
  });
  Base.prepareStackTrace ??= (error, sites) => [String(error), ...sites.map((site) => `    at ${site}`)].join("\n");
}

/** An error created by Node itself, in Node's realm. */
function coreError(): unknown {
  try {
    return fileURLToPath("");
  } catch (error) {
    return error;
  }
}
