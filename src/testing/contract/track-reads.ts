// Notes which members of answers the app reads, for `touched` in the contract report: an upper bound, since logging and copying read all.

/** What was read of the answers of one call: `GET /v1/vault` and JSON pointers in which `*` stands for any entry of a list. */
export type Reads = { method: string; path: string; pointers: string[] };

export type TrackedFetch = typeof fetch & {
  /** What was read so far, by call. */
  reads(): Reads[];
  /** Forgets it. */
  forget(): void;
};

/** Calls and pointers that are kept. */
const MAX_CALLS = 500;
const MAX_POINTERS = 1_000;
/** A path without what differs from record to record. */
const VARIABLE = /^(?:0x[0-9a-f]+|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9]+)$/i;

/**
 * A `fetch` whose JSON notes what is read of it: by name, by destructuring, in loops, and (all of it) by spreading, `Object.keys` with a
 * look at each, `JSON.stringify` and deep equality. What is never noted was never read; what is noted may only have been copied.
 * Answers compare as plain values, and lists are lists.
 */
export function trackReads(original: typeof fetch = fetch): TrackedFetch {
  const noted = new Map<string, { method: string; path: string; pointers: Set<string> }>();
  const noteFor = (method: string, path: string): ((pointer: string) => void) => {
    const key = `${method} ${path}`;
    const known = noted.get(key) ?? { method, path, pointers: new Set<string>() };
    if (noted.has(key) || noted.size < MAX_CALLS) noted.set(key, known);
    return (pointer) => void (known.pointers.size < MAX_POINTERS && known.pointers.add(pointer));
  };
  const tracked = async (...[input, init]: Parameters<typeof fetch>): Promise<Response> => {
    const response = await original(input, init);
    const request = typeof input === "object" && "method" in input ? input : undefined;
    const method = (init?.method ?? request?.method ?? "GET").toUpperCase();
    const url = request?.url ?? String(input);
    const note = noteFor(method, new URL(url, "http://localhost").pathname.split("/").map(formOf).join("/"));
    return withJson(response, async () => noting(JSON.parse(await response.text()), "", note));
  };
  return Object.assign(tracked as typeof fetch, {
    reads: () => [...noted.values()].map(({ pointers, ...call }) => ({ ...call, pointers: [...pointers].toSorted() })),
    forget: () => noted.clear(),
  });
}

function formOf(segment: string): string {
  return VARIABLE.test(segment) ? "*" : segment;
}

/** The same response with another `json`; copies of it have it too. */
function withJson(response: Response, json: () => Promise<unknown>): Response {
  return Object.defineProperty(response, "json", { value: json, configurable: true });
}

/** The value, whose members note that they are read. Texts, numbers and null are given as they are. */
function noting(value: unknown, pointer: string, note: (pointer: string) => void): unknown {
  if (typeof value !== "object" || value === null) return value;
  const below = new Map<string, unknown>();
  return new Proxy(value, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      // Methods of lists, symbols and what the value does not have are no members of the answer.
      if (typeof name === "symbol" || !Object.hasOwn(target, name) || isLength(target, name)) return member;
      const at = `${pointer}/${Array.isArray(target) ? "*" : name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      if (!Array.isArray(target)) note(at);
      if (!below.has(name)) below.set(name, noting(member, at, note));
      return below.get(name);
    },
  });
}

function isLength(target: object, name: string): boolean {
  return Array.isArray(target) && name === "length";
}
