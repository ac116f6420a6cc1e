// The target of a call step: an operation id of either OpenAPI document, or method and path.
import adminJson from "../spec/admin.gen.json" with { type: "json" };
import { type OpenApiDocument, serviceDocument } from "../spec/document.ts";
import { type Operation, operationsOf } from "../spec/operations.ts";
import type { CallStep } from "./scenario.ts";

/** Method in capitals and path; the path may still contain references. */
export type Target = { method: string; path: string };

/** Calls that a scenario may not make: they would replace the world it runs in, or start another scenario. */
const REFUSED = /^POST \/admin\/(reset|import|scenarios\/run|snapshots\/[^/]+\/restore)$/;

type MountedOperation = { prefix: string; operation: Operation };
let mounted: ReadonlyMap<string, MountedOperation> | undefined;

/** All operations of the service and the control API; the service's wins for an id that both have. */
function allOperations(): ReadonlyMap<string, MountedOperation> {
  mounted ??= new Map([
    ...mountedAt("/admin", adminJson as unknown as OpenApiDocument),
    ...mountedAt("/v1", serviceDocument),
  ]);
  return mounted;
}

function mountedAt(prefix: string, document: OpenApiDocument): [string, MountedOperation][] {
  return [...operationsOf(document)].map(([id, operation]) => [id, { prefix, operation }]);
}

/** The target of a step, or a text that says why there is none. */
export function targetOf({ call, path = {} }: Pick<CallStep, "call" | "path">): Target | string {
  const target = /^([A-Z]+) (\/\S*)$/.exec(call) === null ? ofOperation(call, path) : ofText(call, path);
  if (typeof target === "string") return target;
  const refused = REFUSED.test(`${target.method} ${target.path.split("?")[0]}`);
  return refused ? "a scenario cannot replace the world it runs in, nor start another scenario" : target;
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
