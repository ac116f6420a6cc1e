// The library's router with the rules of this service, and a document as far as routing looks at it.
import { OpenAPIRouter } from "openapi-backend";
import type { OpenApiDocument } from "../spec/document.ts";
import { METHODS } from "../spec/operations.ts";

export type Definition = ConstructorParameters<typeof OpenAPIRouter>[0]["definition"];
type MatchRequest = Parameters<OpenAPIRouter["matchOperation"]>[0];
type Match = ReturnType<OpenAPIRouter["getOperations"]>[number];
type ParsedRequest = ReturnType<OpenAPIRouter["parseRequest"]>;
type Template = { path: string; pattern: RegExp };

/** A path in which the library has nothing to normalize. */
const NORMAL_PATH = /^\/[\x21-\x3e\x40-\x7e]*$/;

/**
 * The library's router over a document that never changes, with the rules it lacks: `HEAD` is `GET`, a static path wins over a
 * parameter also for methods it does not have, and an empty segment is a malformed parameter (K-2), no other path.
 */
export class OperationRouter extends OpenAPIRouter {
  readonly #staticPaths: ReadonlySet<string>;
  readonly #templates: readonly Template[];
  /** Operations by method and the templates that fit: what the library finds depends on nothing else. */
  readonly #found = new Map<string, Match>();
  #operations: Match[] | undefined;

  constructor(definition: Definition) {
    super({ definition, ignoreTrailingSlashes: false });
    const paths = Object.keys(definition.paths ?? {});
    this.#staticPaths = new Set(paths.filter((path) => !path.includes("{")));
    this.#templates = paths.map((path) => ({ path, pattern: patternOf(path) }));
  }

  /** The same list at each call: matching asks for it twice per request, and to build it takes longer than to answer. */
  override getOperations(): Match[] {
    this.#operations ??= super.getOperations();
    return this.#operations;
  }

  override matchOperation(request: MatchRequest): Match | undefined;
  override matchOperation(request: MatchRequest, strict: boolean): Match;
  override matchOperation(request: MatchRequest, strict = false): Match | undefined {
    const found = this.#match(request, strict);
    if (found === undefined || found.path === request.path || !this.#staticPaths.has(request.path)) return found;
    if (strict) throw new Error("405-methodNotAllowed: the static path has other methods");
    return undefined;
  }

  /** The library compiles every template again for every request: it is asked once for each set of templates that fit. */
  #match(request: MatchRequest, strict: boolean): Match | undefined {
    const search = (): Match | undefined =>
      strict ? super.matchOperation(request, true) : super.matchOperation(request);
    if (!NORMAL_PATH.test(request.path)) return search();
    let key = request.method;
    for (const { path, pattern } of this.#templates) {
      if (path === request.path) key += ` =${path}`;
      else if (pattern.test(request.path)) key += ` ${path}`;
    }
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const found = search();
    if (found !== undefined) this.#found.set(key, found);
    return found;
  }

  /** The stages read query, cookies and parameters themselves, from the raw request: the library's reading is left out. */
  override parseRequest({ method, path, headers }: MatchRequest): ParsedRequest {
    return { method, path, headers, params: {}, query: {}, cookies: {} } as ParsedRequest;
  }

  /** What a path takes, as in the `Allow` header; empty for an unknown path. */
  methodsAt(path: string): string[] {
    const taken = METHODS.filter((method) => this.matchOperation({ method, path, headers: {} }) !== undefined);
    const methods = taken.flatMap((method) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]));
    return methods.length === 0 ? [] : [...methods, "OPTIONS"];
  }
}

/** As the library matches a template: a parameter is one segment. */
function patternOf(template: string): RegExp {
  const literals = template.split(/\{[^}]+\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${literals.join("[^/]+")}$`);
}

/**
 * A raw (still encoded) path as the library gets it: an empty segment gets a placeholder, and escapes are escaped, because the
 * library decodes parameters and throws at a broken one; ours are read from the raw path (`readPath`).
 */
export function matchable(rawPath: string): string {
  return rawPath
    .replace(/\/(?=\/|$)/g, "/-")
    .replace(/^\/-$/, "/")
    .replaceAll("%", "%25");
}

/** The document as far as routing looks at it: a copy, since the library resolves references in place. */
export function routesOf(document: OpenApiDocument): Definition {
  const paths = mapValues(document.paths, (item) =>
    mapValues(item, ({ operationId, security }) => ({ operationId, ...(security === undefined ? {} : { security }) })),
  );
  const { security, components } = document;
  const securitySchemes = { ...components?.securitySchemes };
  return {
    openapi: "3.1.0",
    info: { title: "", version: "" },
    paths,
    security,
    components: { securitySchemes },
  } as unknown as Definition;
}

/** A table with the same names and other values. */
export function mapValues<From, To>(
  table: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, map(value)]));
}
