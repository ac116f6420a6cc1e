// The shape of answers and webhooks: pointer → JSON types, forms, enum words. It can be committed: nothing of a value is in it (C-61).
import { isObject } from "../../kernel/is-object.ts";
import { type Fact, factsOf } from "./facts.ts";
import { type Form, formOfNumber, formOfText } from "./forms.ts";
import type { Marks } from "./marks.ts";
import type { Recorded, Subject } from "./recorded.ts";

export type JsonType = "string" | "number" | "boolean" | "null" | "array" | "object";

/** A member of all values of a shape. `every`: no object around it was without it; `words`: of a member that is marked as an enum. */
export type Member = {
  readonly types: readonly JsonType[];
  readonly forms: readonly Form[];
  readonly words: readonly string[];
  readonly every: boolean;
};

type Counted = { types: Set<JsonType>; forms: Set<Form>; words: Set<string>; seen: number; objects: number };

/** Bounds of one shape, so that 60 of them stay below 20 MB whatever a host answers (C-82). */
const MAX_MEMBERS = 1_000;
const MAX_WORDS = 30;
const MAX_HEADERS = 60;
const MAX_DEPTH = 24;

/** The place of members whose name is no name but data: an id, an owner. */
export const NAMELESS = "{name}";
/** Undeclared names of one object that are kept; with more of them they are most likely data. */
const MAX_NEW_NAMES = 8;
const NAME = /^[a-z]+(?:[A-Z_-]?[a-z]+)*$/;
const MAX_NAME_LENGTH = 40;
const WORD = /^[A-Za-z][A-Za-z_.-]{0,39}$/;

/**
 * The one way to a shape is `Shape.of`, which reduces what was recorded: there is no constructor to call and no member to write, so that
 * what holds a shape cannot hold a value.
 */
export class Shape {
  readonly subject: Subject;
  readonly #members: Map<string, Counted>;
  readonly #headers: Set<string>;
  readonly #facts: Set<Fact>;
  #shown: ReadonlyMap<string, Member> | undefined;

  private constructor(subject: Subject, members: Map<string, Counted>, headers: Set<string>, facts: Set<Fact>) {
    this.subject = subject;
    this.#members = members;
    this.#headers = headers;
    this.#facts = facts;
  }

  /** Reduces one recorded answer or webhook. A body that is no JSON has the one member `""` of no type. */
  static of(recorded: Recorded, marks: Marks): Shape {
    const members = new Map<string, Counted>();
    const value = parsed(recorded.body);
    if (value !== undefined) new Reduction(marks, members, textsIn(value)).read(value, "", [], true);
    const names = Object.keys(recorded.headers).filter((name) => /^[a-z][a-z-]{0,63}$/.test(name));
    return new Shape(recorded.subject, members, new Set(names.slice(0, MAX_HEADERS)), factsOf(recorded, value));
  }

