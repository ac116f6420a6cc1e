// The schema of an answer or payload as the rewording walks it: references followed, parts of `allOf` joined.
import { required } from "../../kernel/assert.ts";
import { type OpenApiDocument, resolve, type Schema } from "../../spec/document.ts";
import type { Operation } from "../../spec/operations.ts";

export type SchemaNode = {
  /** The names of the component schemas it is made of, outermost first. */
  readonly names: readonly string[];
  /** The statements that it carries where it is used. */
  readonly statements: readonly string[];
  /** True for a text with known words of which the specification does not show all (H-90). */
  readonly open: boolean;
  readonly members: ReadonlyMap<string, SchemaNode>;
  readonly items: SchemaNode | undefined;
};

/** Stands for a value that no schema describes. */
export const UNKNOWN: SchemaNode = {
  names: [],
  statements: [],
  open: false,
  members: new Map(),
  items: undefined,
};

const COMPONENTS = "#/components/schemas/";
const JSON_TYPE = "application/json";
const known = new WeakMap<Schema, SchemaNode>();

/** The body of an answer of an operation with this status. */
export function answerNode(document: OpenApiDocument, operation: Operation, status: number): SchemaNode {
  const declared = document.paths[operation.path]?.[operation.method]?.responses[String(status)];
  const { content } = resolve(document, required(declared, "a promised status", { operation: operation.id, status }));
  return nodeOf(document, content?.[JSON_TYPE]?.schema ?? {});
}

/** The envelope of a webhook of this event type. */
export function webhookNode(document: OpenApiDocument, type: string): SchemaNode {
  const declared = required(document.webhooks?.[type]?.["post"], "an event type of the document", { type });
  return nodeOf(document, declared.requestBody?.content?.[JSON_TYPE]?.schema ?? {});
}

function nodeOf(document: OpenApiDocument, schema: Schema): SchemaNode {
  let node = known.get(schema);
  if (node === undefined) {
    node = read(document, schema);
    known.set(schema, node);
  }
  return node;
}

function read(document: OpenApiDocument, schema: Schema): SchemaNode {
  const parts = partsOf(document, schema);
  const members = parts.flatMap(({ properties = {} }) => Object.entries(properties));
  const items = parts.find((part) => part.items !== undefined)?.items;
  return {
    names: namesOf(document, schema),
    statements: parts.flatMap((part) => part["x-statement"] ?? []),
    open: parts.some(isOpen),
    members: new Map(members.map(([name, member]) => [name, nodeOf(document, member)])),
    items: items === undefined ? undefined : nodeOf(document, items),
  };
}

/** The schema where it is used, what it refers to, and the parts of both. */
function partsOf(document: OpenApiDocument, schema: Schema): Schema[] {
  const { $ref, ...own } = schema;
  const target = $ref === undefined ? [] : partsOf(document, at(document, $ref));
  return [own, ...target, ...(schema.allOf ?? []).flatMap((part) => partsOf(document, part))];
}

function namesOf(document: OpenApiDocument, { $ref, allOf = [] }: Schema): string[] {
  const inner = allOf.flatMap((part) => namesOf(document, part));
  return $ref === undefined
    ? inner
    : [$ref.slice(COMPONENTS.length), ...namesOf(document, at(document, $ref)), ...inner];
}

function at(document: OpenApiDocument, reference: string): Schema {
  const name = reference.slice(COMPONENTS.length);
  return required(document.components?.schemas?.[name], "a schema of the document", { reference });
}

/** The words of a text are all known only if the specification states every one. */
function isOpen({ type, enum: words, "x-enum-provenance": provenance = {} }: Schema): boolean {
  return type === "string" && words !== undefined && Object.values(provenance).some((one) => one !== "documented");
}
