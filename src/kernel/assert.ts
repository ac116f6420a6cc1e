// Assertions about our own code, with the values that explain a failure (never used for a client's input).

/** A bug of the sandbox. Becomes a 500 in the envelope and a log line with `facts`. */
export class AssertionFailure extends Error {
  readonly facts: Readonly<Record<string, unknown>>;
  constructor(message: string, facts: Record<string, unknown> = {}) {
    super(`${message}${Object.keys(facts).length > 0 ? ` ${describe(facts)}` : ""}`);
    this.name = "AssertionFailure";
    this.facts = facts;
  }
}

/** Throws `AssertionFailure` unless `condition` holds. */
export function assert(condition: unknown, message: string, facts: Record<string, unknown> = {}): asserts condition {
  if (!condition) throw new AssertionFailure(message, facts);
}

/** Returns `value` unless it is null or undefined; then throws `AssertionFailure` that names what is missing. */
export function required<T>(value: T | null | undefined, what: string, facts: Record<string, unknown> = {}): T {
  if (value === null || value === undefined) throw new AssertionFailure(`missing: ${what}`, facts);
  return value;
}

/** For the end of an exhaustive switch: a new member of a union does not compile here. */
export function unreachable(value: never): never {
  throw new AssertionFailure("unreachable", { value });
}

function describe(facts: Record<string, unknown>): string {
  return JSON.stringify(facts, (_key, value) => (typeof value === "bigint" ? value.toString() : value));
}
