// Jest runs tests in a realm of their own, where an error of Node or of the chain engine is no `Error`: what it takes to live there.
import { fileURLToPath } from "node:url";
import { isNativeError } from "node:util/types";

/**
 * Makes errors from outside of this realm instances of its `Error`, and gives it the writer of stack traces that the chain engine asks for.
 * Changes nothing where there is one realm only: node:test, Mocha, Playwright, Vitest but for its `vmThreads`.
 */
export function acceptForeignErrors(Base: ErrorConstructor = Error): void {
  if (coreError() instanceof Base) return;
  const ordinary = Function.prototype[Symbol.hasInstance];
  Object.defineProperty(Base, Symbol.hasInstance, {
    configurable: true,
    // Subclasses inherit this: for them it stays as it was.
    value(this: unknown, thing: unknown): boolean {
      return (this === Base && isNativeError(thing)) || ordinary.call(this as ErrorConstructor, thing);
    },
  });
  Base.prepareStackTrace ??= (error, sites) => [String(error), ...sites.map((site) => `    at ${site}`)].join("\n");
}

/** An error as Node itself makes it. */
function coreError(): unknown {
  try {
    return fileURLToPath("");
  } catch (error) {
    return error;
  }
}
