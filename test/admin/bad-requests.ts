// Generates invalid requests from the control document: for each operation the valid example with one mistake.
import { type OpenApiDocument, type OperationObject, resolve, type Schema } from "../../src/spec/document.ts";
import { type Operation, operationsOf } from "../../src/spec/operations.ts";

export type BadRequest = {
  wrong: string;
  method: string;
  path: string;
  body?: string;
  type?: string;
  expected: readonly number[];
};

type Described = Pick<Operation, "id" | "method" | "path" | "pathParameters" | "queryParameters"> & {
  body: { schema: Schema; members: Readonly<Record<string, Schema>>; example: Record<string, unknown> } | undefined;
};

const NOBODY = "nobody";

/** The operations with their resolved members and the example of their body. */
export function operationsWithExamples(document: OpenApiDocument): Described[] {
  return [...operationsOf(document).values()].map((operation) => {
    const { id, method, path, pathParameters, queryParameters } = operation;
    const declared = document.paths[path]?.[method] as OperationObject & {
      requestBody?: { content?: Record<string, { example?: Record<string, unknown> }> };
    };
    const example = declared.requestBody?.content?.["application/json"]?.example ?? {};
    const schema = operation.body === undefined ? undefined : flat(document, operation.body.schema);
    const body = schema === undefined ? undefined : { schema, members: membersOf(document, schema), example };
    return { id, method, path, pathParameters, queryParameters: queryParameters.map(flatParameter(document)), body };
  });
}

function flatParameter(document: OpenApiDocument) {
  return <P extends { schema: Schema }>(parameter: P): P => ({
    ...parameter,
    schema: flat(document, parameter.schema),
  });
}

/** A schema without references and `allOf`. */
function flat(document: OpenApiDocument, schema: Schema): Schema {
  const { allOf = [], ...rest } = resolve(document, schema);
  return Object.assign({}, ...allOf.map((part) => flat(document, part)), rest) as Schema;
}

function membersOf(document: OpenApiDocument, schema: Schema): Record<string, Schema> {
  const entries = Object.entries(schema.properties ?? {});
  return Object.fromEntries(entries.map(([name, member]) => [name, flat(document, member)]));
}

/** One request for each possible mistake. `known` are values of path parameters that exist. */
export function badRequests(operation: Described, known: Readonly<Record<string, string>>): BadRequest[] {
  const right = pathWith(operation, known);
  return [
    { ...asked(operation, `${right}?surprise=1`), wrong: "a parameter nobody knows", expected: [400] },
    ...badPaths(operation, known),
    ...badQueries(operation, right),
    ...(operation.body === undefined ? [] : badBodies(operation, operation.body, right)),
  ];
}

function asked({ method, body }: Described, path: string): Pick<BadRequest, "method" | "path" | "body"> {
  return { method, path, ...(body === undefined ? {} : { body: JSON.stringify(body.example) }) };
}

function pathWith({ path, pathParameters }: Described, values: Readonly<Record<string, string>>): string {
  return pathParameters.reduce((text, { name }) => text.replace(`{${name}}`, values[name] ?? NOBODY), path);
}

/** A path parameter of a record that does not exist: 404, or 400 where the value is not even valid. */
function badPaths(operation: Described, known: Readonly<Record<string, string>>): BadRequest[] {
  return operation.pathParameters.flatMap(({ name }) =>
    [NOBODY, "0", "a%20b", "x".repeat(200)].map((value) => ({
      ...asked(operation, pathWith(operation, { ...known, [name]: value })),
      wrong: `${name} is ${value.slice(0, 20)}`,
      expected: [400, 404],
    })),
  );
}

function badQueries(operation: Described, right: string): BadRequest[] {
  return operation.queryParameters.flatMap(({ name, schema }) =>
    badTexts(schema).map((value) => ({
      ...asked(operation, `${right}?${name}=${encodeURIComponent(value)}`),
      wrong: `${name} is ${value}`,
      expected: [400],
    })),
  );
}

