// From method and path to the operation of a document; openapi-backend matches, it does not validate.
import { OpenAPIRouter } from "openapi-backend/router.js";
import type { OpenApiDocument } from "../spec/document.ts";
import { METHODS, type Operation } from "../spec/operations.ts";

/** What a path is: an operation, a path with other methods (405), or nothing (404). `allow` lists what the path takes. */
export type Match = { operation: Operation | undefined; allow: readonly string[] };

type Definition = ConstructorParameters<typeof OpenAPIRouter>[0]["definition"];

export class Router {
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #staticPaths: ReadonlySet<string>;
  readonly #matcher: OpenAPIRouter;

  constructor(document: OpenApiDocument, operations: ReadonlyMap<string, Operation>) {
    this.#operations = operations;
    this.#staticPaths = new Set(Object.keys(document.paths).filter((path) => !path.includes("{")));
    this.#matcher = new OpenAPIRouter({ definition: document as unknown as Definition, ignoreTrailingSlashes: false });
    // The list is asked for twice per request and never changes.
    const all = this.#matcher.getOperations();
    this.#matcher.getOperations = () => all;
  }

  /** Matches a raw (still encoded) path. `HEAD` is taken where `GET` is. */
  match(method: string, rawPath: string): Match {
    // An empty segment is a malformed parameter (K-2), so it must reach the operation that has the parameter there.
    const path = rawPath.replace(/\/(?=\/|$)/g, "/-").replace(/^\/-$/, "/");
    const found = this.#find(method === "HEAD" ? "get" : method.toLowerCase(), path);
    if (found !== undefined) return { operation: found, allow: [] };
    const taken = METHODS.filter((candidate) => this.#find(candidate, path) !== undefined);
    const allow = taken.flatMap((candidate) => (candidate === "get" ? ["GET", "HEAD"] : [candidate.toUpperCase()]));
    return { operation: undefined, allow: allow.length === 0 ? [] : [...allow, "OPTIONS"] };
  }

  #find(method: string, path: string): Operation | undefined {
    const found = this.#matcher.matchOperation({ method, path, headers: {} });
    if (found?.operationId === undefined) return undefined;
    // A static path wins over a parameter, also for methods it does not have.
    if (found.path !== path && this.#staticPaths.has(path)) return undefined;
    return this.#operations.get(found.operationId);
  }
}
