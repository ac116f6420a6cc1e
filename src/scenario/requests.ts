// Where a call goes: an operation id of either document, or method and path as they are written.
import adminJson from "../spec/admin.gen.json" with { type: "json" };
import { type OpenApiDocument, serviceDocument } from "../spec/document.ts";
import { type Operation, operationsOf } from "../spec/operations.ts";
import type { CallStep } from "./scenario.ts";

/** Method in capitals and path from the origin on; both may still hold references. */
export type Target = { method: string; path: string };

/** What a scenario may not do: it would take away the very world the story plays in, or begin another story inside. */
const REFUSED = /^POST \/admin\/(reset|import|scenarios\/run|snapshots\/[^/]+\/restore)$/;

type Placed = { prefix: string; operation: Operation };
let placed: ReadonlyMap<string, Placed> | undefined;

/** All operations of the service and of the control surface; where both have a name, it is the service's. */
function allOperations(): ReadonlyMap<string, Placed> {
  placed ??= new Map([
    ...placedAt("/admin", adminJson as unknown as OpenApiDocument),
    ...placedAt("/v1", serviceDocument),
  ]);
  return placed;
}

function placedAt(prefix: string, document: OpenApiDocument): [string, Placed][] {
  return [...operationsOf(document)].map(([id, operation]) => [id, { prefix, operation }]);
}

/** Where the step goes, or in words why that cannot be known. */
export function targetOf({ call, path = {} }: Pick<CallStep, "call" | "path">): Target | string {
  const target = /^([A-Z]+) (\/\S*)$/.exec(call) === null ? ofOperation(call, path) : ofText(call, path);
  if (typeof target === "string") return target;
  const refused = REFUSED.test(`${target.method} ${target.path.split("?")[0]}`);
  return refused ? "a story cannot replace the world it plays in, nor begin another story" : target;
}

function ofText(call: string, path: Record<string, string>): Target | string {
  const [method = "", target = ""] = call.split(" ");
  if (!["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"].includes(method)) return `there is no method ${method}`;
  if (!/^\/(v1|admin|rpc)\//.test(target)) return "a path begins with /v1/, /admin/ or /rpc/";
  return Object.keys(path).length === 0 ? { method, path: target } : "path goes with an operation id only";
}

function ofOperation(id: string, given: Record<string, string>): Target | string {
  const found = allOperations().get(id);
  if (found === undefined) {
    return `there is no operation ${JSON.stringify(id)}: use an operation id such as createWallet, or "POST /v1/wallets"`;
  }
  const { prefix, operation } = found;
  const wanted = operation.pathParameters.map(({ name }) => name);
  const missing = wanted.find((name) => given[name] === undefined);
  if (missing !== undefined) return `${id} needs path.${missing}`;
  const stray = Object.keys(given).find((name) => !wanted.includes(name));
  if (stray !== undefined) return `${id} has no path.${stray}: known are ${wanted.join(", ") || "none"}`;
  const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => given[name] ?? "");
  return { method: operation.method.toUpperCase(), path: `${prefix}${path}` };
}
