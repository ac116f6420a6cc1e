// The catalogue of readings with the operations and events that each one touches, those of its schemas found in the document.
import { serviceDocument } from "../../spec/document.ts";
import { operationsOf } from "../../spec/operations.ts";
import { answerNode, type SchemaNode, webhookNode } from "../reword/schema-node.ts";
import { READING_NAMES, type ReadingClass, type ReadingName, rowOf } from "./table.ts";

export type ListedReading = {
  readonly name: ReadingName;
  readonly class: ReadingClass;
  readonly about: string;
  readonly met_by: string;
  readonly values: readonly { readonly value: string; readonly default: boolean; readonly about: string }[];
  /** In the order of the document. */
  readonly operations: readonly string[];
  readonly events: readonly string[];
  readonly decision: readonly string[];
  readonly statement: readonly string[];
};

let listed: readonly ListedReading[] | undefined;

/** Every reading, in the order of the table; read once. */
export function readingCatalogue(): readonly ListedReading[] {
  listed ??= READING_NAMES.map(listedReading);
  return listed;
}

function listedReading(name: ReadingName): ListedReading {
  const { class: of, about, met_by, values, decision, statement } = rowOf(name);
  return {
    ...{ name, class: of, about, met_by },
    values: values.map(([value, text], index) => ({ value, default: index === 0, about: text })),
    ...placesOf(name),
    ...{ decision, statement },
  };
}

/** Headers and errors are on answers of every operation, and on no webhook. */
function placesOf(name: ReadingName): Pick<ListedReading, "operations" | "events"> {
  const { kind, operations, events, schemas } = rowOf(name);
  const { answers, webhooks } = schemasByPlace();
  const holds = (held: ReadonlySet<string>): boolean => schemas.some((one) => one === "*" || held.has(one));
  const isOfAll = kind === "question" && schemas.length > 0;
  const found = (places: ReadonlyMap<string, ReadonlySet<string>>, named: readonly string[], all: boolean): string[] =>
    [...places].filter(([place, held]) => named.includes(place) || all || holds(held)).map(([place]) => place);
  return {
    operations: found(answers, operations, isOfAll),
    events: isOfAll ? [...events] : found(webhooks, events, false),
  };
}

type Places = ReadonlyMap<string, ReadonlySet<string>>;

/** The names of all schemas in the 2xx answers of each operation, and in each webhook. */
function schemasByPlace(): { answers: Places; webhooks: Places } {
  const answers = [...operationsOf(serviceDocument).values()].map((operation): [string, Set<string>] => {
    const nodes = operation.statuses
      .filter((status) => status < 300)
      .map((status) => answerNode(serviceDocument, operation, status));
    return [operation.id, namesIn(nodes)];
  });
  const webhooks = Object.keys(serviceDocument.webhooks ?? {}).map((type): [string, Set<string>] => [
    type,
    namesIn([webhookNode(serviceDocument, type)]),
  ]);
  return { answers: new Map(answers), webhooks: new Map(webhooks) };
}

function namesIn(nodes: readonly SchemaNode[]): Set<string> {
  const names = new Set<string>();
  const visit = ({ names: own, members, items }: SchemaNode): void => {
    for (const name of own) names.add(name);
    for (const member of members.values()) visit(member);
    if (items !== undefined) visit(items);
  };
  for (const node of nodes) visit(node);
  return names;
}
