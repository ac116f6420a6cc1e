// Generates requests from the document: valid ones for every operation, and invalid ones with exactly one mistake.
import fc from "fast-check";
import { type OpenApiDocument, resolve, type Schema } from "../../src/spec/document.ts";
import type { Operation, Parameter } from "../../src/spec/operations.ts";

/** A request as sent. `wrong` names its mistake; undefined for a valid request. */
export type GeneratedRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
  wrong: string | undefined;
};

/** Values that exist in the world under test, by the name of the member or parameter. */
export type Pools = Readonly<Record<string, readonly string[]>>;

type Parts = { path: Record<string, string>; query: [string, string][]; body: Record<string, unknown> | undefined };

/** The members of a schema that the generator uses. */
type Plain = {
  enum?: unknown[];
  type?: string | string[];
  minimum?: number;
  maximum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  format?: string;
  pattern?: string;
};

const plainOf = (document: OpenApiDocument, schema: Schema): Plain => resolve(document, schema) as Plain;

const WORD = fc.stringMatching(/^[A-Za-z0-9_-]{1,24}$/);

/** A valid value of a schema: from the pool if there is one, otherwise any value that the schema allows. */
function valueIn(document: OpenApiDocument, schema: Schema, name: string, pools: Pools): fc.Arbitrary<unknown> {
  const plain = plainOf(document, schema);
  const pool = pools[name];
  if (pool !== undefined) return fc.constantFrom(...pool);
  if (Array.isArray(plain.enum)) return fc.constantFrom(...plain.enum);
  const type = Array.isArray(plain.type) ? plain.type.find((one: string) => one !== "null") : plain.type;
  if (type === "integer") return fc.integer({ min: plain.minimum ?? 0, max: plain.maximum ?? 1_000_000 });
  if (type === "boolean") return fc.boolean();
  if (type === "array") return fc.array(valueIn(document, plain.items ?? {}, `${name}[]`, pools), { maxLength: 3 });
  if (type === "object") return objectOf(document, plain, pools);
  if (plain.format === "date-time") return fc.constantFrom("2030-01-01T00:00:00Z", "2031-06-01T12:00:00.5+02:00");
  if (typeof plain.pattern === "string") return fc.stringMatching(new RegExp(plain.pattern));
  return WORD;
}

function objectOf(document: OpenApiDocument, schema: Plain, pools: Pools): fc.Arbitrary<Record<string, unknown>> {
  const properties = Object.entries(schema.properties ?? {});
  const required = new Set<string>(schema.required ?? []);
  const model = Object.fromEntries(properties.map(([name, one]) => [name, valueIn(document, one, name, pools)]));
  return fc.record(model, { requiredKeys: [...required] });
}

/** Query parameters: each optional one sometimes, filters by the filterable fields. */
function queryOf(document: OpenApiDocument, operation: Operation, pools: Pools): fc.Arbitrary<[string, string][]> {
  const scalar = operation.queryParameters.map((parameter) => {
    const value = valueIn(document, parameter.schema, parameter.name, pools).map((one): [string, string][] => [
      [parameter.name, String(one)],
    ]);
    return parameter.required ? value : fc.oneof({ weight: 3, arbitrary: fc.constant<[string, string][]>([]) }, value);
  });
  const filters = operation.takesFilter
    ? fc
        .array(
          fc.constantFrom(...operation.filterable).chain((field) => filterOf(field, pools)),
          { maxLength: 3 },
        )
        .map((texts) => texts.map((text): [string, string] => ["filter[]", text]))
    : fc.constant<[string, string][]>([]);
  return fc.tuple(...scalar, filters).map((lists) => withNeeded(operation, lists.flat()));
}

/** Adds the parameters that a sent parameter requires (`x-requires`). */
function withNeeded(operation: Operation, query: [string, string][]): [string, string][] {
  const names = new Set(query.map(([name]) => name));
  const needed = operation.queryParameters.filter(({ name }) => names.has(name)).flatMap(({ requires }) => requires);
  return [...query, ...needed.filter((name) => !names.has(name)).map((name): [string, string] => [name, "60"])];
}

