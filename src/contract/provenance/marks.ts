// Where each part of the service's contract comes from: the marks of the document, read once for each operation.
import { type OpenApiDocument, resolve, type Schema, serviceDocument } from "../../spec/document.ts";
import type { Operation } from "../../spec/operations.ts";

/** `documented`: the specification states it · `inferred`: it follows from it · `invented`: the sandbox had to decide. The later, the weaker. */
export const PROVENANCES = ["documented", "inferred", "invented"] as const;
export type Provenance = (typeof PROVENANCES)[number];

/** Where a part comes from, and the decision of `spec/service-decisions.md` behind it (`H-51`) where there is one. */
export type Mark = { readonly provenance: Provenance; readonly decision: string | null };

const UNMARKED: Mark = { provenance: "documented", decision: null };

const WEAKNESS: Readonly<Record<Provenance, number>> = { documented: 0, inferred: 1, invented: 2 };

/** How weak a mark is: 0 documented, 1 inferred, 2 invented. */
export function weakness({ provenance }: Mark): number {
  return WEAKNESS[provenance];
}

/** The weaker of two marks; the first of two that are equally weak. */
export function weaker(one: Mark, other: Mark): Mark {
  return weakness(other) > weakness(one) ? other : one;
}

type Marked = { readonly "x-provenance"?: unknown; readonly "x-decision"?: unknown };

/** The mark of a part of the document. A part without one is as its container says. */
export function markOf(node: object, container: Mark = UNMARKED): Mark {
  const { "x-provenance": provenance, "x-decision": decision } = node as Marked;
  const known = PROVENANCES.find((one) => one === provenance);
  if (known === undefined) return container;
  const first: unknown = Array.isArray(decision) ? decision[0] : decision;
  return { provenance: known, decision: typeof first === "string" ? first : null };
}

export type OperationMarks = {
  readonly own: Mark;
  /** By status, such as 200. */
  readonly statuses: ReadonlyMap<number, Provenance>;
  /** Query parameters and headers by name. */
  readonly query: ReadonlyMap<string, Mark>;
  readonly headers: ReadonlyMap<string, Mark>;
  /** The schema of its body, resolved. */
  readonly body: Schema | undefined;
};

const known = new WeakMap<Operation, OperationMarks>();

/** The marks of an operation of the service. */
export function marksOf(operation: Operation): OperationMarks {
  const found = known.get(operation);
  if (found !== undefined) return found;
  const read = readMarks(serviceDocument, operation);
  known.set(operation, read);
  return read;
}

function readMarks(document: OpenApiDocument, operation: Operation): OperationMarks {
  const declared = document.paths[operation.path]?.[operation.method];
  if (declared === undefined)
    return { own: UNMARKED, statuses: new Map(), query: new Map(), headers: new Map(), body: undefined };
  const own = markOf(declared);
  const parameters = (declared.parameters ?? []).map((one) => resolve(document, one));
  const within = (place: string): [string, Mark][] =>
    parameters.filter((one) => one.in === place).map((one) => [one.name, markOf(one, own)]);
  return {
    own,
    statuses: statusMarks(declared),
    query: new Map(within("query")),
    headers: new Map(within("header")),
    body: operation.body?.schema,
  };
}

function statusMarks(declared: object): ReadonlyMap<number, Provenance> {
  const marks = (declared as { "x-status-provenance"?: Readonly<Record<string, Provenance>> })["x-status-provenance"];
  return new Map(Object.entries(marks ?? {}).map(([status, provenance]) => [Number(status), provenance]));
}
