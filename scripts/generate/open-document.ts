// The document as it is served: answers and payloads of the strict source opened for what a service may add (H-90).

type Json = Record<string, unknown>;

const SCHEMA = "#/components/schemas/";
/** Its members are all that an error body ever has (K-12). */
const CLOSED = new Set(["Error"]);
/** What stands below these is data, no schema. */
const DATA = new Set(["example", "examples", "default", "enum", "const", "required"]);

/**
 * Copies a strict document. In answers and webhook payloads objects lose `additionalProperties: false`, and a text whose values the
 * specification does not enumerate has `x-known-values` instead of `enum` or `const`. Requests and the error body stay as they are.
 * @throws Error when a schema that would change is used by a request as well: such a one is split in the source.
 */
export function openDocument(strict: Json): Json {
  const { paths, webhooks = {}, components } = strict as { paths: Json; webhooks?: Json; components: Json };
  const operations = Object.values(paths).flatMap((item) => Object.values(item as Json) as Json[]);
  const answers = reached(strict, [operations.map(({ responses }) => responses), webhooks]);
  const requests = reached(
    strict,
    operations.map(({ responses, ...request }) => request),
  );
  const schemas = Object.entries(components["schemas"] as Json).map(([name, schema]) => {
    if (CLOSED.has(name) || !answers.has(SCHEMA + name)) return [name, schema];
    const open = opened(schema);
    if (requests.has(SCHEMA + name) && JSON.stringify(open) !== JSON.stringify(schema))
      throw new Error(`${name} is in answers and in requests: give each a schema of its own`);
    return [name, open];
  });
  const parts = Object.fromEntries(
    Object.entries(components).map(([kind, part]) => [kind, ANSWERING.has(kind) ? opened(part) : part]),
  );
  return {
    ...strict,
    paths: mapped(paths, (item) => mapped(item as Json, openAnswers)),
    ...("webhooks" in strict ? { webhooks: opened(webhooks) } : {}),
    components: { ...parts, schemas: Object.fromEntries(schemas) },
  };
}

/** Parts of `components` that only answers use. */
const ANSWERING = new Set(["responses", "headers"]);

const openAnswers = (operation: unknown): unknown => {
  const { responses } = operation as Json;
  return { ...(operation as Json), responses: opened(responses) };
};

function mapped(table: Json, map: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, map(value)]));
}

/** The references that the nodes lead to, through others too. */
function reached(document: Json, nodes: readonly unknown[]): Set<string> {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== "object") return;
    const reference = (node as Json)["$ref"];
    if (typeof reference === "string" && !found.has(reference)) {
      found.add(reference);
      visit(
        reference
          .slice(2)
          .split("/")
          .reduce<unknown>((at, step) => (at as Json)[step], document),
      );
    }
    for (const value of Object.values(node)) visit(value);
  };
  visit(nodes);
  return found;
}

function opened(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(opened);
  if (node === null || typeof node !== "object") return node;
  const members = Object.entries(node).filter(
    ([name, value]) => !(/^(additional|unevaluated)Properties$/.test(name) && value === false),
  );
  return Object.fromEntries(
    members.map(([name, value]) => {
      if (name === "enum" && isText(node) && !isEnumerated(node)) return ["x-known-values", value];
      return [name, DATA.has(name) || name.startsWith("x-") ? value : opened(value)];
    }),
  );
}

const isText = ({ type }: { type?: unknown }): boolean => type === "string";

/** True if the specification states every value. */
function isEnumerated(node: { "x-enum-provenance"?: Json }): boolean {
  return Object.values(node["x-enum-provenance"] ?? {}).every((provenance) => provenance === "documented");
}