  /** Both as one: what either has, and `every` only where both always have it. */
  with(other: Shape): Shape {
    const members = new Map<string, Counted>();
    for (const [pointer, one] of [...this.#members, ...other.#members]) {
      const sum = members.get(pointer);
      members.set(pointer, sum === undefined ? one : added(sum, one));
      if (members.size >= MAX_MEMBERS) break;
    }
    const headers = new Set([...this.#headers, ...other.#headers].slice(0, MAX_HEADERS));
    return new Shape(this.subject, members, headers, new Set([...this.#facts, ...other.#facts]));
  }

  /** JSON pointers with `*` for the elements of a list, in the order in which they were first met. */
  get members(): ReadonlyMap<string, Member> {
    this.#shown ??= this.#reduced();
    return this.#shown;
  }

  #reduced(): Map<string, Member> {
    return new Map([...this.#members].map(([pointer, one]) => [pointer, this.#memberOf(pointer, one)]));
  }

  get headers(): readonly string[] {
    return [...this.#headers].sort();
  }

  get facts(): readonly Fact[] {
    return [...this.#facts].sort();
  }

  #memberOf(pointer: string, { types, forms, words, seen }: Counted): Member {
    const around = this.#members.get(pointer.slice(0, Math.max(0, pointer.lastIndexOf("/"))));
    const every = pointer === "" || pointer.endsWith("/*") || seen >= (around?.objects ?? 0);
    return { types: [...types].sort(), forms: [...forms].sort(), words: [...words].sort(), every };
  }

  toJSON(): object {
    const members = [...this.#reduced()].map(([pointer, { words, ...member }]) => [
      pointer,
      { ...member, ...(words.length === 0 ? {} : { words }) },
    ]);
    return { ...this.subject, headers: this.headers, facts: this.facts, members: Object.fromEntries(members) };
  }
}

function added(sum: Counted, one: Counted): Counted {
  return {
    types: new Set([...sum.types, ...one.types]),
    forms: new Set([...sum.forms, ...one.forms]),
    words: new Set([...sum.words, ...one.words].slice(0, MAX_WORDS)),
    seen: sum.seen + one.seen,
    objects: sum.objects + one.objects,
  };
}

/** A number as it was written. */
class WrittenNumber {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

function parsed(text: string): unknown {
  const keepSource = (_name: string, value: unknown, { source }: { source?: string } = {}): unknown =>
    typeof value === "number" ? new WrittenNumber(source ?? String(value)) : value;
  try {
    return JSON.parse(text, keepSource as (name: string, value: unknown) => unknown);
  } catch {
    return undefined;
  }
}

/** All texts of a value: an undeclared name that is one of them is data, such as an owner. */
function textsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === "string") found.add(value);
  else if (Array.isArray(value)) for (const one of value) textsIn(one, found);
  else if (isObject(value)) for (const one of Object.values(value)) textsIn(one, found);
  return found;
}

class Reduction {
  readonly #marks: Marks;
  readonly #members: Map<string, Counted>;
  readonly #texts: ReadonlySet<string>;

  constructor(marks: Marks, members: Map<string, Counted>, texts: ReadonlySet<string>) {
    this.#marks = marks;
    this.#members = members;
    this.#texts = texts;
  }

  /** `names`: of the objects around it, elements of lists aside. `declared`: whether the object around it is where the document has one. */
  read(value: unknown, pointer: string, names: readonly string[], declared: boolean): void {
    const known = this.#members.get(pointer);
    if (known === undefined && this.#members.size >= MAX_MEMBERS) return;
    const member = known ?? { types: new Set(), forms: new Set(), words: new Set(), seen: 0, objects: 0 };
    this.#members.set(pointer, member);
    member.seen += 1;
    const [name = "", parent = ""] = names.toReversed();
    if (typeof value === "string") {
      member.types.add("string");
      member.forms.add(formOfText(value));
      if (this.#marks.isEnum(parent, name) && WORD.test(value) && member.words.size < MAX_WORDS)
        member.words.add(value);
    } else if (value instanceof WrittenNumber) {
      member.types.add("number");
      member.forms.add(formOfNumber(value.source));
    } else if (typeof value === "boolean") member.types.add("boolean");
    else if (value === null) member.types.add("null");
    else if (names.length < MAX_DEPTH) this.#readInside(value as object, member, { pointer, names, declared });
  }

  #readInside(
    value: object,
    member: Counted,
    { pointer, names, declared }: { pointer: string; names: readonly string[]; declared: boolean },
  ): void {
    if (Array.isArray(value)) {
      member.types.add("array");
      for (const one of value) this.read(one, `${pointer}/*`, names, declared);
      return;
    }
    member.types.add("object");
    member.objects += 1;
    if (this.#marks.isFree(names.at(-1) ?? "")) return;
    const members = Object.entries(value);
    const isDeclared = (name: string): boolean => this.#marks.names.has(name);
    const few = members.filter(([name]) => !isDeclared(name)).length <= MAX_NEW_NAMES;
    for (const [name, inner] of members) {
      const kept = isDeclared(name) || (declared && few && this.#isName(name)) ? name : NAMELESS;
      this.read(inner, `${pointer}/${kept}`, [...names, kept], isDeclared(name));
    }
  }

  #isName(name: string): boolean {
    return name.length <= MAX_NAME_LENGTH && NAME.test(name) && !this.#texts.has(name);
  }
}
