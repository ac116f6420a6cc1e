// POST /uda of an owner that has one: answered with the existing record before the rest of the body is checked (H-89).

import { udaOfOwner } from "../../domain/uda/store.ts";
import type { World } from "../../domain/world.ts";
import { type OpenApiDocument, resolve } from "../../spec/document.ts";
import { ignoredInQuery } from "../../spec/ignored.ts";
import type { Operation } from "../../spec/operations.ts";
import { readQuery } from "../../spec/query.ts";
import { stringFault } from "../../spec/text.ts";
import type { Stage } from "../request-context.ts";
import { warnOfIgnored } from "../warning.ts";

/** Sets the input to the owner alone when that is valid and has a UDA; any other request goes on to the checks. */
export function existingUda(document: OpenApiDocument, dependencies: { readonly world: World }): Stage {
  return (context) => {
    const { operation, caller, rawBody, target } = context;
    if (operation?.id !== "createUda" || caller === undefined) return;
    const { owner, ...others } = rawBody as Readonly<Record<string, unknown>>;
    if (typeof owner !== "string" || ownerFault(document, operation, owner) !== undefined) return;
    if (udaOfOwner(dependencies.world.db, caller.tenant.id, owner) === undefined) return;
    const { values } = readQuery(operation, target.search);
    warnOfIgnored(context, [...ignoredInQuery(operation, target.search), ...Object.keys(others)]);
    context.input = { path: {}, query: values, headers: {}, body: { owner } };
  };
}

function ownerFault(document: OpenApiDocument, { body }: Operation, owner: string): string | undefined {
  const schema = body?.schema.properties?.["owner"];
  return schema === undefined ? undefined : stringFault(resolve(document, schema), owner);
}