function filterOf(field: string, pools: Pools): fc.Arbitrary<string> {
  const pool = pools[`filter:${field}`] ?? pools[field];
  const value: fc.Arbitrary<string> = pool === undefined ? WORD : fc.constantFrom(...pool);
  return value.map((text) => `${field}:${text}`);
}

function partsOf(document: OpenApiDocument, operation: Operation, pools: Pools): fc.Arbitrary<Parts> {
  const path = fc.record(
    Object.fromEntries(
      operation.pathParameters.map(({ name }) => {
        const pool = pools[`${operation.tag}:${name}`] ?? pools[name];
        return [name, pool === undefined ? WORD : fc.oneof(fc.constantFrom(...pool), WORD)];
      }),
    ),
  ) as fc.Arbitrary<Record<string, string>>;
  const schema = operation.body === undefined ? undefined : plainOf(document, operation.body.schema);
  const body = schema === undefined ? fc.constant(undefined) : objectOf(document, schema, pools);
  return fc.record({ path, query: queryOf(document, operation, pools), body });
}

function assemble(
  operation: Operation,
  parts: Parts,
  headers: Record<string, string>,
): Omit<GeneratedRequest, "wrong"> {
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(parts.path[name] ?? ""));
  const search = parts.query
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");
  return {
    method: operation.method.toUpperCase(),
    path: search === "" ? path : `${path}?${search}`,
    headers: { ...headers, ...(parts.body === undefined ? {} : { "content-type": "application/json" }) },
    body: parts.body === undefined ? undefined : JSON.stringify(parts.body),
  };
}

/** A request that the document allows. */
export function rightRequest(
  document: OpenApiDocument,
  operation: Operation,
  pools: Pools,
  key: string,
): fc.Arbitrary<GeneratedRequest> {
  return partsOf(document, operation, pools).map((parts) => ({
    ...assemble(operation, parts, { "x-api-key": key }),
    wrong: undefined,
  }));
}

type Again = (parts: Parts, headers: Record<string, string>) => Omit<GeneratedRequest, "wrong">;
type Spoil = {
  what: string;
  spoil(request: GeneratedRequest, parts: Parts): Omit<GeneratedRequest, "wrong"> | undefined;
};

/** A request with exactly one mistake, named by `wrong`. */
export function wrongRequest(
  document: OpenApiDocument,
  operation: Operation,
  pools: Pools,
  key: string,
): fc.Arbitrary<GeneratedRequest> {
  const spoils = spoilsOf(document, operation);
  return fc.tuple(partsOf(document, operation, pools), fc.constantFrom(...spoils)).map(([parts, { what, spoil }]) => {
    const right = { ...assemble(operation, parts, { "x-api-key": key }), wrong: undefined };
    const spoiled = spoil(right, parts);
    return { ...(spoiled ?? right), wrong: spoiled === undefined ? undefined : what };
  });
}

/** Every possible mistake in a request for the operation. */
function spoilsOf(document: OpenApiDocument, operation: Operation): Spoil[] {
  const again = (parts: Parts, headers: Record<string, string>) => assemble(operation, parts, headers);
  const withQuery = (request: GeneratedRequest, text: string) => ({
    ...request,
    path: `${request.path}${request.path.includes("?") ? "&" : "?"}${text}`,
  });
  const spoils: Spoil[] = [];
  if (!operation.isPublic) {
    spoils.push({
      what: "no key",
      spoil: (request) => ({ ...request, headers: without(request.headers, "x-api-key") }),
    });
    spoils.push({
      what: "a key nobody has",
      spoil: (request) => ({
        ...request,
        headers: { ...request.headers, "x-api-key": `sk_sandbox_${"0".repeat(32)}` },
      }),
    });
  }
  spoils.push(...operation.pathParameters.flatMap(({ name }) => pathSpoils(name, again)));
  for (const parameter of operation.queryParameters) spoils.push(...querySpoils(document, parameter, withQuery, again));
  if (operation.takesFilter) {
    for (const bad of [
      "filter[]=nothing:1",
      "filter[]=owner",
      "filter[]=owner:",
      "sort[]=nothing:asc",
      "sort[]=id:up",
    ]) {
      spoils.push({ what: bad, spoil: (request) => withQuery(request, bad) });
    }
  }
  const schema = operation.body === undefined ? undefined : plainOf(document, operation.body.schema);
  if (schema !== undefined) spoils.push(...bodySpoils(schema, operation.body?.required ?? false, again));
  return spoils.length === 0 ? [{ what: "nothing", spoil: () => undefined }] : spoils;
}

