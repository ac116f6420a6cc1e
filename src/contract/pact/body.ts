// The part of an example that a pact asks for: its documented members, of these the wanted ones, with a rule for each (C-71).
import { isObject } from "../../kernel/is-object.ts";
import { type OpenApiDocument, resolve, type Schema } from "../../spec/document.ts";
import { markOf } from "../provenance/marks.ts";

/** Names of members from the outside in; `*` stands for any entry of a list. */
export type MemberPath = readonly string[];

/** A rule of a pact: of several matchers all must hold. */
export type MatchingRule = {
  readonly combine: "AND";
  readonly matchers: readonly ({ match: "type" } | { match: "regex"; regex: string })[];
};

export const TYPE_RULE: MatchingRule = { combine: "AND", matchers: [{ match: "type" }] };

/** A body of a V4 pact, and its rules by JSON path. */
export type PactBody = {
  readonly body: { readonly content: unknown; readonly contentType: "application/json"; readonly encoded: false };
  readonly rules: Readonly<Record<string, MatchingRule>>;
};

/** `schema` describes `example`. `wants`: whether a documented member is asked for. */
export function pactBody(
  document: OpenApiDocument,
  schema: Schema,
  example: unknown,
  wants: (path: MemberPath) => boolean,
): PactBody {
  const content = kept({ document, wants }, schema, example, []) ?? {};
  const rules = Object.fromEntries(pathsOf(content, "$").map((path) => [path, TYPE_RULE]));
  return { body: { content, contentType: "application/json", encoded: false }, rules };
}

type Walk = { readonly document: OpenApiDocument; readonly wants: (path: MemberPath) => boolean };

/** Undefined for null: by its type, null would forbid every other value. */
function kept(walk: Walk, schema: Schema, value: unknown, path: MemberPath): unknown {
  if (value === null) return undefined;
  const parts = partsOf(walk.document, schema);
  if (Array.isArray(value)) {
    const items = parts.find((part) => part.items !== undefined)?.items ?? {};
    // The rule of a list says what each entry is like; one of them shows it.
    const first = value.length === 0 ? undefined : kept(walk, items, value[0], [...path, "*"]);
    return first === undefined ? [] : [first];
  }
  if (!isObject(value)) return value;
  const declared = new Map(parts.flatMap(({ properties = {} }) => Object.entries(properties)));
  const members = Object.entries(value).flatMap(([name, inner]) => {
    const member = declared.get(name);
    const at = [...path, name];
    if (member === undefined || markOf(member).provenance !== "documented" || !walk.wants(at)) return [];
    const shown = kept(walk, member, inner, at);
    return shown === undefined ? [] : [[name, shown] as const];
  });
  return Object.fromEntries(members);
}

/** The schema where it is used, what it refers to, and the parts of both. */
function partsOf(document: OpenApiDocument, schema: Schema): Schema[] {
  const target = resolve(document, schema);
  const own = target === schema ? [schema] : [schema, target];
  return [...own, ...(target.allOf ?? []).flatMap((part) => partsOf(document, part))];
}

function pathsOf(content: unknown, path: string): string[] {
  if (Array.isArray(content)) return [path, ...content.flatMap((entry) => pathsOf(entry, `${path}[*]`))];
  if (!isObject(content)) return [path];
  return [path, ...Object.entries(content).flatMap(([name, inner]) => pathsOf(inner, `${path}${step(name)}`))];
}

function step(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name}']`;
}
