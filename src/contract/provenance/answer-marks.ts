// The weakest mark among the members that an answer holds, found without walking what cannot make it weaker.
import { type OpenApiDocument, resolve, type Schema, serviceDocument } from "../../spec/document.ts";
import type { Operation } from "../../spec/operations.ts";
import { type Mark, markOf, weaker, weakness } from "./marks.ts";

/** The part of a schema that can make an answer weaker than `documented`. `worst` is the weakest that can be met below. */
type Node = { readonly worst: number; readonly members: readonly Member[]; readonly items: Node | undefined };
type Member = { readonly name: string; readonly mark: Mark; readonly below: Node | undefined };

const nodes = new WeakMap<Operation, Map<number, Node | undefined>>();

/** `value`: the envelope as an object. Returns `mark`, or the first member that is weaker than it and than all others. */
export function weakestInAnswer(operation: Operation, status: number, value: unknown, mark: Mark): Mark {
  const node = knownNode(operation, status);
  return node === undefined ? mark : weakestBelow(node, value, mark);
}

function knownNode(operation: Operation, status: number): Node | undefined {
  let ofOperation = nodes.get(operation);
  if (ofOperation === undefined) {
    ofOperation = new Map();
    nodes.set(operation, ofOperation);
  }
  const known = ofOperation.get(status);
  if (known !== undefined || ofOperation.has(status)) return known;
  const node = replyNode(serviceDocument, operation, status);
  ofOperation.set(status, node);
  return node;
}

function replyNode(document: OpenApiDocument, operation: Operation, status: number): Node | undefined {
  const declared = document.paths[operation.path]?.[operation.method]?.responses[String(status)];
  const schema = declared === undefined ? undefined : resolve(document, declared).content?.["application/json"]?.schema;
  return schema === undefined ? undefined : nodeOf(document, schema, []);
}

/** Undefined where everything is documented. `above`: schemas that hold this one; one of these again is not followed. */
function nodeOf(document: OpenApiDocument, schema: Schema, above: readonly Schema[]): Node | undefined {
  const resolved = resolve(document, schema);
  if (above.includes(resolved)) return undefined;
  const inside = [...above, resolved];
  const parts = [resolved, ...(resolved.allOf ?? []).map((one) => resolve(document, one))];
  const members = parts.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, declared]): Member[] => {
      const mark = markOf(declared);
      const below = nodeOf(document, declared, inside);
      return weakness(mark) === 0 && below === undefined ? [] : [{ name, mark, below }];
    }),
  );
  const list = parts.find(({ items }) => items !== undefined)?.items;
  const items = list === undefined ? undefined : nodeOf(document, list, inside);
  if (members.length === 0 && items === undefined) return undefined;
  const worst = Math.max(
    items?.worst ?? 0,
    ...members.map(({ mark, below }) => Math.max(weakness(mark), below?.worst ?? 0)),
  );
  return { worst, members, items };
}

function weakestBelow({ worst, members, items }: Node, value: unknown, found: Mark): Mark {
  if (weakness(found) >= worst || value === null || typeof value !== "object") return found;
  if (Array.isArray(value)) return items === undefined ? found : weakestInList(items, value, found);
  let weakest = found;
  for (const { name, mark, below } of members) {
    const member = (value as Record<string, unknown>)[name];
    if (member === undefined) continue;
    weakest = weaker(weakest, mark);
    if (below !== undefined) weakest = weakestBelow(below, member, weakest);
    if (weakness(weakest) >= worst) return weakest;
  }
  return weakest;
}

function weakestInList(node: Node, list: readonly unknown[], found: Mark): Mark {
  let weakest = found;
  for (const item of list) {
    weakest = weakestBelow(node, item, weakest);
    if (weakness(weakest) >= node.worst) return weakest;
  }
  return weakest;
}
