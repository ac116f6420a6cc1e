// Types of the OpenAPI documents as far as code reads them, the document of the service, and resolution of references.
import { readFileSync } from "node:fs";
import { required } from "../kernel/assert.ts";
import service from "./service.gen.json" with { type: "json" };

/** What an example of a request may name. */
export type ExampleFact =
  | "depositId"
  | "depositTxId"
  | "gasStationAddress"
  | "gasStationId"
  | "payoutId"
  | "queuedPayoutId"
  | "settlementId"
  | "settlementTxId"
  | "transactionId"
  | "udaId"
  | "vaultId"
  | "walletAddress"
  | "walletId"
  | "walletOwner";

/** A JSON Schema as far as code reads it; the rest is read by ajv alone. */
export type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  enum?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  default?: unknown;
  /** Of a member of a body: its text may hold any character. */
  "x-any-text"?: boolean;
  required?: readonly string[];
  example?: unknown;
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  allOf?: readonly Schema[];
  additionalProperties?: unknown;
  "x-mismatch"?: string;
  "x-statement"?: readonly string[];
  "x-enum-provenance"?: Readonly<Record<string, string>>;
  /** The record that the example of a request names. */
  "x-example-of"?: ExampleFact;
  "x-empty-is-absent"?: boolean;
};

export type ParameterObject = {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
  "x-shorthand"?: boolean;
  "x-filterable"?: readonly string[];
  "x-sortable"?: readonly string[];
  "x-requires"?: readonly string[];
  "x-example-of"?: ExampleFact;
};

export type ExampleObject = { $ref?: string; value?: { error?: string } };

export type MediaObject = {
  content?: Readonly<Record<string, { schema?: Schema; examples?: Readonly<Record<string, ExampleObject>> }>>;
};

export type OperationObject = {
  operationId: string;
  tags?: readonly string[];
  security?: readonly unknown[];
  parameters?: readonly ParameterObject[];
  requestBody?: MediaObject & { required?: boolean };
  responses: Readonly<Record<string, MediaObject & { $ref?: string }>>;
  "x-malformed"?: Readonly<Record<string, string>>;
};

export type PathItem = Readonly<Record<string, OperationObject>>;

export type OpenApiDocument = {
  security?: readonly object[];
  components?: {
    securitySchemes?: Readonly<Record<string, object>>;
    schemas?: Readonly<Record<string, Schema>>;
  };
  paths: Readonly<Record<string, PathItem>>;
  webhooks?: Readonly<Record<string, PathItem>>;
};

/** The document of the emulated service, generated from `spec/openapi.yaml`: the strict form, which replies are checked against. */
export const serviceDocument = service as unknown as OpenApiDocument;

let served: OpenApiDocument | undefined;

/** The form that clients get: answers and payloads are open (H-90). Read at its first request, which few worlds have. */
export function servedDocument(): OpenApiDocument {
  served ??= JSON.parse(readFileSync(new URL("./served.gen.json", import.meta.url), "utf8")) as OpenApiDocument;
  return served;
}

/** Follows `#/…` references of a node until there is none. */
export function resolve<Node extends { $ref?: string }>(document: OpenApiDocument, node: Node): Node {
  let found = node;
  while (found.$ref !== undefined) found = at(document, found.$ref) as Node;
  return found;
}

/** The node at a local JSON pointer such as `#/components/schemas/Wallet`. */
function at(document: OpenApiDocument, pointer: string): unknown {
  let node: unknown = document;
  for (const part of pointer.slice(2).split("/")) {
    node = (node as Record<string, unknown>)[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return required(node, "what a reference of the document points at", { pointer });
}
