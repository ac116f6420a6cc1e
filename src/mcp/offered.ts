// Which tools a session offers, and how each describes itself: its schema from the documents, its hints from its actions (G-3, G-6).
import { argumentsOf } from "./call.ts";
import { type PlainSchema, short } from "./json-schema.ts";
import { allOperations, type McpOperation } from "./operations.ts";
import { type Action, effectOf, type ToolRow } from "./tool.ts";

/** With `readOnly`, the reading actions alone; a tool without one is left out. */
export function offered(tools: readonly ToolRow[], readOnly: boolean): ToolRow[] {
  if (!readOnly) return [...tools];
  return tools.flatMap((row) => {
    const reads = Object.entries(row.actions).filter(
      ([, action]) => effectOf(action, operationOfAction(action)) === "reads" || row.name === "call_operation",
    );
    return reads.length === 0 ? [] : [{ ...row, actions: Object.fromEntries(reads) }];
  });
}

export function operationOfAction({ operation }: Action): McpOperation {
  return allOperations().get(operation) as McpOperation;
}

/** The schema of a tool's arguments: those of all its actions; which action takes which, the sandbox says. */
export function inputSchema({ actions, more = {} }: ToolRow): PlainSchema {
  const names = Object.keys(actions).filter((name) => name !== "");
  const properties: Record<string, PlainSchema> = names.length === 0 ? {} : { action: { enum: names } };
  for (const action of Object.values(actions)) {
    const operation = operationOfAction(action);
    for (const name of action.takes ?? argumentsOf(operation)) {
      properties[name] ??= (more[name] as PlainSchema | undefined) ?? short(schemaOf(operation, name));
    }
  }
  const required = names.length > 0 ? ["action"] : Object.values(actions).flatMap(requiredBy);
  return { type: "object", properties, required, additionalProperties: false };
}

function requiredBy(action: Action): readonly string[] {
  if (action.needs !== undefined) return action.needs;
  const { places, body } = operationOfAction(action);
  return [...places.filter(({ required }) => required).map(({ name }) => name), ...(body?.required ?? [])];
}

function schemaOf({ places, body }: McpOperation, name: string): PlainSchema {
  return places.find((place) => place.name === name)?.schema ?? body?.properties?.[name] ?? {};
}

/** The hints are those of the most dangerous thing that the tool does. */
export function hintsOf(
  { name, actions }: ToolRow,
  readOnly: boolean,
): {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
} {
  const all = Object.values(actions).map((action) => ({ action, effect: effectOf(action, operationOfAction(action)) }));
  const reads = all.every(({ effect }) => effect === "reads") || (readOnly && name === "call_operation");
  return {
    readOnlyHint: reads,
    destructiveHint: !reads && all.some(({ effect }) => effect === "destroys"),
    idempotentHint: reads || all.every(({ action, effect }) => effect === "reads" || action.again === true),
  };
}
