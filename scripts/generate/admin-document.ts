// The page of the control API: every operation under /admin with its parameters, written from its OpenAPI document.
import admin from "../../src/spec/admin.gen.json" with { type: "json" };
import { type OpenApiDocument, resolve, type Schema } from "../../src/spec/document.ts";
import { METHODS } from "../../src/spec/operations.ts";

const NOTE = "<!-- Written by `npm run generate`, never by hand. -->";

const INTRO = `All operations under \`/admin\` and their parameters. A body is JSON, and unknown members are refused. Every response is
\`{"success", "message", "data"}\`. The response to a wrong request says what to do instead, and nothing is changed. With \`--admin-token\`,
and always on a public address, each call needs \`Authorization: Bearer …\`. A running sandbox shows the same at \`/docs/admin\`, with the
responses. The OpenAPI document is [admin.yaml](../spec/admin.yaml), also at \`/admin/openapi.json\`. Most calls have a [command](cli.md).`;

type Shape = Schema & { description?: string };
type Parameter = { $ref?: string; name: string; in: string; required?: boolean; description?: string; schema: Shape };
type Body = { schema?: Shape; example?: Readonly<Record<string, unknown>> };
type Operation = {
  summary: string;
  description?: string;
  tags: readonly string[];
  parameters?: readonly Parameter[];
  requestBody?: { content: { "application/json"?: Body } };
};
type Place = { path: string; method: string; operation: Operation };

const document = admin as unknown as OpenApiDocument;
const paths = admin.paths as unknown as Readonly<Record<string, Readonly<Record<string, Operation>>>>;

export async function adminDocument(): Promise<string> {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): Place[] => {
      const operation = item[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
  const sections = admin.tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    return [`## ${name}`, `${description}.`, ...own.map(section)].join("\n\n");
  });
  return `${[NOTE, "# Control API", INTRO, ...sections].join("\n\n")}\n`;
}

function section({ path, method, operation }: Place): string {
  const { schema, example = {} } = operation.requestBody?.content["application/json"] ?? {};
  const takes = [...parametersOf(operation), ...membersOf(schema)];
  return [
    `### \`${method.toUpperCase()} /admin${path}\``,
    [`${operation.summary}.`, oneLine(operation.description)].filter(Boolean).join(" "),
    ...(takes.length === 0 ? [] : [takes.join("\n")]),
    ...(Object.keys(example).length === 0 ? [] : [`Example: \`${JSON.stringify(example)}\``]),
  ].join("\n\n");
}

/** What the path names is known from the call itself. */
function parametersOf({ parameters = [] }: Operation): string[] {
  return parameters
    .map((one) => resolve(document, one))
    .filter((one) => one.in !== "path")
    .map(({ name, description, required, schema }) =>
      memberLine(name, { ...(description === undefined ? {} : { description }), ...merged(schema) }, [
        "query",
        ...(required === true ? ["needed"] : []),
      ]),
    );
}

function membersOf(schema: Shape | undefined): string[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = merged(schema);
  return Object.entries(properties).map(([name, member]) =>
    memberLine(name, merged(member), required.includes(name) ? ["needed"] : []),
  );
}

function memberLine(name: string, shape: Shape, known: readonly string[]): string {
  const { type = [], enum: values, default: preset } = shape;
  const kinds = values === undefined ? [type].flat() : values.map((one) => `\`${one}\``);
  const otherwise = preset === undefined ? "optional" : `default \`${JSON.stringify(preset)}\``;
  const facts = [
    ...(kinds.length === 0 ? [] : [kinds.join(" or ")]),
    ...known,
    ...(known.includes("needed") ? [] : [otherwise]),
  ];
  const about = oneLine(shape.description);
  return `- \`${name}\` (${facts.join(", ")})${about === "" ? "" : `: ${about}`}`;
}

/** A schema with what it refers to; its own words win. */
function merged(schema: Shape): Shape {
  const { $ref: _, allOf = [], ...own } = schema;
  const target = schema.$ref === undefined ? {} : merged(resolve(document, { $ref: schema.$ref }) as Shape);
  return Object.assign({}, target, ...allOf.map(merged), own);
}

function oneLine(text = ""): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
