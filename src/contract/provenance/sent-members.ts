// The parameters and members of the body that a request sent, each with its mark: what a client uses of the contract.
import type { IncomingHttpHeaders } from "node:http";
import { BoundedMap } from "../../kernel/bounded-map.ts";
import { resolve, type Schema, serviceDocument } from "../../spec/document.ts";
import type { Operation } from "../../spec/operations.ts";
import { namesIn } from "../../spec/query.ts";
import { type Mark, markOf, marksOf } from "./marks.ts";

/** A parameter or member that was sent. `mark` is null for one that the operation does not have. Names of nested members have points. */
export type SentMember = {
  readonly in: "query" | "header" | "body";
  readonly name: string;
  readonly mark: Mark | null;
};

/** A body may hold thousands of members; nobody sends so many by hand. */
const MAX_MEMBERS = 300;

type Sent = {
  readonly operation: Operation | undefined;
  readonly search: string;
  readonly requestHeaders: IncomingHttpHeaders;
  readonly requestBody: unknown;
};

const NOTHING: readonly SentMember[] = Object.freeze([]);
/** Queries of one operation that are remembered, and the longest one. */
const MAX_QUERIES = 50;
const MAX_QUERY = 200;

/** What requests without a body and without headers of the operation sent, by operation and query: the same ones come again and again. */
const plain = new WeakMap<Operation, BoundedMap<string, readonly SentMember[]>>();

/** Each name once; elements of a list are named `[]`. A frozen list is the same one for all requests of the operation that sent the same. */
export function sentMembers(seen: Sent): readonly SentMember[] {
  const { operation, search, requestBody } = seen;
  if (operation === undefined) return NOTHING;
  if (requestBody !== undefined || search.length > MAX_QUERY || sendsHeader(operation, seen))
    return read(operation, seen);
  let queries = plain.get(operation);
  if (queries === undefined) {
    queries = new BoundedMap(MAX_QUERIES);
    plain.set(operation, queries);
  }
  const known = queries.get(search);
  if (known !== undefined) return known;
  const found = Object.freeze(read(operation, seen));
  queries.set(search, found);
  return found;
}

function sendsHeader(operation: Operation, { requestHeaders }: Sent): boolean {
  for (const name of marksOf(operation).headers.keys())
    if (requestHeaders[name.toLowerCase()] !== undefined) return true;
  return false;
}

function read(operation: Operation, seen: Sent): readonly SentMember[] {
  const marks = marksOf(operation);
  const found: SentMember[] = [];
  if (seen.search !== "")
    // A list parameter may be sent without its brackets.
    for (const name of new Set(namesIn(seen.search)))
      add(found, { in: "query", name, mark: marks.query.get(name) ?? marks.query.get(`${name}[]`) ?? null });
  for (const [name, mark] of marks.headers)
    if (seen.requestHeaders[name.toLowerCase()] !== undefined) add(found, { in: "header", name, mark });
  if (marks.body !== undefined) walkBody({ found, names: new Set() }, marks.body, seen.requestBody, "", marks.own);
  return found;
}

function add(found: SentMember[], member: SentMember): void {
  if (found.length < MAX_MEMBERS) found.push(member);
}

/** `names` holds those that are found already: elements of a list have the same. */
type Walk = { readonly found: SentMember[]; readonly names: Set<string> };

function walkBody(walk: Walk, schema: Schema | undefined, value: unknown, at: string, container: Mark | null): void {
  if (value === null || typeof value !== "object") return;
  const resolved = schema === undefined ? NO_SCHEMA : resolve(serviceDocument, schema);
  if (!Array.isArray(value)) walkMembers(walk, resolved, value, at, container);
  else
    for (let index = 0; index < value.length && !isFull(walk); index += 1)
      walkBody(walk, resolved.items, value[index], `${at}[]`, container);
}

function walkMembers(walk: Walk, { properties }: Schema, value: object, at: string, container: Mark | null): void {
  for (const [name, member] of Object.entries(value)) {
    if (isFull(walk)) return;
    const declared = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
    const path = at === "" ? name : `${at}.${name}`;
    const mark = declared === undefined ? null : markOf(declared, container ?? undefined);
    addOnce(walk, path, mark);
    if (declared !== undefined) walkBody(walk, declared, member, path, mark);
  }
}

function isFull({ found }: Walk): boolean {
  return found.length >= MAX_MEMBERS;
}

const NO_SCHEMA: Schema = {};

function addOnce({ found, names }: Walk, path: string, mark: Mark | null): void {
  if (names.has(path)) return;
  names.add(path);
  add(found, { in: "body", name: path, mark });
}

/** Every parameter and member that an operation can be sent, in the order of the document. */
export function sendableMembers(operation: Operation): SentMember[] {
  const marks = marksOf(operation);
  const found: SentMember[] = [
    ...[...marks.query].map(([name, mark]): SentMember => ({ in: "query", name, mark })),
    ...[...marks.headers].map(([name, mark]): SentMember => ({ in: "header", name, mark })),
  ];
  if (marks.body !== undefined) walkSchema(found, marks.body, "", marks.own, new Set());
  return found;
}

function walkSchema(
  found: SentMember[],
  schema: Schema,
  at: string,
  container: Mark,
  above: ReadonlySet<Schema>,
): void {
  const { properties = {}, items } = resolve(serviceDocument, schema);
  if (items !== undefined && !above.has(items))
    walkSchema(found, items, `${at}[]`, container, new Set([...above, items]));
  for (const [name, declared] of Object.entries(properties)) {
    if (above.has(declared)) continue;
    const path = at === "" ? name : `${at}.${name}`;
    const mark = markOf(declared, container);
    found.push({ in: "body", name: path, mark });
    walkSchema(found, declared, path, mark, new Set([...above, declared]));
  }
}
