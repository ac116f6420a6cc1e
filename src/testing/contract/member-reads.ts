// What was read of answers and webhooks: a bounded number of names and pointers, and the values whose members note that they are read.

/** What was read of one call, or of webhooks of one type. */
export type MemberReads = {
  /** A call, by its method and URL; or the type of a webhook. */
  readonly source: { readonly method: string; readonly url: string } | { readonly eventType: string };
  readonly pointers: Set<string>;
};

/** Names and pointers of each that are kept. */
const MAX_NAMES = 500;
const MAX_POINTERS = 1_000;
/** A longer pointer, or one to a member without a name, is not kept: the sandbox takes none. */
const MAX_POINTER = 200;

export class ReadStore {
  readonly #byKey = new Map<string, MemberReads>();

  get all(): readonly MemberReads[] {
    return [...this.#byKey.values()];
  }

  /** Notes a pointer. Entries with the same key are one. */
  add(key: string, source: MemberReads["source"], pointer: string): void {
    const known = this.#byKey.get(key) ?? { source, pointers: new Set<string>() };
    if (!this.#byKey.has(key)) {
      if (this.#byKey.size >= MAX_NAMES) return;
      this.#byKey.set(key, known);
    }
    const fits = pointer.length >= 2 && pointer.length <= MAX_POINTER;
    if (fits && known.pointers.size < MAX_POINTERS) known.pointers.add(pointer);
  }

  clear(): void {
    this.#byKey.clear();
  }
}

/**
 * The value, whose members note that they are read. Texts, numbers and null are given as they are. Objects and lists are changed in
 * place, so that the members of one that is frozen later still note what is read of them.
 */
export function noting(value: unknown, pointer: string, note: (pointer: string) => void): unknown {
  if (typeof value !== "object" || value === null) return value;
  const isList = Array.isArray(value);
  const pointerOf = (name: string): string =>
    `${pointer}/${isList ? "*" : name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  // A member may be called `__proto__`, which cannot be assigned.
  for (const [name, member] of Object.entries(value))
    Object.defineProperty(value, name, { value: noting(member, pointerOf(name), note) });
  if (isList) return value;
  return new Proxy(value, {
    get(target, name, receiver) {
      // Symbols and what the value does not have are no members of the answer.
      if (typeof name !== "symbol" && Object.hasOwn(target, name)) note(pointerOf(name));
      return Reflect.get(target, name, receiver);
    },
  });
}