function pathSpoils(name: string, again: Again): Spoil[] {
  // An owner is free text: only its length and control characters can be invalid (K-2).
  const bad = name === "owner" ? ["a\tb", "x".repeat(256)] : ["a b", "ü", "a\tb", "x".repeat(256), "a;b"];
  return bad.map((text) => ({
    what: `path ${name} = ${text.slice(0, 5)}`,
    spoil: (request, parts) => again({ ...parts, path: { ...parts.path, [name]: text } }, request.headers),
  }));
}

function querySpoils(
  document: OpenApiDocument,
  { name, required, schema }: Parameter,
  withQuery: (request: GeneratedRequest, text: string) => GeneratedRequest,
  again: Again,
): Spoil[] {
  const plain = plainOf(document, schema);
  const spoils: Spoil[] = [];
  const instead = (value: string): Spoil => ({
    what: `query ${name} = ${value}`,
    spoil: (request, parts) => {
      const query = parts.query.filter(([one]) => one !== name);
      return again({ ...parts, query: [...query, [name, value]] }, request.headers);
    },
  });
  if (plain.type === "integer")
    spoils.push(...["1e1", "0x10", "+1", "5x", "-1", "1.5", "99999999999999999999"].map(instead));
  if (plain.type === "boolean") spoils.push(...["yes", "1"].map(instead));
  if (required) {
    spoils.push({
      what: `query ${name} is missing`,
      spoil: (request, parts) =>
        again({ ...parts, query: parts.query.filter(([one]) => one !== name) }, request.headers),
    });
  }
  spoils.push({ what: `query ${name} twice`, spoil: (request) => withQuery(request, `${name}=1&${name}=1`) });
  return spoils;
}

function bodySpoils(schema: Plain, required: boolean, again: Again): Spoil[] {
  const text =
    (body: string, type = "application/json"): Spoil["spoil"] =>
    (request) => ({
      ...request,
      body,
      headers: { ...request.headers, "content-type": type },
    });
  const spoils: Spoil[] = [
    { what: "no JSON", spoil: text('{"owner":') },
    { what: "an array", spoil: text("[]") },
    { what: "a text", spoil: text('"x"') },
    { what: "a forbidden key", spoil: text('{"__proto__":{"a":1},"constructor":{}}') },
    { what: "too deep", spoil: text(`{"a":${"[".repeat(40)}${"]".repeat(40)}}`) },
    { what: "too large", spoil: text(JSON.stringify({ remark: "x".repeat(110_000) })) },
    { what: "another type", spoil: text("owner=x", "application/x-www-form-urlencoded") },
  ];
  if (required)
    spoils.push({
      what: "no body",
      spoil: (request) => ({ ...request, body: undefined, headers: without(request.headers, "content-type") }),
    });
  for (const name of schema.required ?? []) {
    spoils.push({
      what: `body without ${name}`,
      spoil: (request, parts) => again({ ...parts, body: without(parts.body ?? {}, name) }, request.headers),
    });
  }
  for (const name of Object.keys(schema.properties ?? {})) {
    for (const bad of [{ deep: 1 }, 17, "x".repeat(600), "a\u0000b"]) {
      if (name === "enabled" && typeof bad === "string") continue;
      spoils.push({
        what: `body ${name} = ${JSON.stringify(bad).slice(0, 12)}`,
        spoil: (request, parts) => again({ ...parts, body: { ...parts.body, [name]: bad } }, request.headers),
      });
    }
  }
  return spoils;
}

function without<T extends Record<string, unknown>>(record: T, name: string): T {
  return Object.fromEntries(Object.entries(record).filter(([one]) => one !== name)) as T;
}
