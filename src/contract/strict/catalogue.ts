// The parts of the service's document that strict mode can leave out: operations, and members of replies and payloads (C-40).
import { required } from "../../kernel/assert.ts";
import { lazy } from "../../kernel/lazy.ts";
import { resolve, type Schema, serviceDocument } from "../../spec/document.ts";
import { METHODS, type OperationId, operationsOf } from "../../spec/operations.ts";

/** How sure a part is; `inferred` and `invented` are decisions of this project. */
export type Provenance = "documented" | "inferred" | "invented";

/** An operation, or a member of a reply or a payload. */
export type Part = {
  kind: "operation" | "member";
  /** JSON pointer into the document: `/paths/~1uda~1{id}/put`, `/components/schemas/Vault/properties/label`. */
  pointer: string;
  /** `putUda`, `label`. */
  name: string;
  provenance: Provenance;
  /** The decision behind it, such as `H-14`; undefined when it is documented. */
  decision: string | undefined;
  /** The operations whose replies hold it (an operation: itself), and the types of the events whose payloads do. */
  operations: readonly OperationId[];
  events: readonly string[];
};

type Marked = Schema & { "x-provenance"?: Provenance; "x-decision"?: string | readonly string[] };

/** Every part of the document by its pointer: operations first, then members in the order in which answers hold them. */
export const strictCatalogue: () => ReadonlyMap<string, Part> = lazy(() => {
  const parts = new Map<string, Part>();
  for (const [path, item] of Object.entries(serviceDocument.paths)) {
    for (const method of METHODS) {
      const declared = item[method];
      if (declared === undefined) continue;
      const pointer = `/paths/${escaped(path)}/${method}`;
      const id = declared.operationId as OperationId;
      parts.set(pointer, { kind: "operation", pointer, name: id, ...marks(declared), operations: [id], events: [] });
    }
  }
  for (const place of answers()) collect(parts, place);
  return parts;
});

/** A body that goes to the client: of which operation or event, and where its schema is. */
export type Answer = { of: { operation: OperationId } | { event: string }; at: string; schema: Schema };

/** The bodies of all 2xx replies and of all webhooks. */
export function answers(): Answer[] {
  const found: Answer[] = [];
  for (const operation of operationsOf<OperationId>(serviceDocument).values()) {
    for (const status of operation.statuses.filter((one) => one < 300)) {
      const schema = replySchema(operation.path, operation.method, status);
      if (schema !== undefined) found.push({ of: { operation: operation.id }, ...schema });
    }
  }
  for (const type of Object.keys(serviceDocument.webhooks ?? {}))
    found.push({ of: { event: type }, ...eventSchema(type) });
  return found;
}

/** The schema of a webhook's body with its pointer. */
export function eventSchema(type: string): Pick<Answer, "at" | "schema"> {
  const schema = serviceDocument.webhooks?.[type]?.["post"]?.requestBody?.content?.["application/json"]?.schema;
  return {
    at: `/webhooks/${escaped(type)}/post/requestBody/content/application~1json/schema`,
    schema: required(schema, "the schema of a webhook", { type }),
  };
}

/** The schema of a reply with its pointer; undefined for a status that the document does not describe. */
export function replySchema(path: string, method: string, status: number): Pick<Answer, "at" | "schema"> | undefined {
  const declared = serviceDocument.paths[path]?.[method]?.responses[String(status)];
  if (declared === undefined) return undefined;
  const schema = resolve(serviceDocument, declared).content?.["application/json"]?.schema;
  const base = declared.$ref?.slice(1) ?? `/paths/${escaped(path)}/${method}/responses/${status}`;
  return schema === undefined ? undefined : { at: `${base}/content/application~1json/schema`, schema };
}

/** A schema behind its references, with the pointer of where it really stands. */
export function landed(at: string, schema: Schema): { at: string; schema: Schema } {
  if (schema.$ref === undefined) return { at, schema };
  return { at: schema.$ref.slice(1), schema: resolve(serviceDocument, schema) };
}

function collect(parts: Map<string, Part>, { of, at, schema }: Answer): void {
  const open = new Set<string>();
  const walk = (where: string, node: Schema): void => {
    const here = landed(where, node);
    if (open.has(here.at)) return;
    open.add(here.at);
    for (const [name, member] of Object.entries(here.schema.properties ?? {})) {
      const pointer = `${here.at}/properties/${escaped(name)}`;
      const known = parts.get(pointer) ?? {
        kind: "member",
        pointer,
        name,
        ...marks(member),
        operations: [],
        events: [],
      };
      parts.set(pointer, withPlace(known, of));
      walk(pointer, member);
    }
    if (here.schema.items !== undefined) walk(`${here.at}/items`, here.schema.items);
    for (const [index, part] of (here.schema.allOf ?? []).entries()) walk(`${here.at}/allOf/${index}`, part);
    open.delete(here.at);
  };
  walk(at, schema);
}

function withPlace(part: Part, of: Answer["of"]): Part {
  if ("event" in of) return part.events.includes(of.event) ? part : { ...part, events: [...part.events, of.event] };
  if (part.operations.includes(of.operation)) return part;
  return { ...part, operations: [...part.operations, of.operation] };
}

/** The marks of a node of the document. Its test says that no part lacks them. */
function marks(node: object): Pick<Part, "provenance" | "decision"> {
  const { "x-provenance": provenance = "documented", "x-decision": decision } = node as Marked;
  const [first] = [decision ?? []].flat();
  return { provenance, decision: provenance === "documented" ? undefined : first };
}

/** A name as one step of a JSON pointer. */
function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
