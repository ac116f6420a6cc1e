// The operations of the control API as the clients of other languages need them: names, places, parameters and bodies.
import admin from "../../../src/spec/admin.gen.json" with { type: "json" };
import { type OpenApiDocument, resolve, type Schema } from "../../../src/spec/document.ts";
import { METHODS } from "../../../src/spec/operations.ts";

type Content = Readonly<Record<string, { schema?: Schema }>>;
type Parameter = { $ref?: string; name: string; in: string; required?: boolean; schema: Schema };
type Operation = {
  operationId: string;
  summary: string;
  parameters?: readonly Parameter[];
  requestBody?: { content: Content };
  responses: Readonly<Record<string, { $ref?: string; content?: Content }>>;
};

/** A member of a body or a parameter of the query; `schema` has no reference. */
export type Argument = { name: string; schema: Schema; isRequired: boolean };

/** One operation; `body` is undefined for one that takes none. `inPath`: names in the order of the path. */
export type ClientOperation = {
  id: string;
  summary: string;
  method: string;
  path: string;
  inPath: readonly string[];
  query: readonly Argument[];
  body: readonly Argument[] | undefined;
};

const document = admin as unknown as OpenApiDocument;
const paths = admin.paths as unknown as Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Every operation whose answer is the envelope. Streams are left out: a test waits for an event instead. */
export function clientOperations(): ClientOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined || isFile(operation) ? [] : [read(path, method.toUpperCase(), operation)];
    }),
  );
}

function read(path: string, method: string, operation: Operation): ClientOperation {
  const parameters = (operation.parameters ?? []).map((one) => resolve(document, one));
  const query = parameters.filter((one) => one.in === "query");
  return {
    id: operation.operationId,
    summary: operation.summary,
    method,
    path,
    inPath: parameters.filter((one) => one.in === "path").map(({ name }) => name),
    query: query.map(({ name, schema, required }) => argument(name, schema, required)),
    body: bodyOf(operation),
  };
}

/** An answer without the envelope: a stream, or a report in several formats. */
function isFile({ responses }: Operation): boolean {
  const answer = responses["200"] ?? responses["201"];
  const types = Object.keys((answer && resolve(document, answer).content) ?? {});
  return types.length !== 1 || types[0] !== "application/json";
}

function bodyOf({ requestBody }: Operation): Argument[] | undefined {
  if (requestBody === undefined) return undefined;
  const given = requestBody.content["application/json"]?.schema;
  const { properties = {}, required = [] } = given === undefined ? {} : resolve(document, given);
  return Object.entries(properties).map(([name, member]) => argument(name, member, required.includes(name)));
}

function argument(name: string, schema: Schema, isRequired = false): Argument {
  return { name, schema: resolve(document, schema), isRequired };
}
