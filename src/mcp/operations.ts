// Every operation of the service and of the control API by its id: `v1:createWallet`, `admin:listEvents` (G-3, G-5).
import adminJson from "../spec/admin.gen.json" with { type: "json" };
import { type OpenApiDocument, type OperationObject, resolve, serviceDocument } from "../spec/document.ts";
import { METHODS } from "../spec/operations.ts";
import { type PlainSchema, plain } from "./json-schema.ts";

export type Surface = "admin" | "v1";

/** Where a value goes and what it may be. */
export type Place = { name: string; in: "path" | "query"; required: boolean; schema: PlainSchema };

export type McpOperation = {
  /** With its surface: both documents have a `listDeposits`. */
  id: string;
  surface: Surface;
  method: string;
  /** From the origin on: `/admin/events/{id}`. */
  path: string;
  summary: string;
  description: string;
  places: readonly Place[];
  body: PlainSchema | undefined;
  example: unknown;
  /** The media type of its answer. */
  answers: string;
};

const DOCUMENTS: Readonly<Record<Surface, OpenApiDocument>> = {
  admin: adminJson as unknown as OpenApiDocument,
  v1: serviceDocument,
};

export const JSON_TYPE = "application/json";

let known: ReadonlyMap<string, McpOperation> | undefined;

/** All operations in the order of the documents, those of the control API first. Read once. */
export function allOperations(): ReadonlyMap<string, McpOperation> {
  known ??= new Map(
    (["admin", "v1"] as const).flatMap((surface) => ofSurface(surface)).map((operation) => [operation.id, operation]),
  );
  return known;
}

function ofSurface(surface: Surface): McpOperation[] {
  const document = DOCUMENTS[surface];
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const declared = item[method];
      return declared === undefined ? [] : [operationOf(surface, { method, path, declared })];
    }),
  );
}

function answerType(document: OpenApiDocument, { responses }: OperationObject): string {
  const [good] = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const types = Object.keys((good === undefined ? undefined : resolve(document, good[1]))?.content ?? {});
  // No content: what it did is in the status.
  return types.includes(JSON_TYPE) ? JSON_TYPE : (types[0] ?? JSON_TYPE);
}

type Declared = { method: string; path: string; declared: OperationObject };
type Described = OperationObject & { operationId: string; summary?: string; description?: string };
type Content = { schema: object; example?: unknown; examples?: Readonly<Record<string, { value?: unknown }>> };

function operationOf(surface: Surface, { method, path, declared }: Declared): McpOperation {
  const document = DOCUMENTS[surface];
  const { operationId, summary = "", description = "" } = declared as Described;
  const content = declared.requestBody?.content?.[JSON_TYPE] as Content | undefined;
  const [shown] = Object.values(content?.examples ?? {});
  return {
    id: `${surface}:${operationId}`,
    surface,
    method: method.toUpperCase(),
    path: `/${surface}${path}`,
    summary,
    description,
    places: (declared.parameters ?? [])
      .map((parameter) => resolve(document, parameter))
      .filter(({ in: place }) => place === "path" || place === "query")
      .map(({ name, in: place, required, schema }) => ({
        name,
        in: place as Place["in"],
        required: required === true,
        schema: plain(document, schema),
      })),
    body: content === undefined ? undefined : plain(document, content.schema),
    example: content?.example ?? shown?.value,
    answers: answerType(document, declared),
  };
}
