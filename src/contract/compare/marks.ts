// What the document says about members by their names, wherever a service puts them: which are enums, which hold anything.
import { type OpenApiDocument, resolve, type Schema } from "../../spec/document.ts";

/** Facts about the members of replies and payloads. A member is looked up by its own name and that of the object around it. */
export type Marks = {
  /** Every name that the document declares. */
  readonly names: ReadonlySet<string>;
  isEnum(parent: string, name: string): boolean;
  /** An object whose members are the client's own: it is not looked into. */
  isFree(name: string): boolean;
};

type Use = { readonly parent: string; readonly name: string; readonly schema: Schema & { const?: unknown } };

const ofDocument = new WeakMap<OpenApiDocument, Marks>();

/** The marks of a document in its strict form, where an enum is still an `enum`; read once. */
export function marksOf(document: OpenApiDocument): Marks {
  const known = ofDocument.get(document);
  if (known !== undefined) return known;
  const uses = answerSchemas(document).flatMap((schema) => [...usesIn(document, schema, "", new Set())]);
  const enums = uses.filter(({ schema }) => isEnum(schema));
  const others = new Set(uses.filter(({ schema }) => !isEnum(schema)).map(({ name }) => name));
  const pairs = new Set(enums.map(({ parent, name }) => `${parent}/${name}`));
  const always = new Set(enums.map(({ name }) => name).filter((name) => !others.has(name)));
  const free = new Set(uses.filter(({ schema }) => isFree(schema)).map(({ name }) => name));
  const marks: Marks = {
    names: new Set(uses.map(({ name }) => name)),
    isEnum: (parent, name) => always.has(name) || pairs.has(`${parent}/${name}`),
    isFree: (name) => free.has(name),
  };
  ofDocument.set(document, marks);
  return marks;
}

function isEnum({ enum: values, const: value }: Use["schema"]): boolean {
  return values !== undefined || typeof value === "string";
}

function isFree({ type, properties, allOf, additionalProperties }: Schema): boolean {
  const isObject = type === "object" || (Array.isArray(type) && type.includes("object"));
  return isObject && properties === undefined && allOf === undefined && additionalProperties !== false;
}

/** The schemas of all answers and of all webhook bodies. */
function answerSchemas(document: OpenApiDocument): Schema[] {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const answers = operations.flatMap(({ responses }) => Object.values(responses));
  const bodies = Object.values(document.webhooks ?? {}).flatMap((item) =>
    Object.values(item).flatMap(({ requestBody }) => requestBody ?? []),
  );
  return [...answers.map((answer) => resolve(document, answer)), ...bodies].flatMap(
    ({ content }) => content?.["application/json"]?.schema ?? [],
  );
}

/** Every member below a schema; a schema that stands inside itself is read once. */
function* usesIn(document: OpenApiDocument, given: Schema, parent: string, above: ReadonlySet<Schema>): Generator<Use> {
  const schema = resolve(document, given);
  if (above.has(schema)) return;
  const within = new Set([...above, schema]);
  for (const part of schema.allOf ?? []) yield* usesIn(document, part, parent, within);
  if (schema.items !== undefined) yield* usesIn(document, schema.items, parent, within);
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    yield { parent, name, schema: resolve(document, member) };
    yield* usesIn(document, member, name, within);
  }
}
