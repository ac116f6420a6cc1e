// The request of an interaction: what was sent of the documented parameters and members, with values of the document's examples.
import { type OpenApiDocument, type ParameterObject, resolve } from "../../spec/document.ts";
import type { Operation } from "../../spec/operations.ts";
import { samplesOf } from "../compare/samples.ts";
import type { ReportOperation } from "../report/report.ts";
import { type MatchingRule, type MemberPath, type PactBody, pactBody, TYPE_RULE } from "./body.ts";

export const JSON_TYPE = "application/json";
/** Stands for a key: a verifier puts its own there. */
const KEY = "your-api-key";

/** The `request` of a V4 interaction. `members`: what the app sent, as the report counts it. */
export function requestPart(document: OpenApiDocument, operation: Operation, { members }: ReportOperation): object {
  const declared = document.paths[operation.path]?.[operation.method];
  const parameters = (declared?.parameters ?? []).map((one) => resolve(document, one));
  const sent = (place: string): string[] =>
    members.flatMap((one) => (one.in === place && one.provenance === "documented" ? [one.name] : []));
  const valuesOf = (place: string): [string, string[]][] =>
    sent(place).map((name) => [
      name,
      textsOf(
        document,
        parameters.find((one) => isNamed(one, place, name)),
      ),
    ]);
  const query = Object.fromEntries(valuesOf("query"));
  const headers: Record<string, string[]> = Object.fromEntries(valuesOf("header"));
  if (!operation.isPublic) headers["X-API-Key"] = [KEY];
  const json = sent("body").length === 0 ? undefined : bodyPart(document, operation, sent("body"));
  const rules = {
    ...pathRule(operation),
    ...(Object.keys(query).length === 0 ? {} : { query: rulesOf(Object.keys(query)) }),
    ...(Object.keys(headers).length === 0 ? {} : { header: rulesOf(Object.keys(headers)) }),
    ...(json === undefined ? {} : { body: json.rules }),
  };
  return {
    ...{ method: operation.method.toUpperCase(), path: pathOf(document, operation, parameters) },
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...{ headers: { ...headers, ...(json === undefined ? {} : { "Content-Type": [JSON_TYPE] }) } },
    ...(json === undefined ? {} : { body: json.body }),
    matchingRules: rules,
  };
}

function rulesOf(names: readonly string[]): Record<string, MatchingRule> {
  return Object.fromEntries(names.map((name) => [name, TYPE_RULE]));
}

/** A list parameter may be sent without its brackets. */
function isNamed(parameter: ParameterObject, place: string, name: string): boolean {
  return parameter.in === place && (parameter.name === name || parameter.name === `${name}[]`);
}

function pathOf(document: OpenApiDocument, { path }: Operation, parameters: readonly ParameterObject[]): string {
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const [text = ""] = textsOf(
      document,
      parameters.find((one) => isNamed(one, "path", name)),
    );
    return encodeURIComponent(text);
  });
  return `/v1${filled}`;
}

/** A path with a parameter may name another record. */
function pathRule({ path }: Operation): { path?: MatchingRule } {
  if (!path.includes("{")) return {};
  const regex = `^/v1${path.replace(/\{[^}]+\}/g, "[^/]+")}$`;
  return { path: { combine: "AND", matchers: [{ match: "regex", regex }] } };
}

/** Texts of a parameter: the example of the document, or a value that its schema allows. */
function textsOf(
  document: OpenApiDocument,
  parameter: (ParameterObject & { example?: unknown }) | undefined,
): string[] {
  if (parameter === undefined) return ["text"];
  const { example = samplesOf(document, parameter.schema)[0] } = parameter;
  return [example].flat().map(String);
}

function bodyPart(document: OpenApiDocument, operation: Operation, sent: readonly string[]): PactBody {
  const schema = operation.body?.schema ?? {};
  // Members that the example does not show are left out: some exclude each other, and only an example is right as a whole.
  const example = schema.example ?? samplesOf(document, schema)[0];
  return pactBody(document, schema, example, (path) => path.at(-1) === "*" || sent.includes(sentName(path)));
}

/** The name of a member as the counts have it: `rules[].asset`. */
function sentName(path: MemberPath): string {
  return path.reduce((name, part) => (part === "*" ? `${name}[]` : name === "" ? part : `${name}.${part}`), "");
}
