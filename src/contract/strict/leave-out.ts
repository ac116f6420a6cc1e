// Leaves members out of a body, led by its schema; everything else keeps its place, its order and its digits (C-40).
import { isObject } from "../../kernel/is-object.ts";
import type { Schema } from "../../spec/document.ts";
import { type Answer, landed } from "./catalogue.ts";

/** What is left out at one place of a body: members by name with their pointers, and what is below. Undefined = nothing. */
export type Cut = {
  drop: ReadonlyMap<string, string>;
  into: ReadonlyMap<string, Cut>;
  items: Cut | undefined;
};

/** The cut of a body: worked out once for each schema and setting. `left` holds the pointers of what is left out. */
export function cutOf({ at, schema }: Pick<Answer, "at" | "schema">, left: ReadonlySet<string>): Cut | undefined {
  const here = landed(at, schema);
  const drop = new Map<string, string>();
  const into = new Map<string, Cut>();
  gather(here, left, { drop, into });
  const items = here.schema.items && cutOf({ at: `${here.at}/items`, schema: here.schema.items }, left);
  return drop.size + into.size === 0 && items === undefined ? undefined : { drop, into, items };
}

/** Members of a schema, those of its `allOf` parts included. No schema of the document holds itself: a test says so. */
function gather(
  { at, schema }: { at: string; schema: Schema },
  left: ReadonlySet<string>,
  found: { drop: Map<string, string>; into: Map<string, Cut> },
): void {
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const pointer = `${at}/properties/${name}`;
    if (left.has(pointer)) found.drop.set(name, pointer);
    else {
      const below = cutOf({ at: pointer, schema: member }, left);
      if (below !== undefined) found.into.set(name, below);
    }
  }
  for (const [index, part] of (schema.allOf ?? []).entries()) gather(landed(`${at}/allOf/${index}`, part), left, found);
}

/** A copy of the body without what the cut names; `met` gets the pointer of every member that was there. */
export function leaveOut(cut: Cut, value: unknown, met: (pointer: string) => void): unknown {
  if (Array.isArray(value))
    return cut.items === undefined ? value : value.map((item) => leaveOut(cut.items as Cut, item, met));
  if (!isObject(value)) return value;
  const kept: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const pointer = cut.drop.get(name);
    if (pointer !== undefined) {
      met(pointer);
      continue;
    }
    const below = cut.into.get(name);
    kept[name] = below === undefined ? member : leaveOut(below, member, met);
  }
  return kept;
}
