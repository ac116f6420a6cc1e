// The operations of a document as a table: path, method, security, parameters, body and statuses.
import { assert, required } from "../kernel/assert.ts";
import { PROBLEMS, type ProblemName } from "../kernel/problem.ts";
import { type OpenApiDocument, type OperationObject, type ParameterObject, resolve, type Schema } from "./document.ts";
import type { operations } from "./service.gen.ts";

/** The name of an operation of the service; the document's `on…` operations are webhooks, which receivers serve. */
export type OperationId = Exclude<keyof operations, `on${Capitalize<string>}`>;

export const METHODS = ["get", "post", "put", "patch", "delete"] as const;
export type Method = (typeof METHODS)[number];

/** A path, query or header parameter with its schema resolved. */
export type Parameter = {
  name: string;
  required: boolean;
  schema: Schema;
  /** Other parameters that must be sent with this one. */
  requires: readonly string[];
};

/** The problem with which each part of a request is refused (K-2, H-29, H-74). */
export type Refusals = { path: ProblemName; query: ProblemName; body: ProblemName; header: ProblemName };

export type Operation<Id extends string = string> = {
  id: Id;
  method: Method;
  /** The path template, such as `/vault/{vault_id}/addresses`. */
  path: string;
  tag: string;
  isPublic: boolean;
  pathParameters: readonly Parameter[];
  queryParameters: readonly Parameter[];
  headerParameters: readonly Parameter[];
  /** Fields of `filter[]` that may also be sent as `field=value`; empty where there is no such list. */
  filterable: readonly string[];
  takesFilter: boolean;
  takesSort: boolean;
  body: { schema: Schema; required: boolean } | undefined;
  /** Statuses the document names, in ascending order. */
  statuses: readonly number[];
  refusals: Refusals;
  /** The first error the document shows for a status. */
  errors: ReadonlyMap<number, ProblemName>;
};

const LISTS = ["filter[]", "sort[]"];

const ofDocument = new WeakMap<OpenApiDocument, ReadonlyMap<string, Operation>>();

/** Every operation of a document by its id, in the document's order; read once, however many worlds are opened. */
export function operationsOf<Id extends string = string>(document: OpenApiDocument): ReadonlyMap<Id, Operation<Id>> {
  const known = ofDocument.get(document) ?? readOperations(document);
  ofDocument.set(document, known);
  return known as ReadonlyMap<Id, Operation<Id>>;
}

function readOperations<Id extends string>(document: OpenApiDocument): ReadonlyMap<Id, Operation<Id>> {
  const table = new Map<Id, Operation<Id>>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const declared = item[method];
      if (declared === undefined) continue;
      const operation = operationOf<Id>(document, path, method, declared);
      assert(!table.has(operation.id), "an operationId is used once", { id: operation.id });
      table.set(operation.id, operation);
    }
  }
  return table;
}

function operationOf<Id extends string>(
  document: OpenApiDocument,
  path: string,
  method: Method,
  declared: OperationObject,
): Operation<Id> {
  const parameters = (declared.parameters ?? []).map((parameter) => resolve(document, parameter));
  const within = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const query = within("query");
  const filter = query.find(({ name }) => name === "filter[]");
  const schema = declared.requestBody?.content?.["application/json"]?.schema;
  const read = (parameter: ParameterObject) => parameterOf(document, parameter);
  return {
    id: declared.operationId as Id,
    method,
    path,
    tag: declared.tags?.[0] ?? "",
    isPublic: declared.security?.length === 0,
    pathParameters: within("path").map(read),
    queryParameters: query
      .filter(({ name, "x-shorthand": shorthand }) => !LISTS.includes(name) && !shorthand)
      .map(read),
    headerParameters: within("header").map(read),
    filterable: filter?.["x-filterable"] ?? [],
    takesFilter: filter !== undefined,
    takesSort: query.some(({ name }) => name === "sort[]"),
    body:
      schema === undefined
        ? undefined
        : { schema: resolve(document, schema), required: declared.requestBody?.required ?? false },
    statuses: Object.keys(declared.responses)
      .map(Number)
      .toSorted((a, b) => a - b),
    refusals: refusalsOf(declared),
    errors: errorsOf(document, declared),
  };
}

function parameterOf(document: OpenApiDocument, parameter: ParameterObject): Parameter {
  return {
    name: parameter.name,
    required: parameter.required ?? false,
    schema: resolve(document, parameter.schema),
    requires: parameter["x-requires"] ?? [],
  };
}

function refusalsOf({ "x-malformed": special = {} }: OperationObject): Refusals {
  return {
    path: problemOf(special["path"]) ?? "invalidRequestParameters",
    query: problemOf(special["query"]) ?? "invalidQueryParameters",
    body: "invalidRequest",
    header: "invalidRequest",
  };
}

function errorsOf(document: OpenApiDocument, declared: OperationObject): ReadonlyMap<number, ProblemName> {
  const errors = new Map<number, ProblemName>();
  for (const [status, response] of Object.entries(declared.responses)) {
    const examples = resolve(document, response).content?.["application/json"]?.examples;
    const [first] = Object.values(examples ?? {});
    const name = first === undefined ? undefined : problemOf(resolve(document, first).value?.error);
    if (name !== undefined) errors.set(Number(status), name);
  }
  return errors;
}

/** The catalogue's name of an error text. */
export function problemOf(text: string | undefined): ProblemName | undefined {
  if (text === undefined) return undefined;
  const names = Object.keys(PROBLEMS) as ProblemName[];
  return required(
    names.find((name) => PROBLEMS[name][1] === text),
    "an error text of the catalogue",
    { text },
  );
}
