// Names for generated values of a recording: a step saves a value that its response returns first, later steps use the name.
import { parseTime } from "../../kernel/clock.ts";
import { isObject } from "../match.ts";
import type { Save } from "../scenario.ts";
import { formOf, renamed, timeFormOf, tokensOf } from "./tokens.ts";

/** Members whose values are never written to a file. */
const SECRET = /^(api_key|secret|private_key|admin_token)$/;
/** Members that identify a block, which differ in another world. */
const BLOCK = /^block_(number|hash)$/;

export class Variables {
  readonly #names: Map<string, string>;
  /** Values that the client chose, which are the same in every world. */
  readonly #constants = new Set<string>();
  /** Names by API key; the keys themselves are never written to a file. */
  readonly #keys = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  readonly #origin: string;

  /** `given`: value → name for the values that every scenario has. `origin`: origin of links of the recorded sandbox. */
  constructor(given: ReadonlyMap<string, string>, origin: string) {
    this.#names = new Map([...given].map(([value, name]) => [value.toLowerCase(), name]));
    this.#origin = origin;
  }

  /** The value of `as` for a key: undefined for the scenario's own, `nobody` without a key, otherwise a reference. */
  caller(key: string | undefined, ownKey: string): string | undefined {
    if (key === ownKey) return undefined;
    if (key === undefined) return "nobody";
    const name = this.#keys.get(key);
    return name === undefined ? "a-key-of-nobody" : reference(name);
  }

  /** Request data with known values replaced by names, and future times by offsets from `now` (virtual ms). */
  request<T>(value: T, now: number): T;
  request(value: unknown, now: number): unknown {
    if (typeof value === "string") return this.#moment(value, now) ?? renamed(value, (token) => this.#sent(token));
    if (Array.isArray(value)) return value.map((one) => this.request(one, now));
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([name, member]) => [
      name,
      SECRET.test(name) ? reference("receiver_secret") : this.request(member, now),
    ]);
    return Object.fromEntries(entries);
  }

  /** The expectation for a response, and the new values to save, which `learn` makes known to later steps. `noun`: name for ids. */
  answer(value: unknown, noun: string): { expected: unknown; save: Save; learn(): void } {
    const save: Save = {};
    const fresh = new Map<string, string>();
    const keys = new Map<string, string>();
    const walk = (one: unknown, place: readonly string[]): unknown => {
      if (typeof one === "string") return this.#seen(one, place, { noun, save, fresh });
      if (Array.isArray(one)) return one.map((element, index) => walk(element, [...place, String(index)]));
      if (!isObject(one)) return one;
      const members = Object.entries(one).flatMap(([name, member]): [string, unknown][] => {
        if (SECRET.test(name)) {
          if (name === "api_key" && typeof member === "string") {
            const key = this.#newName("key");
            save[key] = [...place, name].join(".");
            keys.set(member, key);
          }
          return [];
        }
        return [[name, BLOCK.test(name) && member !== null ? { $any: true } : walk(member, [...place, name])]];
      });
      return Object.fromEntries(members);
    };
    const expected = walk(value, []);
    const learn = (): void => {
      for (const [token, name] of fresh) this.#names.set(token, name);
      for (const [key, name] of keys) this.#keys.set(key, name);
    };
    return { expected, save, learn };
  }

  /** Marks a value as chosen by the client: it stays as it is. */
  keep(text: string): void {
    this.#constants.add(text.toLowerCase());
  }

  #sent(token: string): string {
    const name = this.#names.get(token.toLowerCase());
    if (name !== undefined) return reference(name);
    this.keep(token);
    return token;
  }

  #seen(
    text: string,
    place: readonly string[],
    { noun, save, fresh }: { noun: string; save: Save; fresh: Map<string, string> },
  ): unknown {
    const token = text.toLowerCase();
    const known = this.#names.get(token);
    if (known !== undefined) return reference(known);
    const form = formOf(text);
    if (form !== undefined && this.#constants.has(token)) return text;
    if (form !== undefined) {
      if (!fresh.has(token)) {
        const name = this.#newName(baseOf(place, noun));
        fresh.set(token, name);
        save[name] = place.join(".");
      }
      return { $matches: form };
    }
    if (text.startsWith(this.#origin) || tokensOf(text).length > 0) return { $any: true };
    const time = timeFormOf(text);
    return time === undefined ? text : { $matches: time };
  }

  /** `2026-01-01T00:00:30Z`, 30 s before that time, is `${now+30000ms}`; undefined for a text that is no future time. */
  #moment(text: string, now: number): string | undefined {
    const at = timeFormOf(text) === undefined ? null : parseTime(text);
    if (at === null || at <= now) return undefined;
    const ms = at - now;
    return reference(ms < 1_000_000_000 ? `now+${ms}ms` : `now+${Math.round(ms / 1_000)}s`);
  }

  #newName(base: string): string {
    const count = (this.#counts.get(base) ?? 0) + 1;
    this.#counts.set(base, count);
    return `${base}_${count}`;
  }
}

function reference(name: string): string {
  return `\${${name}}`;
}

/** The base of a name: the noun for an id, otherwise the name of the member. */
function baseOf(place: readonly string[], noun: string): string {
  const member = place.findLast((part) => !/^[0-9]+$/.test(part)) ?? noun;
  const word = member === "id" ? noun : member;
  return (
    word
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^[^a-z]+/, "")
      .slice(0, 40) || "value"
  );
}