/** Texts that are invalid for a parameter of this type. */
function badTexts({ type, enum: values, minimum, maximum, pattern }: Schema): string[] {
  if (type === "integer") return ["x", "1.5", "1e1", "", ...(minimum === undefined ? [] : ["-1"]), ...above(maximum)];
  if (values !== undefined) return ["nonsense", ""];
  if (type === "boolean") return ["yes", "1"];
  return pattern === undefined ? [] : ["\u0000", "a b"].filter((text) => !new RegExp(pattern, "u").test(text));
}

function above(maximum: number | undefined): string[] {
  return maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? [] : [String(maximum + 1)];
}

function badBodies(
  operation: Described,
  { schema, members, example }: NonNullable<Described["body"]>,
  right: string,
): BadRequest[] {
  const path = { method: operation.method, path: right };
  const refused = (wrong: string, body: unknown, expected: readonly number[] = [400]): BadRequest => ({
    ...path,
    wrong,
    body: typeof body === "string" ? body : JSON.stringify(body),
    expected,
  });
  return [
    refused("a member nobody knows", { ...example, surprise: 1 }),
    refused("a list", []),
    refused("a text", '"text"'),
    refused("a number", 5),
    refused("nothing at all", "null"),
    refused("no JSON", "{"),
    { ...refused("no JSON by its type", example, [415]), type: "text/plain" },
    ...(schema.required ?? []).map((name) => refused(`${name} is missing`, without(example, name))),
    ...Object.entries(members).flatMap(([name, member]) =>
      badValues(name, member).map((value) =>
        refused(
          `${name} is ${JSON.stringify(value)}`,
          { ...example, [name]: value },
          value === NOBODY ? [400, 404] : [400],
        ),
      ),
    ),
  ];
}

function without(example: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(example).filter(([key]) => key !== name));
}

const KINDS: Readonly<Record<string, unknown>> = { string: "\u0000", integer: 7, boolean: true, object: {}, array: [] };

/** Invalid values of a member: of each other type, beyond each bound, and names that do not exist. */
function badValues(name: string, schema: Schema): unknown[] {
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  if (types.length === 0) return [];
  const all = types.includes("number") ? [...types, "integer"] : types;
  const others = Object.entries(KINDS).filter(([kind]) => !all.includes(kind));
  return [
    ...others.map(([, value]) => value),
    ...(types.includes("null") ? [] : [null]),
    ...(types.includes("integer") ? [1.5] : []),
    ...(all.includes("integer") ? beyond(schema) : []),
    ...(schema.enum === undefined ? [] : ["nonsense"]),
    ...((schema.minLength ?? 0) > 0 ? [""] : []),
    ...(schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test("\n") ? ["\n"] : []),
    ...(STRANGERS[name] ?? []),
  ];
}

function beyond({ minimum, maximum }: Schema): number[] {
  return [...(minimum === undefined ? [] : [minimum - 1]), ...above(maximum).map(Number)];
}

/** Names that do not exist, by the member that takes them. */
const STRANGERS: Readonly<Record<string, readonly unknown[]>> = {
  network: ["nowhere", 999_999],
  asset: ["GOLD"],
  to_address: ["0x12", "nobody"],
  from_address: ["0x12", "nobody"],
  address: ["0x12", "nobody"],
  amount: ["-1", "0", "1e3", "abc", " 1"],
  tenant_id: [NOBODY],
  url: ["ftp://127.0.0.1/", "nowhere", "http://user:secret@127.0.0.1/"],
  event_types: [["nonsense"], [1], []],
  gate: ["nonsense"],
  effect: ["nonsense"],
  by: ["-5s", "soon", "99999999d"],
  to: ["2020-01-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-02-01T00:00:00", "soon"],
  limit: ["-5s", "soon", "99999999d"],
  block_time: ["-5s", "soon", "99999999d"],
  gwei: ["-1", "abc"],
};
