// Replaces the examples of requests that name a record (`x-example-of`) by records that exist.
import { isObject } from "../kernel/is-object.ts";
import type { ExampleFact, OpenApiDocument, OperationObject, Schema } from "./document.ts";

export type ExampleFacts = { readonly [Fact in ExampleFact]?: string };

type Marked = Pick<Schema, "x-example-of">;

/** A copy with the facts as examples; one that is not known keeps the example of the document. */
export function fillExamples(document: OpenApiDocument, facts: ExampleFacts): OpenApiDocument {
  const schemas = mapped(document.components?.schemas ?? {}, (schema) => filledBody(schema, facts));
  const paths = mapped(document.paths, (item) => mapped(item, (operation) => filledOperation(operation, facts)));
  return { ...document, paths, components: { ...document.components, schemas } };
}

function filledOperation(operation: OperationObject, facts: ExampleFacts): OperationObject {
  if (operation.parameters === undefined) return operation;
  const parameters = operation.parameters.map((parameter) => {
    const value = factOf(parameter, facts);
    return value === undefined ? parameter : { ...parameter, example: value };
  });
  return { ...operation, parameters };
}

function filledBody(schema: Schema, facts: ExampleFacts): Schema {
  if (schema.properties === undefined || !isObject(schema.example)) return schema;
  const found = Object.entries(schema.properties).map(([name, member]) => [name, factOf(member, facts)] as const);
  const example = { ...schema.example, ...Object.fromEntries(found.filter(([, value]) => value !== undefined)) };
  return { ...schema, example };
}

function factOf(marked: Marked, facts: ExampleFacts): string | undefined {
  const fact = marked["x-example-of"];
  return fact === undefined ? undefined : facts[fact];
}

function mapped<Value>(table: Readonly<Record<string, Value>>, map: (value: Value) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, map(value)]));
}
